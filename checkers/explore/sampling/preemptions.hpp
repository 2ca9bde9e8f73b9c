// checkers/explore/sampling/preemptions.hpp
// Purpose   All schedules with at most c preemptions: most bugs need very few. A preemption takes
//           the processor from a thread that could go on; waiting and ending are none.
// Source    M. Musuvathi, S. Qadeer, "Iterative context bounding for systematic testing of
//           multithreaded programs", PLDI 2007.
// Computes  States together with the thread that ran last, each with the fewest preemptions that
//           reach it: first all of 0 preemptions, then all of 1, ... So the first bad state found
//           needs as few as any. When the next preemption leads to nothing new, every state of the
//           system has been seen.
// Limits    A thread that spins could go on, so leaving it counts. Store buffers of tso_x86 are
//           threads, and what they do counts as well.
#pragma once
#include "checkers/explore/sampling/sample.hpp"

namespace touchstone::explore {

struct PreemptionOptions {
  unsigned preemptions = 2;
  std::size_t states = 2'000'000;  ///< pairs of a state and a thread to visit at most
};

struct PreemptionResult {
  std::vector<std::size_t> new_states;  ///< by the preemptions that they need
  std::size_t different_ends = 0;
  bool complete = false;           ///< false: the budget was used up below the bound
  bool everything = false;         ///< one preemption more leads to nothing new: all states
  std::optional<unsigned> fewest;  ///< preemptions of the first bad state
  Path counterexample;

  std::size_t states() const;
};

/// Stops at the first bad state, or blocked one.
PreemptionResult few_preemptions(const AnySystem& system, const PreemptionOptions& options,
                                 const BadState& bad);

std::string report(const PreemptionResult& result, const PreemptionOptions& options);

}  // namespace touchstone::explore
