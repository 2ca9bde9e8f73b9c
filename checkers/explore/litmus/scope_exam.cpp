#include "checkers/explore/litmus/scope_exam.hpp"

#include <fmt/format.h>

#include <chrono>

#include "checkers/explore/litmus/answers.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/csv.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

const char* word(bool race, bool reached) {
  if (race) return "race";
  return reached ? "allowed" : "forbidden";
}

std::string by_graphs(const LitmusProgram& program, Question model, ScopeAnswer& answer,
                      std::size_t budget) {
  const LitmusReport report = outcomes_of(program, {graph_model(model), budget, {}});
  answer.explored += report.search.graphs;
  if (!report.search.exhausted) return "budget used up";
  return word(!report.races.empty(), report.satisfying > 0);
}

/// Bracket: what the strong variant shows is allowed, what the weak one lacks is forbidden.
std::string by_views(const LitmusProgram& program, ScopeAnswer& answer, std::size_t budget) {
  const MachineReport strong = machine_outcomes(program, Machine::views_strong, budget);
  const MachineReport weak = machine_outcomes(program, Machine::views_weak, budget);
  answer.explored += strong.states + weak.states;
  if (!strong.exhausted || !weak.exhausted) return "budget used up";
  const std::string least = word(!strong.races.empty(), !strong.satisfying.empty());
  const std::string most = word(!weak.races.empty(), !weak.satisfying.empty());
  return least == most ? least : "bracket";
}

void judge(ScopeAnswer& answer, bool by_both) {
  if (answer.graphs != answer.expected)
    answer.wrong =
        fmt::format("execution graphs say {}, expected {}", answer.graphs, answer.expected);
  else if (by_both && answer.views != answer.graphs && answer.views != "bracket")
    answer.wrong = fmt::format("views say {}, execution graphs {}", answer.views, answer.graphs);
  else if ((answer.published == answer.expected) != answer.undecided.empty())
    answer.wrong = answer.undecided.empty()
                       ? "the source says " + answer.published + ", and the line does not say why"
                       : "the line explains a difference that is not there";
}

ScopeAnswer answered(const CsvRow& row, std::size_t budget) {
  const auto begin = std::chrono::steady_clock::now();
  ScopeAnswer answer;
  answer.name = row.text("name");
  answer.program = row.text("program");
  answer.source = row.text("source");
  answer.published = row.text("published");
  answer.expected = row.text("here");
  answer.undecided = row.text("undecided");
  const Question model = parse_model(row.text("model"), row.where());
  if (model != Question::rc11 && model != Question::rc11_cxx17)
    throw input_error(row.where(), "model", "rc11 or rc11_cxx17", row.text("model"));
  const LitmusProgram program = parse_one_line(row.where(), answer.program);
  if (!program.condition || program.condition->quantifier != Condition::Quantifier::exists)
    throw input_error(row.where(), "program", "one that ends with exists (...)", answer.program);
  answer.graphs = by_graphs(program, model, answer, budget);
  // The view machine has the release sequences of C++20.
  const bool by_both = model == Question::rc11;
  answer.views = by_both ? by_views(program, answer, budget) : "";
  judge(answer, by_both);
  answer.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

}  // namespace

std::vector<ScopeAnswer> run_scope_exam(const std::string& path, std::size_t budget) {
  const CsvTable table(path,
                       {"name", "program", "model", "published", "here", "undecided", "source"});
  std::vector<ScopeAnswer> answers;
  for (const CsvRow& row : table.rows()) answers.push_back(answered(row, budget));
  return answers;
}

}  // namespace touchstone::explore
