#include "checkers/hpmc/overlap_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "models/shapes/bodies/overlap.hpp"
#include "suite/overlap_cases/case_fields.hpp"
#include "suite/overlap_cases/cases.hpp"

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
different classes, wherever an algorithm takes both; other pairs are refused before anything is
answered. Polygons given clockwise are reversed. The format, an example of each class of bodies, and
what each margin means: validation/data/overlap.md.

exit codes: 0 all agree, 1 one differs, 2 bad input (file, shape or case, and key), 3 nothing was judged

examples:
  touchstone overlap --cases validation/data/hpmc_overlap_cases.json
  touchstone overlap --cases mine.json --json --algorithm '*exact*'
)";

struct Counts {
  std::size_t cases = 0;
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

/// Every case, before the first is answered.
void require_algorithms(const CaseFile& file) {
  for (const OverlapCase& one : file.cases) {
    const shapes::Body& a = file.shapes[one.a].body;
    const shapes::Body& b = file.shapes[one.b].body;
    if (!algorithms_for(a, b).empty()) continue;
    std::vector<std::string> partners;
    for (const shapes::BodyClass other : shapes::partners_of(class_of(a)))
      partners.emplace_back(name(other));
    throw input_error(one.where, "bodies",
                      fmt::format("a pair that an algorithm takes: {} meets {}", name(class_of(a)),
                                  shapes::one_of(partners)),
                      std::string(name(class_of(b))));
  }
}

std::size_t width_of_classes(const CaseFile& file) {
  std::size_t width = 22;
  for (const OverlapCase& one : file.cases) width = std::max(width, one.shape_class.size());
  return width;
}

void print_line(const OverlapCase& one, std::size_t width, const OverlapAlgorithm& algorithm,
                const OverlapAnswer& answer, const char* fault, std::ostream& text) {
  const std::string margin =
      std::isnan(answer.margin)
          ? "-"
          : fmt::format("{:.9g}{}", answer.margin,
                        std::isnan(answer.error) ? "" : fmt::format(" +- {:.1g}", answer.error));
  text << fmt::format("{:>5}  {:<{}} {:<8} {:<28} {}{}\n", one.id, one.shape_class, width,
                      answer.overlap ? "overlap" : "apart", margin, algorithm.info.name, fault);
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

void answer_case(const OverlapRequest& request, const CaseFile& file, const OverlapCase& one,
                 std::size_t width, std::ostream& text, Counts& counts) {
  const shapes::Body& a = file.shapes[one.a].body;
  const shapes::Body& b = file.shapes[one.b].body;
  std::optional<bool> truth;
  if (is_known(one)) truth = one.overlap;
  ++counts.cases;
  std::vector<const OverlapAlgorithm*> all = algorithms_for(a, b);
  std::erase_if(all, [&](const OverlapAlgorithm* algorithm) {
    return !matches(request.algorithm, algorithm->info.name);
  });
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
    if (request.json)
      print_json(one, *algorithm, answer, text);
    else
      print_line(one, width, *algorithm, answer,
                 wrong          ? "   WRONG"
                 : other_margin ? "   WRONG MARGIN"
                 : open         ? "   UNDECIDED"
                                : "",
                 text);
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

int answer_all(const OverlapRequest& request, const CaseFile& file, std::ostream& text) {
  require_algorithms(file);
  const std::size_t width = width_of_classes(file);
  Counts counts;
  if (!request.json)
    text << fmt::format("{:>5}  {:<{}} {:<8} {:<28} {}\n", "id", "class", width, "answer",
                        "margin (+- proved bound)", "algorithm");
  for (const OverlapCase& one : file.cases) answer_case(request, file, one, width, text, counts);
  if (!request.json)
    text << fmt::format("{} cases, {} answers, {} wrong\n", counts.cases, counts.answers,
                        counts.wrong);
  if (counts.wrong > 0) return static_cast<int>(ExitCode::failed);
  if (counts.answers > 0) return static_cast<int>(ExitCode::pass);
  std::cerr << request.cases << ": nothing was judged: "
            << (file.cases.empty() ? "there are no cases\n" : "no chosen algorithm is for these\n");
  return static_cast<int>(ExitCode::inconclusive);
}

}  // namespace

void add_overlap_options(CLI::App& app, OverlapRequest& request) {
  app.footer(kHelp);
  app.add_option("--cases", request.cases, "file of cases, JSON of format touchstone-overlap/1")
      ->required();
  app.add_option("--algorithm", request.algorithm, "only algorithms of this name or pattern");
  app.add_flag("--json", request.json,
               "one object per line: id, overlap, margin (null: none), algorithm ...");
}

int run_overlap(const OverlapRequest& request, std::ostream& text) {
  require_known(request.algorithm);
  return answer_all(request, shapes::read_cases(request.cases), text);
}

int run_overlap(const OverlapRequest& request, std::istream& cases, std::ostream& text) {
  require_known(request.algorithm);
  return answer_all(request, shapes::read_cases(cases, request.cases), text);
}

}  // namespace touchstone::hpmc
