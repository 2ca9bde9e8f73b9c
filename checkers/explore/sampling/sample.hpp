// checkers/explore/sampling/sample.hpp
// Purpose   Single runs of systems too large for all their states: engine E6. It finds bugs; it
//           shows the absence of none, so when it finds nothing the answer is "nothing found in N
//           runs", never a pass.
// Computes  Run number r of a seed depends on (seed, r) alone: counter-based random numbers. A run
//           is bad when it meets a state that the caller calls bad, or one where nobody gets on.
//           Threads whose steps change nothing (they spin) are left aside until that changes.
//           Among the alternatives of a thread one is drawn by their probabilities where they have
//           some (random numbers), uniformly where they have none (which store a load reads).
// Cost      One copy of the state for each possible step; memory of one run.
// Not here  All schedules with few preemptions: preemptions.hpp.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "checkers/explore/sampling/path.hpp"

namespace touchstone::explore {

enum class SampleMethod : std::uint8_t { walk, pct };

struct SampleOptions {
  SampleMethod method = SampleMethod::pct;
  std::size_t runs = 1000;
  std::uint64_t seed = 1;
  unsigned depth = 2;                ///< pct: ordering constraints of the bug, at least 1
  std::size_t steps = 0;             ///< pct: k; 0: the longest of kPilotRuns random walks
  std::size_t longest_run = 10'000;  ///< longer runs are cut
};
inline constexpr std::size_t kPilotRuns = 100;

struct SampleResult {
  std::size_t runs = 0;
  std::size_t bad_runs = 0;
  std::size_t blocked_runs = 0;  ///< bad runs in which no thread could continue
  std::size_t cut_runs = 0;
  std::size_t different_ends = 0;  ///< last states of all runs that were not cut
  std::size_t longest = 0;         ///< steps
  bool draws = false;              ///< some step had alternatives: the bound is of schedules only
  unsigned threads = 0;
  std::size_t steps = 0;        ///< pct: k
  std::size_t longer_runs = 0;  ///< pct: runs of more than k steps, for which nothing is promised
  double bound = 0;             ///< pct: least probability that one run finds a bug of that depth
  double missed = 1;            ///< pct: most that all runs miss it with
  std::optional<std::size_t> first_bad;  ///< number of the first bad run
  Path counterexample;                   ///< path of that run, up to the bad state
};

/// Whether a state should not be. Asked of every state of a run.
using BadState = std::function<bool(Words)>;

/// Throws InputError for a depth of 0, or no runs.
SampleResult sample(const AnySystem& system, const SampleOptions& options, const BadState& bad);

/// Report of runs and findings, with the promise; without the counterexample.
std::string report(const SampleResult& result, const SampleOptions& options);

}  // namespace touchstone::explore
