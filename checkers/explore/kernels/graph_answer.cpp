#include "checkers/explore/kernels/graph_answer.hpp"

#include <fmt/format.h>

#include <map>
#include <ostream>

#include "checkers/explore/axioms/drawing.hpp"
#include "checkers/explore/axioms/search.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

std::string wrong_with(const KernelTask& task, const MachineProgram& program,
                       const Finished& finished) {
  if (finished.conclusion == Conclusion::deadlock) return "deadlock";
  if (finished.conclusion == Conclusion::complete)
    return task.kernel_case.property(finished.memory);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Operation op = program.threads[t]->next(finished.locals[t]);
    if (op.kind == Kind::aborted) return "aborts: " + reason(task.kernel, op);
  }
  return {};
}

DrawingNames names_of(const MachineProgram& program) {
  return {program.locations,
          [](std::uint8_t, std::uint32_t site) { return fmt::format("line {}", site); }};
}

struct Executions {
  std::map<std::string, std::size_t> what;
  std::optional<Execution> wrong;  ///< the first one with something wrong, which is
  std::string first;
  std::optional<Execution> any;
};

void describe(const Race& race, const MachineProgram& program, std::ostream& out) {
  out << fmt::format("  wrong: {} on {}: thread {} line {} and thread {} line {}\n",
                     race.of_scopes ? "scopes too narrow" : "data race",
                     program.locations[race.location], race.first_thread, race.first_site,
                     race.second_thread, race.second_site);
}

}  // namespace

KernelAnswer explore_executions(const KernelTask& task, const KernelOutputs& outputs,
                                std::ostream& out) {
  if (!outputs.certificate.empty())
    throw input_error("--certificate", "model", "sc, tso_x86 or views, which have states", "rc11");
  const MachineProgram program = task.program();
  Executions seen;
  const SearchResult found =
      search(program, {.graph_budget = task.budget}, [&](const Finished& finished) {
        if (!seen.any) seen.any = finished.execution;
        const std::string wrong = wrong_with(task, program, finished);
        if (wrong.empty()) return;
        ++seen.what[wrong];
        if (seen.wrong) return;
        seen.wrong = finished.execution;
        seen.first = wrong;
      });
  out << fmt::format("{}: {} executions, {} graphs\n", task.title(), found.executions,
                     found.graphs);
  for (const auto& [what, executions] : seen.what)
    out << fmt::format("  wrong: {} ({} executions)\n", what, executions);
  for (const Race& race : found.races) describe(race, program, out);
  const bool wrong = !seen.what.empty() || !found.races.empty();
  if (!found.exhausted)
    out << fmt::format("  not decided: budget exceeded after {} graphs\n", found.graphs);
  if (!wrong && found.exhausted) out << "  nothing goes wrong\n";
  if (seen.wrong && outputs.story) {
    out << to_table(*seen.wrong, names_of(program)) << "wrong: " << seen.first
        << "\na schedule to replay: ask --model views\n";
  }
  if (!outputs.dot.empty() && seen.any) {
    write_file("--dot", outputs.dot,
               to_dot(seen.wrong ? *seen.wrong : *seen.any, names_of(program), task.title()));
    out << "wrote " << outputs.dot << '\n';
  }
  return {wrong, wrong || found.exhausted, found.graphs};
}

}  // namespace touchstone::explore
