#include "checkers/explore/litmus/outcomes.hpp"

#include <fmt/format.h>

#include <memory>

#include "checkers/explore/litmus/thread.hpp"

namespace touchstone::explore {
namespace {

DrawingNames names_for(std::shared_ptr<const LitmusProgram> program,
                       const std::vector<std::string>& locations) {
  return {locations, [program = std::move(program)](std::uint8_t thread, std::uint32_t site) {
            return program->threads[thread].code[site].text;
          }};
}

void describe_races(LitmusReport& report) {
  const auto site = [&](std::uint8_t thread, std::uint32_t at) {
    return fmt::format("thread {} '{}'", thread, report.drawing.statement(thread, at));
  };
  for (const Race& race : report.search.races)
    report.races.push_back(fmt::format(
        "{}{}: {} and {}", race.of_scopes ? "scopes too narrow, " : "",
        report.drawing.locations[race.location], site(race.first_thread, race.first_site),
        site(race.second_thread, race.second_site)));
}

LitmusReport explore_graphs(const RunnableLitmus& runnable, const MachineProgram& machine,
                            const SearchOptions& options, bool examples) {
  LitmusReport report;
  const LitmusProgram& program = runnable.source();
  const Observation observation(program, machine.locations);
  report.names = observation.names();
  report.drawing = names_for(runnable.shared_source(), machine.locations);
  report.search = search(machine, options, [&](const Finished& finished) {
    if (examples && finished.conclusion == Conclusion::deadlock && !report.deadlock)
      report.deadlock = finished.execution;
    if (finished.conclusion != Conclusion::complete) return;
    const FinalState state{[&](std::size_t t, std::size_t i) { return finished.locals[t][1 + i]; },
                           [&](std::size_t location) { return finished.memory[location]; }};
    Outcome outcome = observation.outcome(state);
    if (examples) report.examples.try_emplace(outcome, finished.execution);
    if (observation.satisfied(state)) {
      ++report.satisfying;
      report.satisfied.insert(outcome);
    }
    ++report.outcomes[std::move(outcome)];
  });
  if (program.condition)
    report.answer = answer(*program.condition, report.search.executions, report.satisfying);
  describe_races(report);
  return report;
}

}  // namespace

LitmusReport outcomes_of(const LitmusProgram& program, const SearchOptions& options,
                         bool examples) {
  const RunnableLitmus runnable(program);
  return runnable.run([&](const MachineProgram& machine) {
    return explore_graphs(runnable, machine, options, examples);
  });
}

}  // namespace touchstone::explore
