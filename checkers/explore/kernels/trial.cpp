#include "checkers/explore/kernels/trial.hpp"

#include "checkers/explore/axioms/search.hpp"
#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/graph/lasso.hpp"
#include "checkers/explore/kernels/kernel_system.hpp"
#include "checkers/explore/kernels/survey.hpp"
#include "checkers/explore/machine/sc_machine.hpp"
#include "checkers/explore/machine/tso_machine.hpp"
#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

std::string reason_text(const Kernel& kernel, const Operation& op) {
  return "aborts: " + reason(kernel, op);
}

std::string text(const ViewRace& race, const MachineProgram& program) {
  return (race.of_scopes ? "scopes too narrow on " : "data race on ") +
         program.locations[race.location];
}

template <class Machine>
std::string what_ends_wrong(const Kernel& kernel, const KernelCase& kernel_case,
                            const MachineProgram& program, const Machine& machine,
                            const StateGraph& graph) {
  const Endings ends = endings(graph);
  if (!ends.aborted.empty()) {
    const Words state = graph.states.view(ends.aborted.front());
    if constexpr (std::is_same_v<Machine, ViewMachine>)
      if (const auto race = machine.race(state)) return text(*race, program);
    for (std::size_t t = 0; t < machine.layout().threads(); ++t) {
      const Operation op = machine.layout().next(machine.locals(state), t);
      if (op.kind == Kind::aborted) return reason_text(kernel, op);
    }
  }
  const std::size_t locations = program.locations.size();
  std::vector<Value> memory(locations);
  for (const Index finished : ends.finished) {
    const Words state = graph.states.view(finished);
    for (std::size_t i = 0; i < locations; ++i) memory[i] = machine.value_of(state, i);
    if (std::string wrong = kernel_case.property(memory); !wrong.empty()) return wrong;
  }
  if (ends.deadlocks() > 0) return "deadlock";
  if constexpr (std::is_same_v<Machine, ViewMachine>)
    for (Index state = 0; state < graph.size(); ++state)
      if (machine.deadlocked(graph.states.view(state))) return "deadlock";
  if (ends.livelocks() > 0) return "livelock";
  if constexpr (std::is_same_v<Machine, ViewMachine>) return {};  // loads may be stale for ever
  const auto threads = static_cast<unsigned>(machine.layout().threads());
  const auto unfinished = [&](Index state, unsigned t) {
    return !explore::ends(machine.layout().next(machine.locals(graph.states.view(state)), t));
  };
  const auto lasso = some_thread_waits(graph, threads, unfinished, Fairness::weak);
  return lasso ? waits_text(lasso->thread) : std::string();
}

template <class Machine>
Trial on_machine(const Kernel& kernel, const KernelCase& kernel_case, const MachineProgram& program,
                 const Machine& machine, const StateGraph& graph) {
  Trial result{graph.complete, {}, graph.size()};
  if (graph.complete) result.wrong = what_ends_wrong(kernel, kernel_case, program, machine, graph);
  return result;
}

Trial on_graphs(const Kernel& kernel, const KernelCase& kernel_case, const MachineProgram& program,
                std::size_t budget) {
  Trial result;
  const SearchOptions options{.model = Model::rc11, .graph_budget = budget};
  const SearchResult found = search(program, options, [&](const Finished& finished) {
    if (!result.wrong.empty()) return;
    if (finished.conclusion == Conclusion::deadlock) result.wrong = "deadlock";
    if (finished.conclusion == Conclusion::complete)
      result.wrong = kernel_case.property(finished.memory);
    if (finished.conclusion != Conclusion::aborted) return;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const Operation op = program.threads[t]->next(finished.locals[t]);
      if (op.kind == Kind::aborted) result.wrong = reason_text(kernel, op);
    }
  });
  result.complete = found.exhausted;
  result.states = found.graphs;
  if (result.wrong.empty() && !found.races.empty()) {
    const Race& race = found.races.front();
    result.wrong = (race.of_scopes ? "scopes too narrow on " : "data race on ") +
                   program.locations[race.location] + ", lines " + std::to_string(race.first_site) +
                   " and " + std::to_string(race.second_site);
  }
  return result;
}

}  // namespace

Trial trial(const Kernel& kernel, const KernelCase& kernel_case, const MachineProgram& program,
            Judge judge, std::size_t budget) {
  const auto ask = [&](const auto& machine) {
    return on_machine(kernel, kernel_case, program, machine, explored(machine, {budget}));
  };
  switch (judge) {
    case Judge::sc:
      return ask(ScMachine(program));
    case Judge::tso_x86:
      return ask(TsoMachine(program));
    case Judge::rc11:
      return on_graphs(kernel, kernel_case, program, budget);
    case Judge::views:
      break;
  }
  ViewMachine views(program, ViewMachine::Variant::weak);
  const StateGraph graph = explored_with_races(views, program, {budget});
  return on_machine(kernel, kernel_case, program, views, graph);
}

std::vector<KernelMutant> mutants_of(const Kernel& kernel) {
  std::vector<KernelMutant> all;
  for (const std::string& fault : kernel.faults)
    all.push_back({fault, static_cast<int>(all.size()) + 1});
  Survey survey;
  for (const KernelCase& kernel_case : kernel.cases) {
    const MachineProgram watched = survey.watched(program(kernel_case));
    if (!explored(ScMachine(watched)).complete)
      throw InputError(kernel.name + ", " + kernel_case.name + ": too many states for a survey");
  }
  for (const NamedMutation& planted : mutations_of(survey.sites()))
    all.push_back({planted.name, 0, planted.mutation});
  return all;
}

bool goes_wrong(const Expected& line, Judge judge) {
  return line.killed_by && judge >= *line.killed_by;
}

}  // namespace touchstone::explore
