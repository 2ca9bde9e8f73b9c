#include "checkers/explore/graph/shortest.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "checkers/explore/graph/word.hpp"

namespace touchstone::explore {
namespace {

/// Dijkstra's algorithm over nodes (state, last thread); the node before the first step has the
/// extra thread number graph.threads.
class Search {
 public:
  explicit Search(const StateGraph& graph)
      : graph_(graph),
        width_(graph.threads + std::size_t{1}),
        best_(graph.size() * width_, kUnknown),
        through_(graph.size() * width_, 0),
        before_(graph.size() * width_, 0) {}

  std::optional<Schedule> run(const std::function<bool(Index)>& bad) {
    improve(graph_.threads, 0, 0, 0);
    while (!open_.empty()) {
      const auto [cost, order, node] = open_.top();
      open_.pop();
      if (cost != best_[node]) continue;  // a better way was found meanwhile
      const auto state = static_cast<Index>(node / width_);
      if (bad(state)) return path(node);
      if (state + std::size_t{1} < graph_.first_edge.size()) expand(node, state, cost);
    }
    return std::nullopt;
  }

 private:
  using Cost = std::uint64_t;  // context switches in the upper half, steps in the lower
  static constexpr Cost kUnknown = ~Cost{0};
  static constexpr Cost kSwitch = Cost{1} << 32;

  void expand(std::size_t node, Index state, Cost cost) {
    const std::size_t last = node % width_;
    for (std::size_t edge = graph_.first_edge[state]; edge < graph_.first_edge[state + 1u];
         ++edge) {
      const std::size_t thread = graph_.steps[graph_.edges[edge].step].thread;
      const bool switches = last != thread && last != graph_.threads;
      improve(graph_.edges[edge].to * width_ + thread, cost + 1 + (switches ? kSwitch : 0), edge,
              node);
    }
  }
  void improve(std::size_t node, Cost cost, std::size_t edge, std::size_t from) {
    if (cost >= best_[node]) return;
    best_[node] = cost;
    through_[node] = edge;
    before_[node] = from;
    open_.emplace(cost, ++order_, node);
  }

  Schedule path(std::size_t node) const {
    Schedule result;
    result.context_switches = static_cast<std::size_t>(best_[node] >> 32);
    for (; node != graph_.threads; node = before_[node]) {
      result.states.push_back(static_cast<Index>(node / width_));
      result.taken.push_back(through_[node]);
    }
    result.states.push_back(0);
    std::reverse(result.states.begin(), result.states.end());
    std::reverse(result.taken.begin(), result.taken.end());
    return result;
  }

  const StateGraph& graph_;
  std::size_t width_;
  std::vector<Cost> best_;
  std::vector<std::size_t> through_;
  std::vector<std::size_t> before_;
  std::uint64_t order_ = 0;  // among equals, first come, first served: lower threads first
  using Open = std::tuple<Cost, std::uint64_t, std::size_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

std::size_t alternatives(const StateGraph& graph, Index state, unsigned thread) {
  const auto out = graph.out(state);
  return static_cast<std::size_t>(std::count_if(
      out.begin(), out.end(), [&](const Edge& e) { return graph.step_of(e).thread == thread; }));
}

/// Follows a word through the graph.
class Replay {
 public:
  Replay(const StateGraph& graph, const std::string& text) : graph_(graph), text_(text) {
    result_.states.push_back(0);
  }
  Schedule run() {
    for (const WordItem& item : parse_word(text_, graph_.threads))
      for (std::uint32_t left = item.steps; left > 0; --left) step(item);
    return std::move(result_);
  }

 private:
  void step(const WordItem& item) {
    const Index state = result_.states.back();
    require_step(text_, item, alternatives(graph_, state, item.thread), result_.steps());
    for (std::size_t edge = graph_.first_edge[state]; edge < graph_.first_edge[state + 1u];
         ++edge) {
      const Step& candidate = graph_.steps[graph_.edges[edge].step];
      if (candidate.thread == item.thread && (!item.choice || candidate.choice == *item.choice))
        return take(edge, item.thread);
    }
    cannot_replay(text_, item.end, "an alternative that exists here");
  }
  void take(std::size_t edge, unsigned thread) {
    if (!result_.taken.empty())
      result_.context_switches +=
          graph_.steps[graph_.edges[result_.taken.back()].step].thread != thread;
    result_.taken.push_back(edge);
    result_.states.push_back(graph_.edges[edge].to);
  }

  const StateGraph& graph_;
  const std::string& text_;
  Schedule result_;
};

}  // namespace

std::optional<Schedule> shortest_schedule(const StateGraph& graph,
                                          const std::function<bool(Index)>& bad) {
  return Search(graph).run(bad);
}

std::string word(const StateGraph& graph, const Schedule& schedule) {
  WordWriter writer;
  for (std::size_t i = 0; i < schedule.steps(); ++i) {
    const Step& step = graph.steps[graph.edges[schedule.taken[i]].step];
    writer.step(step.thread, step.choice, alternatives(graph, schedule.states[i], step.thread) > 1);
  }
  return writer.text();
}

Schedule replay(const StateGraph& graph, const std::string& text) {
  return Replay(graph, text).run();
}

}  // namespace touchstone::explore
