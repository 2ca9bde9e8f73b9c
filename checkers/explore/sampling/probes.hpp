// checkers/explore/sampling/probes.hpp
// Purpose   Number of states that an exploration may still expect, from single random runs: for who
//           waits, or wonders which budget to give. No verdict depends on it.
// Computes  From below: the states that are known, and for the others the estimate of A. Chao,
//           Biometrics 43, 783 (1987), from those that one run alone has met, and two. Whatever the
//           probabilities to meet a state, it is at most their number, but for its own noise. From
//           above: paths that come to no state twice, by D. E. Knuth, Math. Comp. 29, 122 (1975).
//           Each state is the end of one of them or of many, so this is far too many.
// Method    In a run a thread is drawn with a weight of one more than the steps that it has done
//           (the urn of Polya): runs in which one thread is far ahead of another are then as likely
//           as those in which they go in step. No run comes to a state twice.
// Cost      As single runs: each step makes every next state.
#pragma once
#include <string>

#include "checkers/explore/graph/state_store.hpp"
#include "checkers/explore/sampling/any_system.hpp"

namespace touchstone::explore {

struct ProbeOptions {
  std::size_t probes = 1000;
  std::size_t steps = 100'000;  ///< limit for all probes together
  std::uint64_t seed = 1;
};

struct StateEstimate {
  std::size_t probes = 0;
  double at_least = 0;         ///< estimate of a lower bound
  double error = 0;            ///< standard error of it, by leaving out batches of probes
  double log10_at_most = 0;    ///< decimal logarithm of the estimated number of paths
  std::size_t cut_probes = 0;  ///< probes that end at a limit; then there may be more paths
};

/// Estimate for a system of which these states are known.
StateEstimate estimate_states(const AnySystem& system, const StateStore& known,
                              const ProbeOptions& options = {});

/// "about 1.2e+06 states or more (standard error 3e+04), fewer than 1e+31 (1000 random runs)".
std::string report(const StateEstimate& estimate);

}  // namespace touchstone::explore
