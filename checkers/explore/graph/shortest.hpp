// checkers/explore/graph/shortest.hpp
// Purpose   The counterexample that is easiest to read: among all schedules that reach a bad state
//           the one with fewest context switches, and among those the one with fewest steps.
// Computes  A shortest path over (state, thread that ran last), ordered by (context switches,
//           steps). A switch away from a thread that can do no more counts as any other. Ties go
//           to the lower thread first, so the same bug always gives the same text.
// Cost      O(E log E) for the E steps of the explored graph, times the number of threads.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/graph/state_graph.hpp"

namespace touchstone::explore {

struct Schedule {
  std::vector<Index> states;       ///< from state 0 to the bad one
  std::vector<std::size_t> taken;  ///< taken[i]: the edge (index into graph.edges) out of states[i]
  std::size_t context_switches = 0;

  Index end() const { return states.back(); }
  std::size_t steps() const { return taken.size(); }
};

/// nullopt when no state that is `bad` was found in the explored part of the system.
std::optional<Schedule> shortest_schedule(const StateGraph& graph,
                                          const std::function<bool(Index)>& bad);

/// The schedule as text (word.hpp), for people and for replay(): "a21 b20 a29 b18".
std::string word(const StateGraph& graph, const Schedule& schedule);

/// The schedule that a text stands for. Throws InputError naming the place in the text, what was
/// expected there and what was found.
Schedule replay(const StateGraph& graph, const std::string& text);

}  // namespace touchstone::explore
