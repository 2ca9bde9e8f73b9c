#include "checkers/explore/graph/absorbing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using exact::Big;

/// Successors of a state with their probabilities, and the expected number of scheduler steps until
/// then: integers over one denominator.
struct Row {
  struct Entry {
    Index to;
    Big weight;
  };
  std::vector<Entry> entries;  // in increasing order of `to`
  Big turns = 1;
  Big denominator = 1;

  std::vector<Entry>::iterator find(Index to) {
    return std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.to == to; });
  }
  /// Divides everything by what it has in common.
  void reduce() {
    Big common = gcd(denominator, turns);
    for (const Entry& entry : entries) {
      if (common == 1) return;
      common = gcd(common, entry.weight);
    }
    if (common == 1) return;
    for (Entry& entry : entries) entry.weight /= common;
    turns /= common;
    denominator /= common;
  }
};

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
    std::map<Index, Rational> sums;
    for (const Edge& edge : graph_.out(state))
      sums[edge.to] += probability(graph_.step_of(edge)) / turns;
    if (runnable < turns) sums[state] += Rational(turns - runnable, turns);
    return over_one_denominator(sums);
  }

 private:
  static Rational probability(const Step& step) {
    return Rational(step.numerator, step.denominator);
  }
  static Row over_one_denominator(const std::map<Index, Rational>& sums) {
    Row row;
    for (const auto& entry : sums)
      row.denominator = lcm(row.denominator, denominator(entry.second));
    for (const auto& [to, sum] : sums)
      row.entries.push_back({to, numerator(sum) * (row.denominator / denominator(sum))});
    row.turns = row.denominator;  // one step of the scheduler
    return row;
  }

  const StateGraph& graph_;
  Scheduler scheduler_;
};

/// Eliminates transient states from the last to the first but state 0, which is left with the
/// absorption probabilities in its row.
class Elimination {
 public:
  Elimination(const StateGraph& graph, const Endings& ends, Scheduler scheduler)
      : rows_(graph.size()), from_(graph.size()) {
    const RowBuilder builder(graph, scheduler);
    for (Index state = 0; state < graph.size(); ++state) {
      transient_.push_back(graph.ending[state] == Ending::running && !ends.is_stuck[state]);
      if (!transient_[state]) continue;
      rows_[state] = builder.row(state);
      for (const Row::Entry& entry : rows_[state].entries)
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

 private:
  /// Removes the loop of a state, which is left with probability 1 - loop / denominator per step:
  /// the others' weights are put over their own sum.
  void divide_out_loop(Index state) {
    Row& row = rows_[state];
    const auto loop = row.find(state);
    if (loop == row.entries.end()) return;
    row.denominator -= loop->weight;
    row.entries.erase(loop);
    row.reduce();
  }

  /// Replaces `gone`, in the row of `before`, by its successors.
  void replace(Index before, Index gone) {
    Row& row = rows_[before];
    const Row& by = rows_[gone];
    const auto place = row.find(gone);
    const Big common = gcd(place->weight, by.denominator);
    const Big weight = place->weight / common;
    const Big scale = by.denominator / common;
    row.entries.erase(place);
    row.denominator *= scale;
    row.turns = row.turns * scale + by.turns * weight;
    std::vector<Row::Entry> merged;
    auto old = row.entries.begin();
    const auto keep = [&] {
      merged.push_back({old->to, old->weight * scale});
      ++old;
    };
    for (const Row::Entry& entry : by.entries) {
      while (old != row.entries.end() && old->to < entry.to) keep();
      const bool known = old != row.entries.end() && old->to == entry.to;
      if (known)
        keep();
      else
        merged.push_back({entry.to, 0});
      merged.back().weight += weight * entry.weight;
      if (!known && entry.to > before && transient_[entry.to]) from_[entry.to].push_back(before);
    }
    while (old != row.entries.end()) keep();
    row.entries = std::move(merged);
    row.reduce();
  }

  std::vector<Row> rows_;
  std::vector<std::vector<Index>> from_;  // states of lower numbers with a step to this one
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
  const Row& row = elimination.first_row();
  for (const auto& [to, weight] : row.entries) {
    const Rational probability(weight, row.denominator);
    if (ends.is_stuck[to]) {
      result.stuck += probability;
      continue;
    }
    for (Absorption::End& end : result.ends)
      if (end.state == to) end.probability = probability;
  }
  if (ends.stuck == 0) result.expected_steps = Rational(row.turns, row.denominator);
  return result;
}

}  // namespace touchstone::explore
