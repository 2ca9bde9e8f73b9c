// checkers/explore/graph/endings.hpp
// Purpose   Endings of the runs of an explored system: final outcomes, aborts, deadlocks, and
//           livelocks, that is, states from which no end can be reached any more.
// Computes  From backward reachability: the states that reach no finished or aborted state. Among
//           them the strongly connected components that are never left: a single state without a
//           step is a deadlock, any other one a livelock.
// Cost      Linear in states and steps.
// Not here  Fairness. A loop that can be left, if only by one schedule, is no livelock here: under
//           any scheduler that gives each thread a chance it is left with probability 1.
#pragma once
#include <string>
#include <vector>

#include "checkers/explore/graph/state_graph.hpp"

namespace touchstone::explore {

/// States that are never left once entered, and from which no end can be reached.
struct Trap {
  std::vector<Index> states;  ///< in increasing order
  bool deadlock = false;      ///< one state without a step; otherwise a livelock
};

struct Endings {
  std::vector<Index> finished;
  std::vector<Index> aborted;
  std::size_t edges_to_abort = 0;
  std::vector<char> is_stuck;  ///< by state: no finished or aborted state can be reached from here
  std::size_t stuck = 0;       ///< number of stuck states
  std::vector<Trap> traps;     ///< in order of their first states

  std::size_t deadlocks() const;
  std::size_t livelocks() const { return traps.size() - deadlocks(); }
  /// Every run can still end, whatever has happened so far.
  bool always_ends() const { return stuck == 0; }
};

/// Throws InputError when the graph is not complete: nothing follows from a part of it.
Endings endings(const StateGraph& graph);

/// For every state the least number of steps to a finished or aborted state; kNeverEnds for stuck
/// states.
inline constexpr Index kNeverEnds = ~Index{0};
std::vector<Index> steps_to_end(const StateGraph& graph);

}  // namespace touchstone::explore
