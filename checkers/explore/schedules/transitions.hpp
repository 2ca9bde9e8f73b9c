// checkers/explore/schedules/transitions.hpp
// Purpose   From final states of a step to configurations, and from rows of a transition matrix to
//           how far it is from keeping the claimed law.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/schedules/step_model.hpp"
#include "checkers/explore/schedules/step_system.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::explore {

using exact::Rational;

/// One attempt of a step from one configuration.
struct Row {
  std::map<std::size_t, Rational> to;  ///< by configuration
  Rational illegal;
  Rational aborted;
  Rational stuck;

  void add(const Row& other, const Rational& weight) {
    for (const auto& [y, probability] : other.to) to[y] += weight * probability;
    illegal += weight * other.illegal;
    aborted += weight * other.aborted;
    stuck += weight * other.stuck;
  }
};

/// The row of a state in which the step is over.
inline Row row_of_end(const StepModel& model, const ScMachine& machine, Words state,
                      Ending ending) {
  Row row;
  if (ending == Ending::aborted) {
    row.aborted = 1;
    return row;
  }
  const auto memory = values(state.data(), machine.layout().locations());
  if (const std::optional<std::size_t> y = model.configuration(memory))
    row.to[*y] = 1;
  else
    row.illegal = 1;
  return row;
}

/// Result of the abort rule for one attempt from x, where the rule needs no tape.
inline Row after_aborts(Row row, std::size_t x, AbortRule rule) {
  if (row.aborted == 0) return row;
  if (rule == AbortRule::keep) {
    row.to[x] += row.aborted;
  } else {
    const Rational success = 1 - row.aborted;
    if (success == 0) {
      row.stuck = 1;
    } else {
      for (auto& [y, probability] : row.to) probability /= success;
      row.illegal /= success;
      row.stuck /= success;
    }
  }
  row.aborted = 0;
  return row;
}

/// (pi P)(y) / pi(y) of every configuration, pi being the claimed law.
inline std::vector<Rational> flow_ratios(const StepModel& model, const std::vector<Row>& rows) {
  std::vector<Rational> flow(model.configurations);
  for (std::size_t x = 0; x < rows.size(); ++x)
    for (const auto& [y, probability] : rows[x].to) flow[y] += model.weight(x) * probability;
  for (std::size_t y = 0; y < flow.size(); ++y) flow[y] /= model.weight(y);
  return flow;
}

inline Rational largest_defect(const StepModel& model, const std::vector<Row>& rows) {
  Rational largest = 0;
  for (const Rational& ratio : flow_ratios(model, rows)) {
    const Rational defect = ratio > 1 ? Rational(ratio - 1) : Rational(1 - ratio);
    if (defect > largest) largest = defect;
  }
  return largest;
}

}  // namespace touchstone::explore
