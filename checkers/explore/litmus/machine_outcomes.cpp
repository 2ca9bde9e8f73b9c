// checkers/explore/litmus/machine_outcomes.cpp
// Purpose   Litmus programs on the memory machines.
#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/litmus/outcomes.hpp"
#include "checkers/explore/litmus/thread.hpp"
#include "checkers/explore/machine/sc_machine.hpp"
#include "checkers/explore/machine/tso_machine.hpp"
#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

template <class System>
bool deadlocked(const System& system, const StateGraph& graph, Index state) {
  if constexpr (std::is_same_v<System, ViewMachine>)
    return system.deadlocked(graph.states.view(state));
  else
    return graph.blocked(state);
}

template <class System>
MachineReport explore_states(const LitmusProgram& program, const MachineProgram& machine,
                             const System& system, std::size_t budget) {
  MachineReport report;
  const Observation observation(program, machine.locations);
  const StateGraph graph = explored(system, ExploreLimits{budget});
  report.names = observation.names();
  report.exhausted = graph.complete;
  report.states = graph.size();
  report.bytes_per_state = graph.bytes_per_state();
  for (Index i = 0; i < graph.size(); ++i) {
    if (deadlocked(system, graph, i)) ++report.deadlocks;
    if (graph.ending[i] != Ending::finished) continue;
    const Words words = graph.states.view(i);
    const FinalState state{[&](std::size_t t, std::size_t r) {
                             return system.layout().of(system.locals(words), t)[1 + r];
                           },
                           [&](std::size_t location) { return system.value_of(words, location); }};
    const Outcome outcome = observation.outcome(state);
    if (observation.satisfied(state)) report.satisfying.insert(outcome);
    report.outcomes.insert(outcome);
  }
  return report;
}

bool assumes(const LitmusProgram& program) {
  for (const LitmusThread& thread : program.threads)
    for (const Instruction& instruction : thread.code)
      if (instruction.code == Instruction::Code::assume) return true;
  return false;
}

/// A race ends its run, so the final states are those of runs that are not judged. Where an
/// assumption may discard a run, it goes on, and counts only if it is not discarded.
MachineReport explore_views(const LitmusProgram& program, const MachineProgram& code,
                            ViewMachine::Variant variant, std::size_t budget) {
  ViewMachine machine(code, variant);
  MachineReport report = explore_states(program, code, machine, budget);
  machine.watch(
      racy_locations(machine, machine.levels(), explored(machine, ExploreLimits{budget})));
  if (assumes(program)) machine.go_on_after_races();
  const StateGraph judged = explored(machine, ExploreLimits{budget});
  report.exhausted = report.exhausted && judged.complete;
  for (Index i = 0; i < judged.size(); ++i) {
    const Words state = judged.states.view(i);
    if (judged.ending[i] == Ending::running && !machine.deadlocked(state)) continue;
    const std::optional<ViewRace> race = machine.race(state);
    if (race && !machine.layout().discarded(machine.locals(state)))
      report.races.insert(code.locations[race->location]);
  }
  return report;
}

}  // namespace

MachineReport machine_outcomes(const LitmusProgram& program, Machine machine,
                               std::size_t state_budget) {
  const RunnableLitmus runnable(program);
  return runnable.run([&](const MachineProgram& code) {
    const LitmusProgram& source = runnable.source();
    switch (machine) {
      case Machine::sc:
        return explore_states(source, code, ScMachine(code), state_budget);
      case Machine::tso_x86:
        return explore_states(source, code, TsoMachine(code), state_budget);
      case Machine::views_strong:
        return explore_views(source, code, ViewMachine::Variant::strong, state_budget);
      default:
        return explore_views(source, code, ViewMachine::Variant::weak, state_budget);
    }
  });
}

}  // namespace touchstone::explore
