#include "checkers/hpmc/overlap_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "suite/junit.hpp"
#include "suite/options.hpp"
#include "suite/overlap_cases/case_fields.hpp"
#include "suite/overlap_cases/cases.hpp"
#include "suite/signature.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::CaseFile;
using shapes::OverlapAlgorithm;
using shapes::OverlapAnswer;
using shapes::OverlapCase;

constexpr const char* kHelp = R"(
Every algorithm that takes a pair answers: references in exact arithmetic first, then the fast ones. A
margin is how far apart bodies are (negative: how deep they overlap), of ellipsoids the common scale
at contact less 1, with the proved bound on its error. Answers and margins of the file are compared
with each algorithm's, margins to 1e-6 and 1e-5 of their size. The two bodies of a case may be of
different classes, wherever an algorithm takes both.

Shapes and cases that make no sense are refused: each is named on standard error (file, shape or case,
key, expected, found), the other cases are answered, and the exit code is 2. Standard error also names
keys that are not known and what was mended or computed, as the inner point of a cut ellipsoid. The
format, an example of each class of bodies, what is mended and what refused, and what each margin
means: validation/data/overlap.md.

exit codes: 0 all agree, 1 one differs, 2 the file or a part of it is refused, 3 nothing was judged

examples:
  touchstone overlap --cases validation/data/hpmc_overlap_cases.json
  touchstone overlap --cases mine.json --json --algorithm '*exact*'
  touchstone overlap --cases mine.json --strict      (a misspelt key is an error)
)";

struct Counts {
  std::size_t cases = 0;
  std::size_t answered = 0;  ///< cases that a chosen algorithm takes
  std::size_t answers = 0;
  std::size_t wrong = 0;
};

/// Margins of a file are known to six digits.
constexpr double kMarginRounding = 1e-6;

/// Whether a margin is another than that of the file, where both are known.
bool differs(const OverlapAnswer& answer, const OverlapCase& one) {
  if (!one.margin || std::isnan(answer.margin)) return false;
  const double proved = std::isnan(answer.error) ? 0 : answer.error;
  return std::abs(answer.margin - *one.margin) >
         proved + kMarginRounding * (1 + 10 * std::abs(*one.margin));
}

/// Whether the file knows the answer, and not as a convention for bodies that touch.
bool is_known(const OverlapCase& one) { return one.overlap && !one.touching_convention; }

/// Refuses the cases that no algorithm takes.
void require_algorithms(CaseFile& file) {
  std::erase_if(file.cases, [&](const OverlapCase& one) {
    const shapes::Body& a = file.shapes[one.a].body;
    const shapes::Body& b = file.shapes[one.b].body;
    if (!algorithms_for(a, b).empty()) return false;
    std::vector<std::string> partners;
    for (const shapes::BodyClass other : shapes::partners_of(class_of(a)))
      partners.emplace_back(name(other));
    const InputError error = input_error(one.where, "bodies",
                                         fmt::format("a pair that an algorithm takes: {} meets {}",
                                                     name(class_of(a)), shapes::one_of(partners)),
                                         std::string(name(class_of(b))));
    file.remarks.refused.emplace_back(error.what());
    return true;
  });
}

/// Signed lines: what was refused, which keys were not used, what was mended or computed.
void print_remarks(const shapes::Remarks& remarks, std::ostream& errors) {
  const std::string signed_by = signature("touchstone_checkers");
  for (const std::string& line : remarks.refused) errors << signed_by << ": " << line << '\n';
  for (const std::string& line : remarks.warnings.lines())
    errors << signed_by << ": warning: " << line << '\n';
  for (const std::string& line : remarks.notes.lines())
    errors << signed_by << ": note: " << line << '\n';
}

/// Counts what is answered and what is not.
void print_refused(const OverlapRequest& request, const CaseFile& file, const Counts& counts,
                   std::ostream& errors) {
  errors << fmt::format(
      "{}: {}: {} of {} cases are answered; refused are {} of {} shapes and {} "
      "of the cases\n",
      signature("touchstone_checkers"), request.cases, counts.answered, file.stated_cases,
      file.stated_shapes - file.shapes.size(), file.stated_shapes,
      file.stated_cases - file.cases.size());
}

std::size_t width_of_classes(const CaseFile& file) {
  std::size_t width = 22;
  for (const OverlapCase& one : file.cases) width = std::max(width, one.shape_class.size());
  return width;
}

void print_line(const OverlapCase& one, std::size_t width, const OverlapAlgorithm& algorithm,
                const OverlapAnswer& answer, const std::string& fault, std::ostream& text) {
  const std::string margin =
      std::isnan(answer.margin)
          ? "-"
          : fmt::format("{:.9g}{}", answer.margin,
                        std::isnan(answer.error) ? "" : fmt::format(" +- {:.1g}", answer.error));
  text << fmt::format("{:>5}  {:<{}} {:<8} {:<28} {}{}\n", one.id, one.shape_class, width,
                      answer.overlap ? "overlap" : "apart", margin, algorithm.info.name,
                      fault.empty() ? "" : "   " + fault);
}

void print_json(const OverlapCase& one, const OverlapAlgorithm& algorithm,
                const OverlapAnswer& answer, std::ostream& text) {
  const auto number = [](double x) {
    return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json();
  };
  // Ordered keys: the same lines on every machine.
  const nlohmann::ordered_json line = {
      {"id", one.id},
      {"overlap", answer.overlap},
      {"margin", number(answer.margin)},
      {"algorithm", algorithm.info.name},
      {"margin_error", number(answer.error)},
      {"certified", answer.exact || answer.error < std::abs(answer.margin)}};
  text << line.dump() << '\n';
}

