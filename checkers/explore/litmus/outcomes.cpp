#include "checkers/explore/litmus/outcomes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "checkers/explore/litmus/thread.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

/// Where each observed name is found in a final state.
class Observation {
 public:
  Observation(const LitmusProgram& program, const std::vector<std::string>& locations)
      : program_(program), locations_(locations) {
    for (std::size_t i = 0; i < locations.size(); ++i)
      if (reported(locations[i])) variables_.push_back(i);
    std::sort(variables_.begin(), variables_.end(),
              [&](std::size_t a, std::size_t b) { return locations[a] < locations[b]; });
  }

  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : program_.observed) result.push_back(entry.name);
    for (const std::size_t i : variables_) result.push_back(locations_[i]);
    return result;
  }

  Outcome outcome(const Finished& state) const {
    Outcome result;
    for (const auto& entry : program_.observed)
      result.push_back(state.locals[entry.thread][1 + entry.index]);
    for (const std::size_t i : variables_) result.push_back(state.memory[i]);
    return result;
  }

  /// Any name a condition may use, observed or not.
  Value value_of(const std::string& name, const Finished& state) const {
    for (const auto& entry : program_.observed)
      if (entry.name == name) return state.locals[entry.thread][1 + entry.index];
    for (std::size_t i = 0; i < locations_.size(); ++i)
      if (locations_[i] == name) return state.memory[i];
    throw input_error(program_.name, "condition",
                      "the name of a register or of a shared variable", "'" + name + "'");
  }

 private:
  bool reported(const std::string& name) const {
    const auto& some = program_.reported;
    return !some || std::find(some->begin(), some->end(), name) != some->end();
  }

  const LitmusProgram& program_;
  const std::vector<std::string>& locations_;
  std::vector<std::size_t> variables_;
};

std::string site_text(const LitmusProgram& program, std::uint8_t thread, std::uint32_t site) {
  return fmt::format("thread {} '{}'", thread, program.threads[thread].code[site].text);
}

void describe_races(const LitmusProgram& program, const std::vector<std::string>& locations,
                    LitmusReport& report) {
  for (const Race& race : report.search.races)
    report.races.push_back(fmt::format("{}: {} and {}", locations[race.location],
                                       site_text(program, race.first_thread, race.first_site),
                                       site_text(program, race.second_thread, race.second_site)));
}

void answer(const LitmusProgram& program, LitmusReport& report) {
  if (!program.condition) return;
  switch (program.condition->quantifier) {
    case Condition::Quantifier::exists:
      report.answer = report.satisfying > 0;
      return;
    case Condition::Quantifier::not_exists:
      report.answer = report.satisfying == 0;
      return;
    case Condition::Quantifier::forall:
      report.answer = report.satisfying == report.search.executions;
  }
}

/// A condition that names something unknown is an error even when no execution completes.
void check_names(const LitmusProgram& program, const std::vector<std::string>& locations) {
  if (!program.condition) return;
  std::vector<std::string> names;
  program.condition->formula.names(names);
  for (const std::string& name : names) {
    const bool known =
        std::find(locations.begin(), locations.end(), name) != locations.end() ||
        std::any_of(program.observed.begin(), program.observed.end(),
                    [&](const auto& entry) { return entry.name == name; });
    if (!known)
      throw input_error(program.name, "condition",
                        "the name of a register or of a shared variable", "'" + name + "'");
  }
}

LitmusReport explore(const LitmusProgram& program, const MachineProgram& machine,
                     const SearchOptions& options) {
  LitmusReport report;
  check_names(program, machine.locations);
  const Observation observation(program, machine.locations);
  report.names = observation.names();
  report.search = search(machine, options, [&](const Finished& state) {
    if (state.ending != Ending::complete) return;
    ++report.outcomes[observation.outcome(state)];
    if (program.condition && program.condition->formula.holds([&](const std::string& name) {
          return observation.value_of(name, state);
        }))
      ++report.satisfying;
  });
  answer(program, report);
  describe_races(program, machine.locations, report);
  return report;
}

}  // namespace

LitmusReport outcomes_of(const LitmusProgram& program, const SearchOptions& options) {
  const RunnableLitmus runnable(program);
  return runnable.run(
      [&](const MachineProgram& machine) { return explore(runnable.source(), machine, options); });
}

std::string to_text(const std::vector<std::string>& names, const Outcome& outcome) {
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
    result += fmt::format("{}{}={}", i == 0 ? "" : " ", names[i], outcome[i]);
  return result;
}

}  // namespace touchstone::explore
