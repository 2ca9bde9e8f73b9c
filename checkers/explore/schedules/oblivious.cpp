// checkers/explore/schedules/oblivious.cpp
// Purpose   The second level: the law is kept under every schedule that was fixed beforehand. A
//           schedule is a word of threads; the step of a thread that has ended does nothing.
#include <algorithm>

#include "checkers/explore/schedules/judge.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostWords = 5000;

/// The most accesses that each thread makes in any run, from any configuration; none when a graph
/// has a cycle or a thread has to wait.
std::optional<std::vector<std::size_t>> longest_runs(
    const std::vector<std::unique_ptr<StepGraph>>& graphs) {
  std::vector<std::size_t> most(graphs.at(0)->system.threads(), 0);
  for (const auto& step : graphs) {
    const StateGraph& graph = step->graph;
    const std::vector<Index> order = last_first(graph);
    if (order.empty()) return std::nullopt;
    std::vector<std::vector<std::size_t>> length(graph.size(),
                                                 std::vector<std::size_t>(most.size(), 0));
    for (const Index state : order) {
      if (graph.blocked(state)) return std::nullopt;
      for (const Edge& edge : graph.out(state))
        for (std::size_t t = 0; t < most.size(); ++t)
          length[state][t] = std::max(
              length[state][t], length[edge.to][t] + (graph.step_of(edge).thread == t ? 1 : 0));
    }
    for (std::size_t t = 0; t < most.size(); ++t) most[t] = std::max(most[t], length[0][t]);
  }
  return most;
}

/// Distribution over the states after a word; a thread that cannot go on skips its step.
Row run_word(const StepModel& model, const StepGraph& step, const std::string& word) {
  const StateGraph& graph = step.graph;
  std::map<Index, Rational> now{{0, Rational(1)}};
  for (const char letter : word) {
    std::map<Index, Rational> next;
    for (const auto& [state, probability] : now) {
      bool moved = false;
      for (const Edge& edge : graph.out(state)) {
        const Step& taken = graph.step_of(edge);
        if (taken.thread != letter - 'a') continue;
        moved = true;
        next[edge.to] += probability * Rational(taken.numerator, taken.denominator);
      }
      if (!moved) next[state] += probability;
    }
    now = std::move(next);
  }
  Row row;
  for (const auto& [state, probability] : now) {
    if (graph.ending[state] == Ending::running)
      row.stuck += probability;
    else
      row.add(
          row_of_end(model, step.system.machine(), graph.states.view(state), graph.ending[state]),
          probability);
  }
  return row;
}

}  // namespace

Oblivious judge_oblivious(const StepModel& model,
                          const std::vector<std::unique_ptr<StepGraph>>& graphs) {
  Oblivious result;
  const auto lengths = longest_runs(graphs);
  std::string word;
  if (lengths)
    for (std::size_t t = 0; t < lengths->size(); ++t)
      word += std::string((*lengths)[t], static_cast<char>('a' + t));
  result.applies = lengths.has_value();
  if (!result.applies) return result;
  do {
    if (result.schedules.size() == kMostWords) {
      result = {false, {}};
      return result;
    }
    std::vector<Row> rows;
    for (std::size_t x = 0; x < graphs.size(); ++x) {
      Row row = run_word(model, *graphs[x], word);
      const bool repeats = row.aborted > 0 && model.on_abort != AbortRule::keep;
      if (row.stuck > 0 || repeats) return {false, {}};
      rows.push_back(after_aborts(std::move(row), x, model.on_abort));
    }
    result.schedules.push_back({word, largest_defect(model, rows)});
  } while (std::next_permutation(word.begin(), word.end()));
  return result;
}

bool Oblivious::holds() const {
  return applies && std::all_of(schedules.begin(), schedules.end(),
                                [](const Schedule& s) { return s.defect == 0; });
}

}  // namespace touchstone::explore
