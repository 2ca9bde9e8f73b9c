#include "checkers/explore/graph/endings.hpp"

#include <algorithm>

#include "models/core/errors.hpp"
#include "statistics/exact/graph.hpp"

namespace touchstone::explore {
namespace {

/// Predecessors of every state, in one array.
struct Backward {
  explicit Backward(const StateGraph& graph)
      : first(graph.size() + 1, 0), from(graph.edges.size()) {
    for (const Edge& edge : graph.edges) ++first[edge.to + std::size_t{1}];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (Index state = 0; state < graph.size(); ++state)
      for (const Edge& edge : graph.out(state)) from[next[edge.to]++] = state;
  }
  std::vector<std::size_t> first;
  std::vector<Index> from;
};

std::vector<Trap> traps_among(const StateGraph& graph, const std::vector<char>& is_stuck) {
  std::vector<Index> members;
  std::vector<Index> place(graph.size(), 0);
  for (Index state = 0; state < graph.size(); ++state)
    if (is_stuck[state]) {
      place[state] = static_cast<Index>(members.size());
      members.push_back(state);
    }
  exact::Graph part(members.size());  // what follows on a stuck state is stuck
  for (std::size_t i = 0; i < members.size(); ++i)
    for (const Edge& edge : graph.out(members[i])) part[i].push_back(place[edge.to]);
  const exact::Components components = exact::components(part);
  std::vector<Trap> by_component(components.count());
  for (std::size_t i = 0; i < members.size(); ++i)
    if (components.closed[components.of[i]])
      by_component[components.of[i]].states.push_back(members[i]);
  std::vector<Trap> traps;
  for (Trap& trap : by_component)
    if (!trap.states.empty()) {
      trap.deadlock = graph.out(trap.states.front()).empty();
      traps.push_back(std::move(trap));
    }
  std::sort(traps.begin(), traps.end(),
            [](const Trap& a, const Trap& b) { return a.states.front() < b.states.front(); });
  return traps;
}

}  // namespace

std::size_t Endings::deadlocks() const {
  return static_cast<std::size_t>(
      std::count_if(traps.begin(), traps.end(), [](const Trap& t) { return t.deadlock; }));
}

std::vector<Index> steps_to_end(const StateGraph& graph) {
  const Backward backward(graph);
  std::vector<Index> steps(graph.size(), kNeverEnds);
  std::vector<Index> queue;
  for (Index state = 0; state < graph.size(); ++state)
    if (graph.ending[state] != Ending::running) {
      steps[state] = 0;
      queue.push_back(state);
    }
  for (std::size_t at = 0; at < queue.size(); ++at)
    for (std::size_t i = backward.first[queue[at]]; i < backward.first[queue[at] + 1u]; ++i)
      if (const Index from = backward.from[i]; steps[from] == kNeverEnds) {
        steps[from] = steps[queue[at]] + 1;
        queue.push_back(from);
      }
  return steps;
}

Endings endings(const StateGraph& graph) {
  if (!graph.complete)
    throw input_error("explorer", "ends of a system", "all of its states", outcome(graph));
  Endings result;
  for (Index state = 0; state < graph.size(); ++state) {
    if (graph.ending[state] == Ending::finished) result.finished.push_back(state);
    if (graph.ending[state] == Ending::aborted) result.aborted.push_back(state);
  }
  for (const Edge& edge : graph.edges)
    result.edges_to_abort += graph.ending[edge.to] == Ending::aborted;
  const std::vector<Index> steps = steps_to_end(graph);
  result.is_stuck.resize(graph.size());
  for (Index state = 0; state < graph.size(); ++state) {
    result.is_stuck[state] = steps[state] == kNeverEnds;
    result.stuck += steps[state] == kNeverEnds;
  }
  if (result.stuck > 0) result.traps = traps_among(graph, result.is_stuck);
  return result;
}

}  // namespace touchstone::explore
