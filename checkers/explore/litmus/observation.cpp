#include "checkers/explore/litmus/observation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::explore {

Observation::Observation(const LitmusProgram& program, const std::vector<std::string>& locations)
    : program_(program), locations_(locations) {
  const auto reported = [&](const std::string& name) {
    const auto& some = program.reported;
    return !some || std::find(some->begin(), some->end(), name) != some->end();
  };
  for (std::size_t i = 0; i < locations.size(); ++i)
    if (reported(locations[i])) variables_.push_back(i);
  std::sort(variables_.begin(), variables_.end(),
            [&](std::size_t a, std::size_t b) { return locations[a] < locations[b]; });
  if (!program.condition) return;
  std::vector<std::string> asked;
  program.condition->formula.names(asked);
  for (const std::string& name : asked)
    if (!known(name))
      throw input_error(program.name, "condition", "the name of a register or of a shared variable",
                        "'" + name + "'");
}

bool Observation::known(const std::string& name) const {
  return std::find(locations_.begin(), locations_.end(), name) != locations_.end() ||
         std::any_of(program_.observed.begin(), program_.observed.end(),
                     [&](const auto& entry) { return entry.name == name; });
}

std::vector<std::string> Observation::names() const {
  std::vector<std::string> result;
  for (const auto& entry : program_.observed) result.push_back(entry.name);
  for (const std::size_t i : variables_) result.push_back(locations_[i]);
  return result;
}

Outcome Observation::outcome(const FinalState& state) const {
  Outcome result;
  for (const auto& entry : program_.observed)
    result.push_back(state.register_value(entry.thread, entry.index));
  for (const std::size_t i : variables_) result.push_back(state.memory_value(i));
  return result;
}

Value Observation::value_of(const std::string& name, const FinalState& state) const {
  for (const auto& entry : program_.observed)
    if (entry.name == name) return state.register_value(entry.thread, entry.index);
  const auto found = std::find(locations_.begin(), locations_.end(), name);
  return state.memory_value(static_cast<std::size_t>(found - locations_.begin()));
}

bool Observation::satisfied(const FinalState& state) const {
  return program_.condition && program_.condition->formula.holds(
                                   [&](const std::string& name) { return value_of(name, state); });
}

bool answer(const Condition& condition, std::size_t final_states, std::size_t satisfying) {
  switch (condition.quantifier) {
    case Condition::Quantifier::exists:
      return satisfying > 0;
    case Condition::Quantifier::not_exists:
      return satisfying == 0;
    case Condition::Quantifier::forall:
      return satisfying == final_states;
  }
  return false;
}

std::string to_text(const std::vector<std::string>& names, const Outcome& outcome) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += fmt::format("{}{}={}", i == 0 ? "" : " ", names[i], outcome[i]);
  return result;
}

}  // namespace touchstone::explore
