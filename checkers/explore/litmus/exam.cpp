#include "checkers/explore/litmus/exam.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "checkers/explore/litmus/answers.hpp"
#include "checkers/explore/litmus/parsers.hpp"
#include "models/core/csv.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

struct Answer {
  std::string executions;
  std::string outcomes;
  std::string race;
};

std::string joined(const LitmusReport& report) {
  std::string result;
  for (const auto& [outcome, count] : report.outcomes)
    result += (result.empty() ? "" : " ; ") + to_text(report.names, outcome);
  return result;
}

/// The same set of outcomes, in any order.
bool same_outcomes(const std::string& a, const std::string& b) {
  const auto sorted = [](const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(" ; ", begin), text.size());
      parts.push_back(text.substr(begin, end - begin));
      begin = end + 3;
    }
    std::sort(parts.begin(), parts.end());
    return parts;
  };
  return sorted(a) == sorted(b);
}

class Exam {
 public:
  Exam(const std::string& path, std::size_t budget, std::ostream& out)
      : table_(path, {"name", "program", "model"}), budget_(budget), out_(out) {
    expects_ = has("allowed_outcomes") || has("executions") || has("data_race");
    if (!expects_) out_ << "name,program,model,executions,allowed_outcomes,data_race\n";
  }

  ExamResult run(const std::string& only) {
    for (const CsvRow& row : table_.rows())
      if (only.empty() || row.text("model") == only) answer_row(row);
    if (expects_ && only.empty())
      out_ << fmt::format("exam: {} rows, {} wrong, {} undecided\n", result_.rows, result_.wrong,
                          result_.undecided);
    return result_;
  }

 private:
  bool has(const std::string& column) const {
    const auto& columns = table_.columns();
    return std::find(columns.begin(), columns.end(), column) != columns.end();
  }

  void answer_row(const CsvRow& row) {
    const Question model = parse_model(row.text("model"), row.where());
    if (model == Question::views)
      throw input_error(row.where(), "model", "sc, tso_x86, rc11 or rc11_cxx17", "views");
    const LitmusProgram program = parse_one_line(row.where(), row.text("program"));
    const LitmusReport report = outcomes_of(program, {graph_model(model), budget_, {}});
    const bool judged = model == Question::rc11 || model == Question::rc11_cxx17;
    const std::string race = report.races.empty() ? "no" : "yes";
    const Answer found{std::to_string(report.search.executions), joined(report),
                       judged ? race : ""};
    ++result_.rows;
    result_.graphs += report.search.graphs;
    result_.executions += report.search.executions;
    const bool asks = !expects_ || !answerless(row);
    if (!asks)
      out_ << fmt::format("{}: {} under {}: no known answer to compare with\n", row.where(),
                          row.text("name"), row.text("model"));
    if (!report.search.exhausted || !asks) ++result_.undecided;
    if (expects_)
      compare(row, found);
    else
      out_ << fmt::format("{},\"{}\",{},{},{},{}\n", row.text("name"), row.text("program"),
                          row.text("model"), found.executions, found.outcomes, found.race);
  }

  bool answerless(const CsvRow& row) const {
    const auto empty = [&](const char* column) { return !has(column) || row.text(column).empty(); };
    return empty("executions") && empty("allowed_outcomes") && empty("data_race");
  }

  void compare(const CsvRow& row, const Answer& found) {
    const auto expected = [&](const char* column) {
      return has(column) ? row.text(column) : std::string();
    };
    const Answer wanted{expected("executions"), expected("allowed_outcomes"),
                        expected("data_race")};
    const bool right =
        (wanted.outcomes.empty() || same_outcomes(wanted.outcomes, found.outcomes)) &&
        (wanted.executions.empty() || wanted.executions == found.executions) &&
        (wanted.race.empty() || wanted.race == found.race);
    if (right) return;
    ++result_.wrong;
    out_ << fmt::format("{}: {} under {}: expected {} executions, {} (race {})\n", row.where(),
                        row.text("name"), row.text("model"), wanted.executions, wanted.outcomes,
                        wanted.race);
    out_ << fmt::format("{}: found {} executions, {} (race {})\n", row.where(), found.executions,
                        found.outcomes, found.race);
  }

  CsvTable table_;
  std::size_t budget_;
  std::ostream& out_;
  bool expects_ = false;
  ExamResult result_;
};

}  // namespace

ExamResult run_exam(const std::string& path, std::size_t budget, std::ostream& out,
                    const std::string& only) {
  return Exam(path, budget, out).run(only);
}

}  // namespace touchstone::explore
