// checkers/explore/chain_command.cpp
// Purpose   `touchstone explore --chain C5 --variant '15<->16'`: how a leg of the event-chain
//           algorithm can end, with exact probabilities, and a schedule to a wrong end.
#include <fmt/format.h>

#include <ostream>

#include "checkers/explore/event_chain/examine.hpp"
#include "checkers/explore/event_chain/mutants.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/graph/heaviest.hpp"
#include "checkers/explore/kernel_command.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::explore {
namespace {

Configuration configuration(const std::string& name) {
  std::vector<Configuration> all = {sequential_c4(), sequential_c5()};
  for (const Configuration& witness : witnesses()) all.push_back(witness);
  std::vector<std::string> known;
  for (const Configuration& each : all) {
    if (each.name == name) return each;
    known.push_back(each.name);
  }
  throw input_error("--chain", "configuration",
                    "a known one (nearest: '" + nearest_name(name, known) + "')", "'" + name + "'");
}

void print_probability(const char* what, const Rational& probability, std::ostream& out) {
  out << fmt::format("{}: {:.6g}\n", what, probability.convert_to<double>());
  if (probability != 0 && probability != 1) out << "  = " << probability.str() << '\n';
}

void print_probabilities(const Examiner& examiner, std::ostream& out) {
  out << "probabilities when each turn goes to a thread at random:\n";
  const EndProbabilities ends = examiner.probabilities();
  print_probability("right end", ends.right, out);
  print_probability("wrong end", ends.wrong, out);
  print_probability("aborted", ends.aborted, out);
  print_probability("stuck", ends.stuck, out);
}

const char* end_of(const Examiner& examiner, Index state) {
  const StateGraph& graph = examiner.graph();
  if (graph.ending[state] == Ending::aborted) return "aborted";
  if (graph.ending[state] == Ending::finished) return examiner.wrong_end(state) ? "wrong" : "right";
  return endings(graph).is_stuck[state] != 0 ? "stuck" : "still running";
}

/// Statements that the threads execute, run by run of one thread.
ExitCode print_replay(const Examiner& examiner, const std::string& text, std::ostream& out) {
  const StateGraph& graph = examiner.graph();
  const Schedule schedule = replay(graph, text);
  unsigned last = graph.threads;
  for (std::size_t i = 0; i < schedule.steps(); ++i) {
    const unsigned thread = graph.step_of(graph.edges[schedule.taken[i]]).thread;
    if (thread != last) out << (i == 0 ? "" : "\n") << fmt::format("thread {}: statements", thread);
    last = thread;
    out << ' ' << int{examiner.system().pc(graph.states.view(schedule.states[i]), thread)};
  }
  const std::string end = end_of(examiner, schedule.end());
  out << "\nends: " << end << '\n';
  return end == "wrong" || end == "stuck" ? ExitCode::failed : ExitCode::inconclusive;
}

void print_counterexample(const Examiner& examiner, const Examination& found,
                          const std::string& command, std::ostream& out) {
  const std::string word = examiner.counterexample();
  out << "schedule: " << word << '\n';
  out << "replay: " << command << " --replay '" << word << "'\n";
  if (found.wrong_ends == 0) return;
  const auto heaviest =
      heaviest_schedule(examiner.graph(), [&](Index s) { return examiner.wrong_end(s); });
  out << fmt::format("most probable schedule to a wrong end: {:.3g}\n",
                     heaviest->probability.convert_to<double>())
      << "  " << explore::word(examiner.graph(), heaviest->schedule) << '\n';
}

void require_possible(const KernelRequest& request) {
  if (!request.models.empty() && request.models != std::vector<std::string>{"sc"})
    throw input_error("--chain", "memory model",
                      "sc, which is the published model (the production kernels are --kernel "
                      "'chains with tags' and 'chains with words')",
                      request.models.front());
  if (!request.dot.empty()) throw input_error("--chain", "options", "no --dot", "--dot");
}

}  // namespace

int run_chain(const KernelRequest& request, std::ostream& out) {
  require_possible(request);
  const bool plain = request.variant.empty();
  const Configuration chosen = configuration(request.chain);
  Examiner examiner({.states = request.budget});
  const Examination& found =
      examiner.examine(plain ? Program{} : chain_mutant(request.variant).program, chosen);
  out << fmt::format("Algorithm 5{} on {}\n", plain ? "" : ", variant " + request.variant,
                     text(chosen));
  if (!found.complete) {
    out << fmt::format("not decided: budget exceeded after {} states\n", found.states);
    return static_cast<int>(ExitCode::inconclusive);
  }
  if (!request.replay.empty()) return static_cast<int>(print_replay(examiner, request.replay, out));
  out << fmt::format("{} states, {} ends, {} of them wrong, {} stuck states\n", found.states,
                     found.terminals, found.wrong_ends, found.stuck);
  if (examiner.graph().size() <= kMostExactStates) print_probabilities(examiner, out);
  if (!found.kills()) return static_cast<int>(ExitCode::pass);
  print_counterexample(examiner, found,
                       fmt::format("touchstone explore --chain {}{}", chosen.name,
                                   plain ? "" : " --variant '" + request.variant + "'"),
                       out);
  return static_cast<int>(ExitCode::failed);
}

}  // namespace touchstone::explore
