// checkers/explore/schedules/confluence.cpp
// Purpose   The strongest level: the end depends on the random numbers, not on the schedule.
#include <fmt/format.h>

#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/schedules/judge.hpp"
#include "checkers/explore/schedules/tapes.hpp"

namespace touchstone::explore {
namespace {

std::string name_of(const StepModel& model, std::size_t x) {
  return model.picture ? model.picture(x) : "configuration " + std::to_string(x);
}

/// All ends that the schedules of one tape lead to, as text.
std::set<std::string> ends_of(const StepModel& model, const MachineProgram& program, Tape& tape,
                              std::size_t budget, std::size_t& states) {
  const TapedSystem system(program, tape);
  const StateGraph graph = explored(system, ExploreLimits{budget});
  require_complete(model, graph);
  states += graph.size();
  std::set<std::string> ends;
  for (Index i = 0; i < graph.size(); ++i) {
    if (graph.blocked(i)) ends.insert("a deadlock");
    if (graph.ending[i] == Ending::running) continue;
    const Row row =
        row_of_end(model, system.machine(), system.inner(graph.states.view(i)), graph.ending[i]);
    if (row.aborted > 0)
      ends.insert("an abort");
    else if (row.illegal > 0)
      ends.insert("no legal configuration");
    else
      ends.insert(name_of(model, row.to.begin()->first));
  }
  if (endings(graph).livelocks() > 0) ends.insert("no end");
  return ends;
}

}  // namespace

Confluence judge_confluence(const StepModel& model, std::size_t budget) {
  Confluence result;
  std::size_t states = 0;
  for (std::size_t x = 0; x < model.configurations; ++x) {
    const MachineProgram program = model.program(x);
    Tape tape;
    do {
      const std::set<std::string> ends = ends_of(model, program, tape, budget, states);
      ++result.tapes;
      if (ends.size() < 2 || !result.holds) continue;
      result.holds = false;
      result.witness = fmt::format("from {} with {}: {} or {}", name_of(model, x), tape.text(),
                                   *ends.begin(), *std::next(ends.begin()));
    } while (tape.next());
  }
  return result;
}

}  // namespace touchstone::explore
