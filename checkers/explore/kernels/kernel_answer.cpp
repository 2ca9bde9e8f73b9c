#include "checkers/explore/kernels/kernel_answer.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "checkers/explore/graph/certificate.hpp"
#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/graph/lasso.hpp"
#include "checkers/explore/graph/shortest.hpp"
#include "checkers/explore/kernels/graph_answer.hpp"
#include "checkers/explore/kernels/story.hpp"
#include "checkers/explore/sampling/looped_path.hpp"
#include "checkers/explore/sampling/preemptions.hpp"
#include "checkers/explore/sampling/probes.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

KernelQuestion question_of(const KernelTask& task) {
  return {task.kernel, task.kernel_case, task.program(), task.judge};
}

/// Errors in the states of a graph, as far as it has been explored.
struct Wrongs {
  std::vector<char> state;                  ///< by state: wrong in itself, or a trap
  std::map<std::string, std::size_t> what;  ///< with the number of states
  std::size_t finished = 0;
};

Wrongs wrongs_of(const KernelQuestion& question, const StateGraph& graph) {
  Wrongs result;
  result.state.assign(graph.size(), 0);
  for (Index state = 0; state < graph.size(); ++state) {
    result.finished += graph.ending[state] == Ending::finished;
    const std::string wrong = question.wrong(graph.states.view(state));
    if (wrong.empty()) continue;
    result.state[state] = 1;
    ++result.what[wrong];
  }
  if (!graph.complete) return result;
  for (const Trap& trap : endings(graph).traps) {
    if (trap.deadlock && result.state[trap.states.front()] != 0) continue;  // found above
    ++result.what[trap.deadlock ? "deadlock" : "livelock"];
    for (const Index state : trap.states) result.state[state] = 1;
  }
  return result;
}

/// One line for each kind of error, some of many.
void print(const Wrongs& wrongs, std::ostream& out) {
  constexpr std::size_t kMostKinds = 6;
  std::size_t kinds = 0;
  for (const auto& [what, states] : wrongs.what)
    if (++kinds <= kMostKinds)
      out << fmt::format("  wrong: {} ({} {})\n", what, states, states == 1 ? "state" : "states");
  if (kinds > kMostKinds) out << fmt::format("  and {} other kinds\n", kinds - kMostKinds);
}

/// A run without an end, of the first thread that has one. Loads of the machine of views may return
/// an old value for ever, so no loop there says anything.
std::optional<Lasso> lasso_of(const KernelTask& task, const KernelQuestion& question,
                              const StateGraph& graph, Fairness fairness) {
  if (task.judge == Judge::views || !graph.complete) return std::nullopt;
  const auto threads = static_cast<unsigned>(question.program().threads.size());
  const auto unfinished = [&](Index state, unsigned t) {
    return !ends(question.system().next(graph.states.view(state), t));
  };
  return some_thread_waits(graph, threads, unfinished, fairness);
}

/// Explores in stages, each from the beginning: what is told in between costs a seventh more.
StateGraph explored_in_stages(const KernelTask& task, const KernelQuestion& question,
                              const KernelOutputs& outputs) {
  if (outputs.progress != nullptr) {
    for (std::size_t stage = outputs.first_progress; stage < task.budget; stage *= 8) {
      StateGraph graph = question.system().explored({stage});
      if (graph.complete) return graph;
      *outputs.progress << fmt::format(
                               "{}: {} states so far, {}\n", task.title(), graph.size(),
                               report(estimate_states(question.system().any(), graph.states)))
                        << std::flush;
    }
  }
  return question.system().explored({task.budget});
}

void tell(const KernelTask& task, const KernelQuestion& question, const Path& path,
          std::ostream& out) {
  out << story(question, task.judge, path);
  out << "schedule: " << path.word << '\n';
  out << "replay: " << task.replay(path.word) << '\n';
}

void tell_lasso(const KernelTask& task, const KernelQuestion& question, const std::string& word,
                std::ostream& out) {
  out << story(question, task.judge, replayed_lasso(question.system().any(), word).path);
  out << "schedule: " << word << " (what is in brackets again and again)\n";
  out << "replay: " << task.replay(word) << '\n';
}

