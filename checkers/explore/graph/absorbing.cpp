#include "checkers/explore/graph/absorbing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

struct Entry {
  Index to;
  Rational probability;
};
using Row = std::vector<Entry>;  // in increasing order of `to`

/// The transition probabilities out of one running state.
class RowBuilder {
 public:
  RowBuilder(const StateGraph& graph, Scheduler scheduler) : graph_(graph), scheduler_(scheduler) {}

  Row row(Index state) const {
    std::vector<Rational> weight(graph_.threads, 0);
    for (const Edge& edge : graph_.out(state))
      weight[graph_.step_of(edge).thread] += probability(graph_.step_of(edge));
    std::size_t runnable = 0;
    for (unsigned thread = 0; thread < graph_.threads; ++thread) {
      if (weight[thread] == 0) continue;
      ++runnable;
      if (weight[thread] != 1)
        throw input_error(fmt::format("absorbing chain, state {}, thread {}", state, thread),
                          "alternatives of a step", "probabilities that add up to 1",
                          weight[thread].str());
    }
    const std::size_t turns = scheduler_ == Scheduler::runnable ? runnable : graph_.threads;
    Row row;
    for (const Edge& edge : graph_.out(state))
      row.push_back({edge.to, probability(graph_.step_of(edge)) / turns});
    if (runnable < turns) row.push_back({state, Rational(turns - runnable, turns)});
    return sorted(std::move(row));
  }

 private:
  static Rational probability(const Step& step) {
    return Rational(step.numerator, step.denominator);
  }
  static Row sorted(Row row) {
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.to < b.to; });
    Row merged;
    for (Entry& entry : row) {
      if (!merged.empty() && merged.back().to == entry.to)
        merged.back().probability += entry.probability;
      else
        merged.push_back(std::move(entry));
    }
    return merged;
  }

  const StateGraph& graph_;
  Scheduler scheduler_;
};

/// Eliminates transient states from the last to the first but state 0, which is left with the
/// absorption probabilities in its row.
class Elimination {
 public:
  Elimination(const StateGraph& graph, const Endings& ends, Scheduler scheduler)
      : rows_(graph.size()), from_(graph.size()), turns_(graph.size(), 0) {
    const RowBuilder builder(graph, scheduler);
    for (Index state = 0; state < graph.size(); ++state) {
      transient_.push_back(graph.ending[state] == Ending::running && !ends.is_stuck[state]);
      if (!transient_[state]) continue;
      turns_[state] = 1;
      rows_[state] = builder.row(state);
      for (const Entry& entry : rows_[state])
        if (entry.to > state) from_[entry.to].push_back(state);
    }
  }

  void run() {
    for (Index state = static_cast<Index>(rows_.size()); state-- > 0;) {
      if (!transient_[state]) continue;
      divide_out_loop(state);
      for (const Index before : from_[state]) replace(before, state);
      if (state > 0) rows_[state] = {};
      from_[state] = {};
    }
  }
  const Row& first_row() const { return rows_[0]; }
  const Rational& first_turns() const { return turns_[0]; }

 private:
  /// A state that is left with probability q a turn: its row divided by q, the sum of the others.
  void divide_out_loop(Index state) {
    Row& row = rows_[state];
    const auto loop =
        std::find_if(row.begin(), row.end(), [&](const Entry& entry) { return entry.to == state; });
    if (loop == row.end()) return;
    row.erase(loop);
    Rational leaves = 0;
    for (const Entry& entry : row) leaves += entry.probability;
    for (Entry& entry : row) entry.probability /= leaves;
    turns_[state] /= leaves;
  }

  /// In the row of `before`: `gone` replaced by what follows on it.
  void replace(Index before, Index gone) {
    Row& row = rows_[before];
    const auto place =
        std::find_if(row.begin(), row.end(), [&](const Entry& entry) { return entry.to == gone; });
    const Rational weight = place->probability;
    row.erase(place);
    turns_[before] += weight * turns_[gone];
    Row merged;
    auto old = row.begin();
    for (const Entry& entry : rows_[gone]) {
      for (; old != row.end() && old->to < entry.to; ++old) merged.push_back(std::move(*old));
      merged.push_back({entry.to, weight * entry.probability});
      if (old != row.end() && old->to == entry.to)
        merged.back().probability += (old++)->probability;
      else if (entry.to > before && transient_[entry.to])
        from_[entry.to].push_back(before);
    }
    for (; old != row.end(); ++old) merged.push_back(std::move(*old));
    row = std::move(merged);
  }

  std::vector<Row> rows_;
  std::vector<std::vector<Index>> from_;  // states of lower numbers with a step to this one
  std::vector<Rational> turns_;           // expected turns until the states that are left
  std::vector<char> transient_;
};

}  // namespace

Rational Absorption::of(Index state) const {
  for (const End& end : ends)
    if (end.state == state) return end.probability;
  return 0;
}

Absorption absorption(const StateGraph& graph, Scheduler scheduler, std::size_t most_states) {
  if (graph.size() > most_states)
    throw input_error("absorbing chain", "too many states for exact fractions",
                      fmt::format("at most {}", most_states), std::to_string(graph.size()));
  const Endings ends = endings(graph);
  Absorption result;
  for (Index state = 0; state < graph.size(); ++state)
    if (graph.ending[state] != Ending::running) result.ends.push_back({state, 0});
  if (graph.ending[0] != Ending::running || ends.is_stuck[0]) {
    if (ends.is_stuck[0]) {
      result.stuck = 1;
    } else {
      result.ends.front().probability = 1;
      result.expected_steps = 0;
    }
    return result;
  }
  Elimination elimination(graph, ends, scheduler);
  elimination.run();
  for (const auto& [to, probability] : elimination.first_row()) {
    if (ends.is_stuck[to]) {
      result.stuck += probability;
      continue;
    }
    for (Absorption::End& end : result.ends)
      if (end.state == to) end.probability = probability;
  }
  if (ends.stuck == 0) result.expected_steps = elimination.first_turns();
  return result;
}

}  // namespace touchstone::explore
