// checkers/explore/graph/state_graph.hpp
// Purpose   Breadth-first exploration of a transition system into a graph: every reachable state,
//           every step between them, and through which state each was found first.
// Cost      Each state once, each step once. Besides the states (state_store.hpp) 8 bytes a step
//           and 9 a state.
// Not here  Which ends are reachable, deadlocks and livelocks (endings.hpp).
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checkers/explore/graph/state_store.hpp"

namespace touchstone::explore {

/// A step of the graph; `step` is an index into StateGraph::steps.
struct Edge {
  Index to;
  Index step;
};

struct ExploreLimits {
  std::size_t states = 10'000'000;
};

/// The explored graph. State 0 is the first state; numbers grow with the distance from it.
class StateGraph {
 public:
  StateStore states;
  std::vector<Edge> edges;              ///< those of state 0 first, then those of state 1, ...
  std::vector<std::size_t> first_edge;  ///< one per expanded state, and one past the last
  std::vector<Index> parent;            ///< the state it was found from; of state 0: itself
  std::vector<Ending> ending;
  std::vector<Step> steps;  ///< the different steps that occur, in order of their first use
  unsigned threads = 0;
  Index expanded = 0;     ///< states below it have all their steps in the graph
  bool complete = false;  ///< false: the budget was used up, and nothing follows from the graph

  std::size_t size() const { return states.size(); }
  std::span<const Edge> out(Index state) const {
    return {edges.data() + first_edge[state], first_edge[state + 1] - first_edge[state]};
  }
  const Step& step_of(const Edge& edge) const { return steps[edge.step]; }
  /// Running, but no thread can do anything.
  bool blocked(Index state) const {
    return state < expanded && ending[state] == Ending::running && out(state).empty();
  }

  double bytes_per_state() const {
    const double graph = static_cast<double>(edges.size() * sizeof(Edge)) +
                         static_cast<double>(size() * (sizeof(Index) + sizeof(Ending))) +
                         static_cast<double>(first_edge.size() * sizeof(std::size_t));
    return size() == 0 ? 0.0 : states.bytes_per_state() + graph / static_cast<double>(size());
  }

  /// Keeps the memory for the next exploration.
  void clear() {
    states.clear();
    edges.clear();
    first_edge.clear();
    parent.clear();
    ending.clear();
    steps.clear();
    step_numbers_.clear();
    plain_.clear();
    expanded = 0;
    complete = false;
  }

  Index number_of(const Step& step) {
    const bool plain = step.choice == 0 && step.numerator == 1 && step.denominator == 1;
    if (!plain) return number_of_weighted(step);
    if (plain_.size() <= step.thread) plain_.resize(step.thread + std::size_t{1}, kNone);
    if (plain_[step.thread] == kNone) {
      plain_[step.thread] = static_cast<Index>(steps.size());
      steps.push_back(step);
    }
    return plain_[step.thread];
  }

 private:
  static constexpr Index kNone = ~Index{0};

  struct Hash {
    std::size_t operator()(const Step& s) const {
      return (((s.choice * 0x9E3779B97F4A7C15u) ^ s.numerator) * 0x9E3779B97F4A7C15u +
              s.denominator) *
                 0x9E3779B97F4A7C15u +
             s.thread;
    }
  };
  Index number_of_weighted(const Step& step) {
    const auto [place, fresh] = step_numbers_.try_emplace(step, static_cast<Index>(steps.size()));
    if (fresh) steps.push_back(step);
    return place->second;
  }

  std::unordered_map<Step, Index, Hash> step_numbers_;
  std::vector<Index> plain_;  // by thread: the number of its step without a choice
};

/// "complete, 3671 states" or "budget exceeded after 1000 states".
inline std::string outcome(const StateGraph& graph) {
  const std::string states = std::to_string(graph.size()) + " states";
  return graph.complete ? "complete, " + states : "budget exceeded after " + states;
}

/// Explores all of `system` into `graph`. When there are more than limits.states states, it stops
/// with graph.complete false: that is never a pass.
template <TransitionSystem System>
void explore(const System& system, StateGraph& graph, const ExploreLimits& limits = {}) {
  graph.clear();
  graph.threads = static_cast<unsigned>(system.threads());
  std::vector<std::uint64_t> state;
  system.initial(state);
  graph.states.intern(state);
  graph.parent.push_back(0);
  graph.ending.push_back(system.ending(state));
  bool within = limits.states > 0;
  for (; within && graph.expanded < graph.size(); ++graph.expanded) {
    const Index at = graph.expanded;
    graph.first_edge.push_back(graph.edges.size());
    if (graph.ending[at] != Ending::running) continue;  // nothing follows
    const Words view = graph.states.view(at);
    state.assign(view.begin(), view.end());  // the arena may move while successors come in
    system.successors(Words(state), [&](const Step& step, Words next) {
      const auto [to, fresh] = graph.states.intern(next);
      if (fresh) {
        graph.parent.push_back(at);
        graph.ending.push_back(system.ending(next));
      }
      graph.edges.push_back({to, graph.number_of(step)});
    });
    within = graph.size() <= limits.states;
  }
  graph.first_edge.resize(graph.size() + 1, graph.edges.size());
  graph.complete = within;
}

template <TransitionSystem System>
StateGraph explored(const System& system, const ExploreLimits& limits = {}) {
  StateGraph graph;
  explore(system, graph, limits);
  return graph;
}

}  // namespace touchstone::explore