/// The states, and in red the way to what is wrong.
std::string drawing(const KernelTask& task, const StateGraph& graph, const Wrongs& wrongs,
                    const std::optional<Schedule>& way) {
  std::vector<char> on_way(graph.edges.size(), 0);
  if (way)
    for (const std::size_t edge : way->taken) on_way[edge] = 1;
  std::string dot =
      fmt::format("digraph states {{\n  label=\"{}\";\n  node [shape=circle];\n", task.title());
  for (Index state = 0; state < graph.size(); ++state) {
    const bool end = graph.ending[state] == Ending::finished;
    if (wrongs.state[state] != 0)
      dot += fmt::format("  s{} [shape=doublecircle color=\"#b0302a\"];\n", state);
    else if (end)
      dot += fmt::format("  s{} [shape=doublecircle];\n", state);
  }
  for (Index state = 0; state < graph.size(); ++state)
    for (std::size_t edge = graph.first_edge[state]; edge < graph.first_edge[state + 1u]; ++edge)
      dot += fmt::format("  s{} -> s{} [label={}{}];\n", state, graph.edges[edge].to,
                         static_cast<char>('a' + graph.step_of(graph.edges[edge]).thread),
                         on_way[edge] != 0 ? " color=\"#b0302a\" penwidth=2" : "");
  return dot + "}\n";
}

void draw(const KernelTask& task, const StateGraph& graph, const Wrongs& wrongs,
          const std::optional<Schedule>& way, const std::string& file, std::ostream& out) {
  if (graph.size() > kMostStatesDrawn)
    throw input_error("--dot", "state graph", fmt::format("at most {} states", kMostStatesDrawn),
                      std::to_string(graph.size()));
  write_file("--dot", file, drawing(task, graph, wrongs, way));
  out << "wrote " << file << '\n';
}

void certify(const KernelTask& task, const StateGraph& graph, bool wrong, const std::string& file,
             std::ostream& out) {
  if (wrong)
    throw input_error("--certificate", "verdict", "one that nothing goes wrong", "something does");
  std::ostringstream certificate;
  write_certificate(graph, task.title(), certificate);
  write_file("--certificate", file, certificate.str());
  out << "wrote " << file << " (" << graph.size() << " states)\n";
}

/// "pct:3:1000" as its word and its numbers.
struct Sampling {
  explicit Sampling(const std::string& how) {
    std::istringstream in(how);
    std::getline(in, method, ':');
    for (std::string number; std::getline(in, number, ':');) {
      const bool digits = !number.empty() && number.size() < 10 &&
                          number.find_first_not_of("0123456789") == std::string::npos;
      if (!digits) refuse(how);
      numbers.push_back(std::stoul(number));
    }
    const bool one = method == "walk" || method == "preemptions";
    if (numbers.size() != (one ? 1u : 2u) || (!one && method != "pct")) refuse(how);
  }
  [[noreturn]] static void refuse(const std::string& how) {
    throw input_error("--sample", "what to sample",
                      "pct:DEPTH:RUNS, walk:RUNS or preemptions:COUNT", "'" + how + "'");
  }
  std::string method;
  std::vector<std::size_t> numbers;
};

/// Whether no end can be reached from this state, and no deadlock, which is another story. False
/// when the budget does not tell.
bool never_ends(const AnySystem& system, const StateWords& from, std::size_t budget) {
  StateStore seen;
  seen.intern(from);
  std::vector<StateWords> left = {from};
  while (!left.empty()) {
    const StateWords state = std::move(left.back());
    left.pop_back();
    if (system.ending(state) != Ending::running || seen.size() > budget) return false;
    auto options = system.options(state);
    if (options.empty()) return false;
    for (Option& option : options)
      if (seen.intern(option.next).fresh) left.push_back(std::move(option.next));
  }
  return true;
}

KernelAnswer few_preemptions_of(const KernelTask& task, const KernelQuestion& question,
                                unsigned preemptions, std::ostream& out) {
  const PreemptionOptions options{preemptions, task.budget};
  const PreemptionResult result = few_preemptions(question.system().any(), options, question.bad());
  out << report(result, options);
  if (result.fewest) tell(task, question, result.counterexample, out);
  return {result.fewest.has_value(), result.fewest.has_value(), 0, result.counterexample.word};
}

}  // namespace

std::string KernelTask::title() const {
  return fmt::format("{}{}{}, under {}", kernel.name,
                     mutant.name.empty() ? "" : ", mutant " + mutant.name,
                     kernel_case.name.empty() ? "" : ", " + kernel_case.name, name(judge));
}

std::string KernelTask::replay(const std::string& word) const {
  if (kernel.source.empty()) return fmt::format("replay(..., \"{}\", \"{}\")", name(judge), word);
  return fmt::format("touchstone explore --kernel '{}'{} --case '{}' --model {} --replay '{}'",
                     kernel.name, mutant.name.empty() ? "" : " --mutant '" + mutant.name + "'",
                     kernel_case.name, name(judge), word);
}

void write_file(const std::string& option, const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw input_error(option, "file", "a path that can be written", "'" + path + "'");
}

