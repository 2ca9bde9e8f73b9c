// checkers/explore/schedules/adversarial.cpp
// Purpose   The weakest claim about schedulers and the strongest about schedules: the least and the
//           greatest probability that a scheduler which sees the whole state can give to each
//           configuration.
// Method    A finite Markov decision process without cycles: one pass from the ends, for each
//           configuration. The choices of a thread are chance, the choice of a thread is not.
#include "checkers/explore/schedules/judge.hpp"

namespace touchstone::explore {
namespace {

/// Least (or greatest) probability to end in `wanted`, from the first state.
Rational extreme(const StepGraph& step, const std::vector<Index>& order,
                 const std::vector<Row>& ends, std::size_t wanted, bool greatest) {
  const StateGraph& graph = step.graph;
  std::vector<Rational> value(graph.size());
  for (const Index state : order) {
    if (graph.ending[state] != Ending::running) {
      const auto found = ends[state].to.find(wanted);
      value[state] = found == ends[state].to.end() ? Rational(0) : found->second;
      continue;
    }
    std::map<std::uint8_t, Rational> by_thread;
    for (const Edge& edge : graph.out(state)) {
      const Step& taken = graph.step_of(edge);
      by_thread[taken.thread] += value[edge.to] * Rational(taken.numerator, taken.denominator);
    }
    bool first = true;
    for (const auto& [thread, probability] : by_thread) {
      const bool better =
          first || (greatest ? probability > value[state] : probability < value[state]);
      if (better) value[state] = probability;
      first = false;
    }
  }
  return value[0];
}

}  // namespace

std::vector<Index> last_first(const StateGraph& graph) {
  std::vector<std::size_t> left(graph.size(), 0);
  std::vector<std::vector<Index>> from(graph.size());
  for (Index state = 0; state < graph.size(); ++state)
    for (const Edge& edge : graph.out(state)) {
      ++left[state];
      from[edge.to].push_back(state);
    }
  std::vector<Index> order;
  for (Index state = 0; state < graph.size(); ++state)
    if (left[state] == 0) order.push_back(state);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Index state : from[order[i]])
      if (--left[state] == 0) order.push_back(state);
  if (order.size() != graph.size()) order.clear();
  return order;
}

Adversarial judge_adversarial(const StepModel& model,
                              const std::vector<std::unique_ptr<StepGraph>>& graphs) {
  Adversarial result;
  std::vector<Rational> least(model.configurations);
  std::vector<Rational> greatest(model.configurations);
  for (std::size_t x = 0; x < graphs.size(); ++x) {
    const StateGraph& graph = graphs[x]->graph;
    const std::vector<Index> order = last_first(graph);
    if (order.empty()) return {false, 1, 1};
    std::vector<Row> ends(graph.size());
    std::set<std::size_t> reached;
    for (Index state = 0; state < graph.size(); ++state) {
      if (graph.ending[state] == Ending::running) continue;
      Row row = row_of_end(model, graphs[x]->system.machine(), graph.states.view(state),
                           graph.ending[state]);
      if (row.aborted > 0 && model.on_abort != AbortRule::keep) return {false, 1, 1};
      ends[state] = after_aborts(std::move(row), x, model.on_abort);
      for (const auto& [y, probability] : ends[state].to) reached.insert(y);
    }
    for (const std::size_t y : reached) {
      least[y] += model.weight(x) * extreme(*graphs[x], order, ends, y, false);
      greatest[y] += model.weight(x) * extreme(*graphs[x], order, ends, y, true);
    }
  }
  for (std::size_t y = 0; y < model.configurations; ++y) {
    const Rational low = least[y] / model.weight(y);
    const Rational high = greatest[y] / model.weight(y);
    if (low < result.least) result.least = low;
    if (high > result.greatest) result.greatest = high;
  }
  return result;
}

LevelReport judge_schedules(const StepModel& model, std::size_t state_budget) {
  LevelReport report;
  std::vector<std::unique_ptr<StepGraph>> graphs;
  for (std::size_t x = 0; x < model.configurations; ++x) {
    graphs.push_back(std::make_unique<StepGraph>(model, x, state_budget));
    report.states += graphs.back()->graph.size();
  }
  report.confluence = judge_confluence(model, state_budget);
  report.oblivious = judge_oblivious(model, graphs);
  report.scheduler = judge_scheduler(model, graphs, state_budget);
  report.adversarial = judge_adversarial(model, graphs);
  return report;
}

}  // namespace touchstone::explore
