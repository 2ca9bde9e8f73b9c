// validation/chain_estimates.hpp
// Purpose   From chains to numbers with error bars, and from numbers to the fields of a record.
// Computes  16 chains or more: the spread of the chain means, which needs no autocorrelation time.
//           Fewer: the average of the chains' own estimates (blocking and autocorrelation).
//           Drift: a chain whose second half differs from its first, beyond chance at the false
//           alarm of a decision, had not reached equilibrium; then nothing is decided.
// Not here  The verdict itself (checkers/statistics/judge.hpp), how many chains it takes
//           (two_stage.hpp).
#pragma once
#include <string>
#include <vector>

#include "checkers/statistics/judge.hpp"
#include "validation/chain_store.hpp"
#include "validation/experiment.hpp"
#include "validation/two_stage.hpp"

namespace touchstone::validation {

inline constexpr std::size_t kEnoughChains = 16;

/// The mean of an observable over all chains. InputError for an unknown name or no chains.
Estimate chain_estimate(const std::vector<ChainState>& chains, const std::string& observable);

/// Second half minus first half. Zero error and mean for fewer than kEnoughChains chains: not
/// enough to say.
Estimate chain_drift(const std::vector<ChainState>& chains, const std::string& observable);
/// The drift is beyond chance at kFalseAlarm.
bool drifts(const std::vector<ChainState>& chains, const std::string& observable);

double total_seconds(const std::vector<ChainState>& chains);
SweepStats total_stats(const std::vector<ChainState>& chains);

/// Fills value, interval, n_eff, expected, z and verdict from a comparison. `resolution` is the
/// smallest error that matters.
void judge_into(ResultRecord& record, const Estimate& measured, const Published& expected,
                const std::string& source, double resolution);

/// The same for the difference a - b of two independent measurements, expected to vanish.
void judge_difference_into(ResultRecord& record, const Estimate& a, const Estimate& b,
                           const std::string& source, double resolution);

/// The mean of an observable over each chain of a plan. The store outlives it.
Runs chain_means(ChainStore& store, const ChainPlan& plan, const std::string& observable);

/// The mean of an observable over the chains of a plan, or more of them where it takes more to see
/// `resolution` (two_stage.hpp; fewer than kEnoughChains stay as they are). Chains that drift
/// decide nothing: inconclusive. The note says how much was run.
void judge_chains_into(ResultRecord& record, ChainStore& store, const ChainPlan& plan,
                       const std::string& observable, const Published& expected,
                       const std::string& source, double resolution);
/// The same for the difference of two plans with equally many chains.
void judge_chains_apart_into(ResultRecord& record, ChainStore& store, const ChainPlan& a,
                             const ChainPlan& b, const std::string& observable,
                             const std::string& source, double resolution);

/// Value and interval of a number nobody has to agree with: not claimed.
void report_into(ResultRecord& record, const Estimate& measured);

}  // namespace touchstone::validation
