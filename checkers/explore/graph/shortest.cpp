#include "checkers/explore/graph/shortest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <tuple>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

constexpr unsigned kLetters = 26;

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

/// Reads "a21 b:2 b20" item by item, following the graph.
class Replay {
 public:
  Replay(const StateGraph& graph, const std::string& text) : graph_(graph), text_(text) {
    result_.states.push_back(0);
  }
  Schedule run() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) item();
    return std::move(result_);
  }

 private:
  void item() {
    const char letter = text_[at_];
    const auto thread = static_cast<unsigned>(letter - 'a');
    if (letter < 'a' || thread >= graph_.threads)
      fail(fmt::format("a thread, a to {}", static_cast<char>('a' + graph_.threads - 1)));
    ++at_;
    if (at_ < text_.size() && text_[at_] == ':') {
      ++at_;
      const std::uint32_t choice = number();
      step(thread, &choice);
    } else {
      for (std::uint32_t left = number(); left > 0; --left) step(thread, nullptr);
    }
  }
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  std::uint32_t number() {
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > 0xFFFFFFFFu) fail("a number below 2^32");
    }
    if (at_ == begin) fail("a number");
    return static_cast<std::uint32_t>(value);
  }
  void step(unsigned thread, const std::uint32_t* choice) {
    const Index state = result_.states.back();
    const std::size_t several = alternatives(graph_, state, thread);
    if (several == 0)
      fail(fmt::format("a thread that can do a step here ({} steps done)", result_.steps()));
    if (several > 1 && choice == nullptr)
      fail(fmt::format("which of the {} alternatives of this step, as in {}:0", several,
                       static_cast<char>('a' + thread)));
    for (std::size_t edge = graph_.first_edge[state]; edge < graph_.first_edge[state + 1u];
         ++edge) {
      const Step& candidate = graph_.steps[graph_.edges[edge].step];
      if (candidate.thread == thread && (choice == nullptr || candidate.choice == *choice))
        return take(edge, thread);
    }
    fail("an alternative that exists here");
  }
  void take(std::size_t edge, unsigned thread) {
    if (!result_.taken.empty())
      result_.context_switches +=
          graph_.steps[graph_.edges[result_.taken.back()].step].thread != thread;
    result_.taken.push_back(edge);
    result_.states.push_back(graph_.edges[edge].to);
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = at_ < text_.size() ? "\"" + text_.substr(at_, 12) + "\"" : "the end";
    throw input_error(fmt::format("schedule, character {}", at_ + 1), "cannot replay", expected,
                      found);
  }

  const StateGraph& graph_;
  const std::string& text_;
  std::size_t at_ = 0;
  Schedule result_;
};

}  // namespace

std::optional<Schedule> shortest_schedule(const StateGraph& graph,
                                          const std::function<bool(Index)>& bad) {
  return Search(graph).run(bad);
}

std::string word(const StateGraph& graph, const Schedule& schedule) {
  std::string text;
  unsigned runs = kLetters;  // the thread of the run that is being counted; kLetters: none
  std::size_t count = 0;
  const auto close = [&] {
    if (count > 0) text += fmt::format("{}{} ", static_cast<char>('a' + runs), count);
    count = 0;
  };
  for (std::size_t i = 0; i < schedule.steps(); ++i) {
    const Step& step = graph.steps[graph.edges[schedule.taken[i]].step];
    if (step.thread >= kLetters)
      throw input_error("schedule", "too many threads for letters", "at most 26 threads",
                        std::to_string(graph.threads));
    const bool explicit_choice = alternatives(graph, schedule.states[i], step.thread) > 1;
    if (explicit_choice || runs != step.thread) close();
    runs = step.thread;
    if (explicit_choice)
      text += fmt::format("{}:{} ", static_cast<char>('a' + step.thread), step.choice);
    else
      ++count;
  }
  close();
  if (!text.empty()) text.pop_back();
  return text;
}

Schedule replay(const StateGraph& graph, const std::string& text) {
  return Replay(graph, text).run();
}

}  // namespace touchstone::explore
