#include "checkers/explore/graph/heaviest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

class Heaviest {
 public:
  Heaviest(const StateGraph& graph, Scheduler scheduler)
      : graph_(graph),
        scheduler_(scheduler),
        length_(graph.size(), std::numeric_limits<double>::infinity()),
        through_(graph.size(), 0),
        before_(graph.size(), 0),
        done_(graph.size(), 0) {}

  std::optional<WeightedSchedule> run(const std::function<bool(Index)>& bad) {
    length_[0] = 0;
    open_.emplace(0.0, Index{0});
    while (!open_.empty()) {
      const Index state = std::get<1>(open_.top());
      open_.pop();
      if (done_[state] != 0) continue;
      done_[state] = 1;
      if (bad(state)) return path(state);
      expand(state);
    }
    return std::nullopt;
  }

 private:
  std::size_t turns(Index state) const {
    if (scheduler_ == Scheduler::all_threads) return graph_.threads;
    std::size_t count = 0;
    const Edge* last = nullptr;  // the steps of a thread stand together
    for (const Edge& edge : graph_.out(state)) {
      count += last == nullptr || graph_.step_of(*last).thread != graph_.step_of(edge).thread;
      last = &edge;
    }
    return count;
  }

  void require_probabilities(Index state) const {
    std::vector<Rational> sum(graph_.threads, 0);
    for (const Edge& edge : graph_.out(state)) {
      const Step& step = graph_.step_of(edge);
      sum[step.thread] += Rational(step.numerator, step.denominator);
    }
    for (const Rational& total : sum)
      if (total > 1)
        throw input_error(fmt::format("heaviest schedule, state {}", state),
                          "alternatives of a step", "probabilities that add up to 1", total.str());
  }

  void expand(Index state) {
    require_probabilities(state);
    const auto all = static_cast<double>(turns(state));
    for (std::size_t edge = graph_.first_edge[state]; edge < graph_.first_edge[state + 1u];
         ++edge) {
      const Step& step = graph_.step_of(graph_.edges[edge]);
      const double length =
          length_[state] + std::log(all) + std::log(step.denominator) - std::log(step.numerator);
      const Index to = graph_.edges[edge].to;
      if (length >= length_[to]) continue;
      length_[to] = length;
      through_[to] = edge;
      before_[to] = state;
      open_.emplace(length, to);
    }
  }

  WeightedSchedule path(Index state) const {
    WeightedSchedule result{{}, 1};
    for (; state != 0; state = before_[state]) {
      result.schedule.states.push_back(state);
      result.schedule.taken.push_back(through_[state]);
      const Step& step = graph_.step_of(graph_.edges[through_[state]]);
      result.probability *= Rational(step.numerator, step.denominator) / turns(before_[state]);
    }
    Schedule& way = result.schedule;
    way.states.push_back(0);
    std::reverse(way.states.begin(), way.states.end());
    std::reverse(way.taken.begin(), way.taken.end());
    for (std::size_t i = 1; i < way.taken.size(); ++i)
      way.context_switches += graph_.step_of(graph_.edges[way.taken[i]]).thread !=
                              graph_.step_of(graph_.edges[way.taken[i - 1]]).thread;
    return result;
  }

  const StateGraph& graph_;
  Scheduler scheduler_;
  std::vector<double> length_;  // -log of the largest probability found so far
  std::vector<std::size_t> through_;
  std::vector<Index> before_;
  std::vector<char> done_;
  using Open = std::tuple<double, Index>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

}  // namespace

std::optional<WeightedSchedule> heaviest_schedule(const StateGraph& graph,
                                                  const std::function<bool(Index)>& bad,
                                                  Scheduler scheduler) {
  return Heaviest(graph, scheduler).run(bad);
}

}  // namespace touchstone::explore
