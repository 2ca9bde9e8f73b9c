#include "checkers/explore/litmus/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>

#include "checkers/explore/litmus/dependencies.hpp"
#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::explore {
namespace {

constexpr std::array<std::pair<const char*, Question>, 5> kModels{
    {{"sc", Question::sc},
     {"tso_x86", Question::tso_x86},
     {"rc11", Question::rc11},
     {"rc11_cxx17", Question::rc11_cxx17},
     {"views", Question::views}}};

const char* verdict_word(Condition::Quantifier quantifier, bool holds) {
  if (quantifier == Condition::Quantifier::exists) return holds ? "yes" : "no";
  return holds ? "holds" : "does not hold";
}

/// True when the answer is not what somebody hopes who wrote `forall` or `~exists`.
bool disappoints(const Condition& condition, bool holds) {
  return condition.quantifier != Condition::Quantifier::exists && !holds;
}

/// An exhausted budget leaves the question open, unless what was seen decides it already.
bool decided(const Condition& condition, bool holds, bool exhausted) {
  if (exhausted) return true;
  return condition.quantifier == Condition::Quantifier::exists ? holds : !holds;
}

void print_condition(const Condition& condition, bool holds, bool exhausted, std::size_t satisfying,
                     std::size_t total, const char* unit, std::ostream& out) {
  const bool known = decided(condition, holds, exhausted);
  out << fmt::format("{}: {} ({} of {} {}{})\n", condition.text,
                     known ? verdict_word(condition.quantifier, holds) : "undecided", satisfying,
                     total, unit, exhausted ? "" : " seen");
}

/// Whether an execution with this outcome says something about the question: an example for
/// `exists`, a counterexample for the others.
bool telling(const LitmusProgram& program, const LitmusReport& report, const Outcome& outcome) {
  if (!program.condition) return true;
  const bool holds = report.satisfied.contains(outcome);
  return program.condition->quantifier == Condition::Quantifier::forall ? !holds : holds;
}

class Examples {
 public:
  Examples(const LitmusProgram& program, const LitmusReport& report, const AnswerOptions& options,
           std::ostream& out)
      : program_(program), report_(report), options_(options), out_(out) {}

  void show_all() {
    for (const auto& [outcome, execution] : report_.examples)
      if (telling(program_, report_, outcome)) show(to_text(report_.names, outcome), execution);
    if (report_.deadlock) show("deadlock: what had happened before", *report_.deadlock);
  }

 private:
  void show(const std::string& title, const Execution& execution) {
    if (options_.trace)
      out_ << fmt::format("--- {}\n{}", title, to_table(execution, report_.drawing));
    if (options_.dot.empty()) return;
    const std::string path = fmt::format("{}{}.dot", options_.dot, ++number_);
    std::ofstream file(path);
    file << to_dot(execution, report_.drawing, fmt::format("{}: {}", program_.name, title));
    file.close();
    if (!file) throw input_error("--dot", "file", "a path that can be written", "'" + path + "'");
    out_ << fmt::format("wrote {} ({})\n", path, title);
  }

