// checkers/balance/stages.hpp
// Purpose   Stage invariance, exactly: in a chain that keeps its distribution every elementary
//           trial sees it, so acceptance is the same at every trial index, colour, list slot.
// Method    From the claimed distribution over configurations, in fractions; where the counts also
//           depend on what a state remembers, from the distribution over states, in doubles.
// Source    The chain of stages is the chain itself, stopped between two trials.
#pragma once
#include <fmt/format.h>

#include <map>

#include "checkers/balance/distance.hpp"

namespace touchstone::balance {

struct StageResult {
  std::size_t which = 0;  ///< the operator
  std::string group;
  double spread = 0;  ///< largest minus smallest acceptance of the group
  std::string exact;  ///< the same as a fraction; empty when it was computed in doubles
  std::string detail;
};

/// Acceptance of every stage of one operator, from expected trials and acceptances.
template <class Number>
std::vector<StageResult> compare_stages(std::size_t which, const std::vector<TinyStage>& stages,
                                        const std::vector<Number>& trials,
                                        const std::vector<Number>& accepted) {
  struct Range {
    Number least = 2;
    Number most = -1;
    std::string names = {};
  };
  std::map<std::string, Range> groups;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (trials[i] == 0) continue;
    const Number acceptance = accepted[i] / trials[i];
    Range& range = groups[stages[i].group];
    range.least = std::min(range.least, acceptance);
    range.most = std::max(range.most, acceptance);
    double shown = 0;
    if constexpr (std::is_same_v<Number, Rational>)
      shown = decimal(acceptance);
    else
      shown = acceptance;
    range.names +=
        fmt::format("{}{} {:.5f}", range.names.empty() ? "" : ", ", stages[i].name, shown);
  }
  std::vector<StageResult> results;
  for (const auto& [group, range] : groups) {
    const Number spread = range.most - range.least;
    StageResult result{which, group, 0, "", "acceptance: " + range.names};
    if constexpr (std::is_same_v<Number, Rational>) {
      result.exact = fraction(spread);
      result.spread = decimal(spread);
    } else {
      result.spread = spread;
    }
    results.push_back(std::move(result));
  }
  return results;
}

/// Stages from a distribution over states, carried from operator to operator; in doubles.
template <class Int>
std::vector<StageResult> stages_of(const Chain<Int>& chain, const Enumeration& found,
                                   std::vector<double> p) {
  std::vector<StageResult> results;
  for (std::size_t o = 0; o < chain.operators.size(); ++o) {
    const Operator<Int>& one = chain.operators[o];
    std::vector<double> trials(found.stages.size(), 0.0);
    std::vector<double> accepted(found.stages.size(), 0.0);
    std::vector<double> next(p.size(), 0.0);
    for (std::size_t x = 0; x < p.size(); ++x) {
      for (std::size_t i = 0; i < found.stages.size(); ++i) {
        const auto& count = one.stages.rows[x][i];
        trials[i] += p[x] * approximate(count.trials, one.matrix.denominator);
        accepted[i] += p[x] * approximate(count.accepted, one.matrix.denominator);
      }
      for (const auto& [to, weight] : one.matrix.rows[x])
        next[to] += p[x] * approximate(weight, one.matrix.denominator);
    }
    const auto of_operator = compare_stages(o, found.stages, trials, accepted);
    results.insert(results.end(), of_operator.begin(), of_operator.end());
    p = std::move(next);
  }
  return results;
}

/// Whether the expected counts depend on the configuration alone, not on what else a state holds.
template <class Int>
bool stages_forget(const Chain<Int>& chain, const States& states) {
  const auto same = [](const auto& a, const auto& b) {
    return a.trials == b.trials && a.accepted == b.accepted;
  };
  for (const Operator<Int>& one : chain.operators)
    for (Index x = 0; x < states.size(); ++x) {
      if (states.configuration(x) == States::kIllegal) continue;
      const auto& here = one.stages.rows[x];
      const auto& there = one.stages.rows[chain.classes.members[chain.classes.of[x]].front()];
      if (!std::equal(here.begin(), here.end(), there.begin(), same)) return false;
    }
  return true;
}

/// Stages from the claimed distribution, which every operator must keep, where stages_forget();
/// exact.
template <class Int>
std::vector<StageResult> exact_stages_of(const Chain<Int>& chain, const Enumeration& found) {
  std::vector<StageResult> results;
  for (std::size_t o = 0; o < chain.operators.size(); ++o) {
    const Operator<Int>& one = chain.operators[o];
    std::vector<Rational> trials(found.stages.size(), 0);
    std::vector<Rational> accepted(found.stages.size(), 0);
    for (std::size_t i = 0; i < found.stages.size(); ++i) {
      Big sum_trials = 0;
      Big sum_accepted = 0;
      for (Index c = 0; c < found.states.configurations(); ++c) {
        const auto& count = one.stages.rows[chain.classes.members[c].front()][i];
        sum_trials += big(count.trials) * found.states.weight(c);
        sum_accepted += big(count.accepted) * found.states.weight(c);
      }
      trials[i] = Rational(sum_trials);
      accepted[i] = Rational(sum_accepted);
    }
    const auto of_operator = compare_stages(o, found.stages, trials, accepted);
    results.insert(results.end(), of_operator.begin(), of_operator.end());
  }
  return results;
}

}  // namespace touchstone::balance