KernelAnswer explore_kernel(const KernelTask& task, const KernelOutputs& outputs,
                            std::ostream& out) {
  if (task.judge == Judge::rc11) return explore_executions(task, outputs, out);
  const KernelQuestion question = question_of(task);
  const StateGraph graph = explored_in_stages(task, question, outputs);
  Wrongs wrongs = wrongs_of(question, graph);
  std::optional<Lasso> lasso;
  if (wrongs.what.empty()) lasso = lasso_of(task, question, graph, Fairness::weak);
  if (lasso) {
    ++wrongs.what[waits_text(lasso->thread)];
    wrongs.state[lasso->stem.end()] = 1;
  }
  out << fmt::format("{}: {} states, {} final states\n", task.title(), graph.size(),
                     wrongs.finished);
  print(wrongs, out);
  const bool wrong = !wrongs.what.empty();
  if (!graph.complete)
    out << fmt::format("  not decided: {}\n  expected: {}\n", outcome(graph),
                       report(estimate_states(question.system().any(), graph.states)));
  if (!wrong && graph.complete)
    out << (task.judge == Judge::views ? "  nothing goes wrong\n"
                                       : "  nothing goes wrong (data races: ask rc11 or views)\n");
  std::optional<Schedule> way;
  if (wrong) way = shortest_schedule(graph, [&](Index s) { return wrongs.state[s] != 0; });
  std::string schedule;
  if (lasso)
    schedule = word(graph, *lasso);
  else if (way)
    schedule = word(graph, *way);
  if (lasso && outputs.story)
    tell_lasso(task, question, schedule, out);
  else if (way && outputs.story)
    tell(task, question, replayed(question.system().any(), schedule), out);
  if (!wrong)
    if (const auto unfair = lasso_of(task, question, graph, Fairness::none))
      out << fmt::format("  thread {} never ends if others are passed over for ever: {}\n",
                         static_cast<char>('a' + unfair->thread), word(graph, *unfair));
  if (!outputs.dot.empty()) draw(task, graph, wrongs, way, outputs.dot, out);
  if (!outputs.certificate.empty()) certify(task, graph, wrong, outputs.certificate, out);
  return {wrong, wrong || graph.complete, graph.size(), schedule};
}

KernelAnswer sample_kernel(const KernelTask& task, const std::string& how, std::uint64_t seed,
                           std::ostream& out) {
  const Sampling sampling(how);
  const KernelQuestion question = question_of(task);
  out << task.title() << '\n';
  if (sampling.method == "preemptions")
    return few_preemptions_of(task, question, static_cast<unsigned>(sampling.numbers[0]), out);
  SampleOptions options{.runs = sampling.numbers.back(), .seed = seed};
  options.method = sampling.method == "walk" ? SampleMethod::walk : SampleMethod::pct;
  if (options.method == SampleMethod::pct)
    options.depth = static_cast<unsigned>(sampling.numbers.front());
  const SampleResult result = sample(question.system().any(), options, question.bad());
  out << report(result, options);
  if (result.first_bad) tell(task, question, result.counterexample, out);
  return {result.bad_runs > 0, result.bad_runs > 0, 0, result.counterexample.word};
}

KernelAnswer replay_kernel(const KernelTask& task, const std::string& word, std::ostream& out) {
  const KernelQuestion question = question_of(task);
  const LoopedPath run = replayed_lasso(question.system().any(), word);
  const Path& path = run.path;
  out << task.title() << '\n' << story(question, task.judge, path);
  const bool blocked = question.system().any().ending(path.end()) == Ending::running &&
                       question.system().any().options(path.end()).empty();
  const bool told = !question.wrong(path.end()).empty();
  if (blocked && !told) out << "wrong: deadlock\n";
  const bool fair = run.loops() && run.fair(question.system().any());
  if (run.loops())
    out << (fair ? "wrong: a fair scheduler can repeat the loop for ever\n"
                 : "only an unfair scheduler repeats the loop for ever\n");
  const bool stuck =
      !blocked && !told && never_ends(question.system().any(), path.end(), task.budget);
  if (stuck) out << "wrong: livelock\n";
  const bool wrong = blocked || stuck || fair || told;
  return {wrong, wrong, 0, word};
}

KernelAnswer check_kernel_certificate(const KernelTask& task, const std::string& file,
                                      std::ostream& out) {
  std::ifstream in(file);
  if (!in) throw input_error("--check-certificate", "file", "a file that can be read", file);
  const KernelQuestion question = question_of(task);
  const CertificateCheck check = question.system().check(task.title(), in, question.bad());
  if (check.valid)
    out << fmt::format("{}: certificate valid, {} states, {} transitions: nothing goes wrong\n",
                       task.title(), check.states, check.transitions);
  else
    out << fmt::format("{}: certificate rejected: {}\n", task.title(), check.reason);
  return {!check.valid, true, check.states};
}

}  // namespace touchstone::explore