  const LitmusProgram& program_;
  const LitmusReport& report_;
  const AnswerOptions& options_;
  std::ostream& out_;
  std::size_t number_ = 0;
};

void print_note(const LitmusProgram& program, std::ostream& out) {
  const std::string note = load_buffering_note(program);
  if (!note.empty()) out << note << '\n';
}

AnswerStatus by_graphs(const LitmusProgram& program, Question model, const AnswerOptions& options,
                       std::ostream& out) {
  SearchOptions search{graph_model(model), options.budget, {}};
  const bool examples = options.trace || !options.dot.empty();
  const LitmusReport report = outcomes_of(program, search, examples);
  const SearchResult& found = report.search;
  if (!found.exhausted)
    out << fmt::format("not decided: budget exceeded after {} graphs; found so far:\n",
                       found.graphs);
  if (options.outcomes)
    for (const auto& [outcome, count] : report.outcomes)
      out << to_text(report.names, outcome) << '\n';
  if (options.executions) out << "executions: " << found.executions << '\n';
  const bool judged = model == Question::rc11 || model == Question::rc11_cxx17;
  out << "races: " << (judged ? std::to_string(report.races.size()) : "not judged by this model")
      << '\n';
  for (const std::string& race : report.races) out << "race: " << race << '\n';
  out << "deadlocks: " << found.deadlocks << '\n';
  if (judged) print_note(program, out);
  if (found.discarded > 0) out << "discarded by assume: " << found.discarded << '\n';
  if (program.condition && report.answer)
    print_condition(*program.condition, *report.answer, found.exhausted, report.satisfying,
                    found.executions, "executions", out);
  if (examples) Examples(program, report, options, out).show_all();
  const bool sound =
      report.races.empty() && found.deadlocks == 0 && found.aborted == 0 &&
      !(program.condition && report.answer && disappoints(*program.condition, *report.answer));
  return {found.exhausted, sound};
}

/// Bracket of a count: states of the strong variant are real, those the weak one lacks are not.
std::string bracketed(std::size_t strong, std::size_t weak, bool exhausted) {
  if (strong > 0 || (weak == 0 && exhausted)) return std::to_string(strong);
  return exhausted ? "undecided, ask rc11" : "none found so far";
}

/// The bracket: what the strong variant shows is allowed, what the weak one lacks is forbidden.
AnswerStatus by_views(const LitmusProgram& program, const AnswerOptions& options,
                      std::ostream& out) {
  const MachineReport strong = machine_outcomes(program, Machine::views_strong, options.budget);
  const MachineReport weak = machine_outcomes(program, Machine::views_weak, options.budget);
  const bool exhausted = strong.exhausted && weak.exhausted;
  if (!exhausted)
    out << fmt::format("not decided: budget exceeded after {} states; found so far:\n",
                       std::max(strong.states, weak.states));
  if (options.outcomes) {
    for (const Outcome& outcome : strong.outcomes) out << to_text(strong.names, outcome) << '\n';
    for (const Outcome& outcome : weak.outcomes)
      if (!strong.outcomes.contains(outcome))
        out << "undecided: " << to_text(weak.names, outcome) << '\n';
  }
  const bool exact = exhausted && strong.outcomes == weak.outcomes;
  out << fmt::format("states: {} strong, {} weak\n", strong.states, weak.states);
  out << "bracket: "
      << (exact ? "closed, the outcomes are those of rc11" : "open, ask rc11 about the undecided")
      << '\n';
  out << "races: " << bracketed(strong.races.size(), weak.races.size(), exhausted) << '\n';
  for (const std::string& location : strong.races)
    out << "race: " << location << " (both sites: --model rc11)\n";
  out << "deadlocks: " << bracketed(strong.deadlocks, weak.deadlocks, exhausted) << '\n';
  print_note(program, out);
  if (options.trace || !options.dot.empty())
    out << "traces and graphs show executions; ask for them with --model rc11\n";
  bool disappointed = false;
  if (program.condition) {
    const bool by_strong =
        answer(*program.condition, strong.outcomes.size(), strong.satisfying.size());
    const bool by_weak = answer(*program.condition, weak.outcomes.size(), weak.satisfying.size());
    disappointed =
        disappoints(*program.condition, by_strong) || disappoints(*program.condition, by_weak);
    if (by_strong == by_weak)
      print_condition(*program.condition, by_weak, exhausted, weak.satisfying.size(),
                      weak.outcomes.size(), "final states", out);
    else
      out << program.condition->text << ": undecided\n";
  }
  return {exhausted, weak.races.empty() && weak.deadlocks == 0 && !disappointed};
}

}  // namespace

Model graph_model(Question question) {
  switch (question) {
    case Question::sc:
      return Model::sc;
    case Question::tso_x86:
      return Model::tso_x86;
    case Question::rc11_cxx17:
      return Model::rc11_cxx17;
    default:
      return Model::rc11;
  }
}

Question parse_model(const std::string& name, const std::string& where) {
  std::vector<std::string> known;
  std::string list;
  for (const auto& [text, model] : kModels) {
    if (name == text) return model;
    known.emplace_back(text);
    list += (list.empty() ? "" : ", ") + known.back();
  }
  throw input_error(where, "memory model",
                    "one of " + list + " (nearest: " + nearest_name(name, known) + ")",
                    "'" + name + "'");
}

AnswerStatus print_answer(const LitmusProgram& program, Question model,
                          const AnswerOptions& options, std::ostream& out) {
  return model == Question::views ? by_views(program, options, out)
                                  : by_graphs(program, model, options, out);
}

}  // namespace touchstone::explore