void report_answer(const OverlapCase& one, const OverlapAlgorithm& algorithm,
                   const std::string& fault, bool open, JunitReport& junit) {
  junit.add(algorithm.info.name, fmt::format("case {}, {}", one.id, one.shape_class),
            !fault.empty() ? Verdict::fail
            : open         ? Verdict::not_run
                           : Verdict::pass,
            open && fault.empty() ? "undecided: the margin is within its proved bound" : fault);
}

/// Adds what was refused, and that nothing was judged, as cases that fail.
void report_refused(const OverlapRequest& request, const CaseFile& file, const Counts& counts,
                    JunitReport& junit) {
  for (const std::string& line : file.remarks.refused)
    junit.add(request.cases, "refused", Verdict::fail, line);
  if (counts.answers == 0)
    junit.add(request.cases, "as a whole", Verdict::inconclusive, "nothing was judged");
}

void answer_case(const OverlapRequest& request, const CaseFile& file, const OverlapCase& one,
                 std::size_t width, std::ostream& text, JunitReport& junit, Counts& counts) {
  const shapes::Body& a = file.shapes[one.a].body;
  const shapes::Body& b = file.shapes[one.b].body;
  std::optional<bool> truth;
  if (is_known(one)) truth = one.overlap;
  ++counts.cases;
  std::vector<const OverlapAlgorithm*> all = algorithms_for(a, b);
  std::erase_if(all, [&](const OverlapAlgorithm* algorithm) {
    return !matches(request.algorithm, algorithm->info.name);
  });
  counts.answered += all.empty() ? 0 : 1;
  for (const OverlapAlgorithm* algorithm : all) {
    const OverlapAnswer answer = algorithm->prepare(a, b)->answer(one.q_a, one.q_b, one.r_ab);
    // The first algorithm, a reference, gives the truth unless its own bound leaves it open.
    const bool open = !answer.exact && std::abs(answer.margin) <= answer.error;
    if (!truth && !one.touching_convention && !open && algorithm == all.front())
      truth = answer.overlap;
    const bool wrong = truth && answer.overlap != *truth;
    const bool other_margin = differs(answer, one);
    ++counts.answers;
    counts.wrong += wrong || other_margin ? 1 : 0;
    const std::string fault = wrong ? "WRONG" : other_margin ? "WRONG MARGIN" : "";
    report_answer(one, *algorithm, fault, open, junit);
    if (request.json)
      print_json(one, *algorithm, answer, text);
    else
      print_line(one, width, *algorithm, answer, fault.empty() && open ? "UNDECIDED" : fault, text);
  }
}

void require_known(const std::string& pattern) {
  const auto& all = shapes::overlap_algorithms();
  if (std::any_of(all.begin(), all.end(),
                  [&](const OverlapAlgorithm& one) { return matches(pattern, one.info.name); }))
    return;
  std::vector<std::string> known;
  for (const OverlapAlgorithm& one : all) known.push_back(one.info.name);
  throw InputError(
      fmt::format("no algorithm matches '{}'; {}", pattern, suggestion(pattern, known)));
}

int answer_all(const OverlapRequest& request, CaseFile file, std::ostream& text,
               std::ostream& errors) {
  require_algorithms(file);
  print_remarks(file.remarks, errors);
  const std::size_t width = width_of_classes(file);
  Counts counts;
  JunitReport junit(request.junit, "touchstone overlap");
  if (!request.json)
    text << fmt::format("{:>5}  {:<{}} {:<8} {:<28} {}\n", "id", "class", width, "answer",
                        "margin (+- proved bound)", "algorithm");
  for (const OverlapCase& one : file.cases)
    answer_case(request, file, one, width, text, junit, counts);
  report_refused(request, file, counts, junit);
  junit.write();
  if (!request.json)
    text << fmt::format("{} cases, {} answers, {} wrong\n", counts.cases, counts.answers,
                        counts.wrong);
  if (counts.answers == 0)
    errors << signature("touchstone_checkers") << ": " << request.cases << ": nothing was judged: "
           << (file.stated_cases == 0 ? "there are no cases\n"
               : file.cases.empty()   ? "all cases are refused\n"
                                      : "no chosen algorithm is for these\n");
  if (!file.remarks.refused.empty()) {  // worse than a wrong answer, of which more may be hidden
    print_refused(request, file, counts, errors);
    return static_cast<int>(ExitCode::bad_input);
  }
  if (counts.wrong > 0) return static_cast<int>(ExitCode::failed);
  return static_cast<int>(counts.answers > 0 ? ExitCode::pass : ExitCode::inconclusive);
}

}  // namespace

void add_overlap_options(CLI::App& app, OverlapRequest& request) {
  app.footer(kHelp);
  app.add_option("--cases", request.cases, "file of cases, JSON of format touchstone-overlap/1")
      ->required();
  app.add_option("--algorithm", request.algorithm, "only algorithms of this name or pattern");
  app.add_flag("--json", request.json,
               "one object per line: id, overlap, margin (null: none), algorithm ...");
  app.add_flag("--strict", request.strict, "keys that are not known are errors, not warnings");
  add_junit(app, request.junit);
}

int run_overlap(const OverlapRequest& request, std::ostream& text, std::ostream& errors) {
  require_known(request.algorithm);
  return answer_all(request, shapes::read_cases(request.cases, request.strict), text, errors);
}

int run_overlap(const OverlapRequest& request, std::istream& cases, std::ostream& text,
                std::ostream& errors) {
  require_known(request.algorithm);
  return answer_all(request, shapes::read_cases(cases, request.cases, request.strict), text,
                    errors);
}

}  // namespace touchstone::hpmc
