// validation/chain_estimates.hpp
// Purpose   From chains to numbers with error bars, and from numbers to the fields of a record.
// Computes  16 chains or more: the spread of the chain means, which needs no autocorrelation time.
//           Fewer: the average of the chains' own estimates (blocking and autocorrelation).
//           Drift: a chain whose second half differs from its first, beyond chance at the false
//           alarm of a decision, had not reached equilibrium; then nothing is decided.
// Not here  The verdict itself (statistics/judge.hpp), how many chains it takes
//           (two_stage.hpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "statistics/judge.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"
#include "validation/two_stage.hpp"

namespace touchstone::validation {

inline constexpr std::size_t kEnoughChains = 16;

/// The mean of an observable over all chains. InputError for an unknown name or no chains.
Estimate chain_estimate(const std::vector<ChainState>& chains, const std::string& observable);

/// Second half minus first half. Zero error and mean for fewer than kEnoughChains chains: not
/// enough to say.
Estimate chain_drift(const std::vector<ChainState>& chains, const std::string& observable);
/// Chains 1, 3, ... minus chains 0, 2, ...: beyond chance where they began apart.
Estimate chain_sides(const std::vector<ChainState>& chains, const std::string& observable);
/// Not zero at kFalseAlarm.
bool beyond_chance(const Estimate& difference);
/// The drift is beyond chance.
bool drifts(const std::vector<ChainState>& chains, const std::string& observable);
/// Chains that had not reached equilibrium show nothing: a pass becomes inconclusive. What fails
/// has failed all the same.
void withhold_pass(ResultRecord& record);

double total_seconds(const std::vector<ChainState>& chains);
SweepStats total_stats(const std::vector<ChainState>& chains);

/// Fills value, interval, n_eff, expected, z, verdict and the smallest effect from a comparison.
void judge_into(ResultRecord& record, const Estimate& measured, const Published& expected,
                const std::string& source, const Aim& aim);

/// The same for the difference a - b of two independent measurements, expected to vanish.
void judge_difference_into(ResultRecord& record, const Estimate& a, const Estimate& b,
                           const std::string& source, const Aim& aim);

/// The mean of an observable over each chain. Store and chains outlive it.
Runs chain_means(ChainStore& store, const MarkovChains& chains, const std::string& observable);
/// Number of chains that a two-stage mean took.
std::size_t chains_of(const Estimate& found, const MarkovChains& chains);

/// The mean of an observable over the planned chains, or more of them where it takes more to see
/// the aim (two_stage.hpp; fewer than kEnoughChains stay as they are). Chains that drift
/// pass nothing: inconclusive. The note says how much was run.
void judge_chains_into(ResultRecord& record, ChainStore& store, const MarkovChains& chains,
                       const std::string& observable, const Published& expected,
                       const std::string& source, const Aim& aim);
/// The same for the difference of two families with equally many chains; returns their means.
std::pair<Estimate, Estimate> judge_chains_apart_into(ResultRecord& record, ChainStore& store,
                                                      const MarkovChains& a, const MarkovChains& b,
                                                      const std::string& observable,
                                                      const std::string& source, const Aim& aim);

/// Value and interval of a number nobody has to agree with: not claimed.
void report_into(ResultRecord& record, const Estimate& measured);

}  // namespace touchstone::validation
