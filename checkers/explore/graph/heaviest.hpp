// checkers/explore/graph/heaviest.hpp
// Purpose   The counterexample that a random scheduler is most likely to follow: among all
//           schedules to a bad state the one of largest probability.
// Computes  A shortest path with the lengths -log(probability of the step), in doubles, so that of
//           two schedules whose probabilities differ in the last digits either may be chosen; the
//           probability of the chosen one is exact. Wasted steps are on no heaviest path.
// Cost      O(E log E).
// Not here  The probability of all schedules together: absorbing.hpp.
#pragma once
#include <functional>
#include <optional>

#include "checkers/explore/graph/absorbing.hpp"
#include "checkers/explore/graph/shortest.hpp"

namespace touchstone::explore {

struct WeightedSchedule {
  Schedule schedule;
  Rational probability;  ///< that the scheduler follows exactly this schedule
};

/// nullopt when no bad state can be reached. Throws InputError when alternatives have no
/// probabilities (Step, in system.hpp).
std::optional<WeightedSchedule> heaviest_schedule(const StateGraph& graph,
                                                  const std::function<bool(Index)>& bad,
                                                  Scheduler scheduler = Scheduler::runnable);

}  // namespace touchstone::explore
