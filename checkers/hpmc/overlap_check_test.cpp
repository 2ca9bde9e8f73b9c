#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/contact_sweep.hpp"
#include "checkers/hpmc/iteration_counts.hpp"
#include "checkers/hpmc/overlap_command.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"
#include "suite/overlap_cases/cases.hpp"

namespace touchstone::hpmc {
namespace {

std::string sample() {
  return (source_tree() / "validation/data/hpmc_overlap_cases.json").string();
}

std::vector<const shapes::OverlapAlgorithm*> all_algorithms() {
  std::vector<const shapes::OverlapAlgorithm*> all;
  for (const auto& algorithm : shapes::overlap_algorithms()) all.push_back(&algorithm);
  return all;
}

class EveryOverlapAlgorithm : public testing::TestWithParam<const shapes::OverlapAlgorithm*> {};

TEST_P(EveryOverlapAlgorithm, PassesEveryCheck) {
  for (const OverlapCheck& check : checks_of<shapes::OverlapAlgorithm>()) {
    // With less than 0.2 the references are asked about no pair near contact.
    const double least = check.name == "overlap/near contact" ? 0.2 : 0.1;
    const CheckResult result =
        run_check(check, *GetParam(), {.effort = std::max(least, 0.2 * kTestEffort)});
    EXPECT_NE(result.verdict, Verdict::fail) << check.name << ": " << result.detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryOverlapAlgorithm, testing::ValuesIn(all_algorithms()),
                         [](const auto& instance) {
                           std::string text = instance.param->info.name.substr(13);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

// A leaning parallelogram and a point 0.05 outside it: the farthest vertex towards the other body
// and the farthest one across are on the same side of the line of centres, which portal refinement
// in the plane, as it is usually written, takes for overlap.
TEST(OverlapAlgorithms, SeeThatAPointIsBesideAThinPolygon) {
  const shapes::Body thin =
      shapes::checked(shapes::ConvexPolygon{{{10, -5}, {9.9, -0.1}, {-10, 5}, {-9.9, 0.1}}});
  const double h = 1e-3;
  const shapes::Body dot =
      shapes::checked(shapes::ConvexPolygon{{{-h, -h}, {h, -h}, {h, h}, {-h, h}}});
  int asked = 0;
  for (const shapes::OverlapAlgorithm* algorithm : algorithms_for(thin, dot)) {
    EXPECT_FALSE(algorithm->prepare(thin, dot)->overlaps({}, {}, {9.7, 0, 0}))
        << algorithm->info.name;
    EXPECT_TRUE(algorithm->prepare(thin, dot)->overlaps({}, {}, {9.5, 0, 0}))
        << algorithm->info.name;
    ++asked;
  }
  EXPECT_GE(asked, 8);
}

TEST(ContactSweep, HasBothSidesOfEveryGap) {
  const auto polygon = shapes::BodyClass::convex_polygon;
  for (const PlacedPair& pair : swept_pairs(polygon, polygon, 1, 0.5)) {
    ASSERT_EQ(pair.placements.size() % 2, 0u);
    for (std::size_t i = 0; i < pair.placements.size(); i += 2) {
      const Placement& apart = pair.placements[i];
      EXPECT_FALSE(apart.truth.overlap);
      EXPECT_TRUE(pair.placements[i + 1].truth.overlap);
      EXPECT_EQ(apart.gap, pair.placements[i + 1].gap);
      EXPECT_LE(apart.truth.margin, 2 * apart.gap * norm(apart.r));
    }
  }
}

/// An algorithm that sees bodies a little further apart than they are, or never sees them.
struct Biased : shapes::PairOverlap {
  Biased(const shapes::PairOverlap& right, double by) : right_(&right), by_(by) {}
  bool overlaps(const shapes::Orientation& a, const shapes::Orientation& b,
                shapes::Vec3 r) const override {
    return right_->overlaps(a, b, (1 + by_) * r);
  }
  const shapes::PairOverlap* right_;
  double by_;
};

TEST(ContactSearch, ThatOfTheReferenceIsFoundWhateverTheGuess) {
  const shapes::Body square =
      shapes::checked(shapes::ConvexPolygon{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}});
  const auto truth = algorithms_for(square, square)[0]->prepare(square, square);
  const shapes::Orientation turned{std::cos(0.2), 0, 0, std::sin(0.2)};
  const shapes::Vec3 u{0.6, 0.8, 0};
  const double size = 2 * std::sqrt(2.0);
  const double expected = contact(*truth, {}, turned, u, size, {0.02, 50});
  ASSERT_GT(expected, 1);
  for (const double by : {0.0, 1e-12, -1e-8, 1e-8, 1e-3, -0.3, 1e9}) {
    const Biased guess(*truth, by);
    EXPECT_NEAR(certified_contact(*truth, guess, {}, turned, u, size, {0.02, 50}), expected,
                1e-14 * expected)
        << by;
  }
}

TEST(IterationCounts, HaveAMedianAndCountWhatGaveUp) {
  IterationCounts counts;
  for (const std::uint32_t n : {3u, 1u, 200u, 2u})
    counts.add({.iterations = n, .gave_up = n == 200});
  EXPECT_EQ(counts.median(), 2u);
  EXPECT_EQ(counts.most(), 200u);
  EXPECT_EQ(counts.gave_up(), 1u);
  EXPECT_EQ(counts.mean(), 51.5);
}

TEST(OverlapCommand, AllAlgorithmsGiveTheAnswersOfTheSample) {
  std::ostringstream text;
  EXPECT_EQ(run_overlap({.cases = sample()}, text), 0) << text.str();
  EXPECT_NE(text.str().find("44 cases, "), std::string::npos);
  EXPECT_NE(text.str().find(", 0 wrong"), std::string::npos);
}

std::string file_of(const std::string& cases) {
  const std::string path = testing::TempDir() + "touchstone-overlap-cases.json";
  std::ofstream(path)
      << R"({"format": "touchstone-overlap/1", "shapes": [{"id": 0, "shape_class": )"
      << R"("Sphere", "params": {"diameter": 1}}], "cases": [)" << cases << "]}";
  return path;
}

TEST(OverlapCommand, ComparesMarginsOfTheFileAndJudgesNothingWhereThereIsNoCase) {
  const std::string apart =
      R"({"id": 1, "shape_class": "Sphere", "a": 0, "b": 0, "q_a": [1,0,0,0], )"
      R"("q_b": [1,0,0,0], "r_ab": [1.5,0,0], "overlap": false, "margin": )";
  std::ostringstream text;
  EXPECT_EQ(run_overlap({.cases = file_of(apart + "0.5}")}, text), 0) << text.str();
  EXPECT_EQ(run_overlap({.cases = file_of(apart + "0.7}")}, text), 1) << text.str();
  EXPECT_NE(text.str().find("WRONG MARGIN"), std::string::npos);
  EXPECT_EQ(run_overlap({.cases = file_of("")}, text), 3);
}

TEST(OverlapCommand, WritesOneObjectPerLine) {
  std::ostringstream text;
  run_overlap({.cases = sample(), .algorithm = "*exact*", .json = true}, text);
  std::istringstream lines(text.str());
  std::string line;
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    ++count;
    const auto json = nlohmann::json::parse(line);
    for (const char* key : {"id", "overlap", "margin", "algorithm"})
      EXPECT_TRUE(json.contains(key)) << line;
  }
  EXPECT_GT(count, 30u);
  EXPECT_THROW(run_overlap({.cases = sample(), .algorithm = "hpmc/overlap-exat"}, text),
               InputError);
  EXPECT_THROW(run_overlap({.cases = "no/such/file.json"}, text), InputError);
}

// The margins of the references are those of the independent programs that made the sample.
TEST(OverlapSample, HasTheMarginsOfTheReferences) {
  const shapes::CaseFile file = shapes::read_cases(sample());
  std::size_t compared = 0;
  for (const shapes::OverlapCase& one : file.cases) {
    const shapes::Body& a = file.shapes[one.a].body;
    const shapes::Body& b = file.shapes[one.b].body;
    const auto answer =
        algorithms_for(a, b).at(0)->prepare(a, b)->answer(one.q_a, one.q_b, one.r_ab);
    EXPECT_EQ(answer.overlap, one.overlap) << one.id;
    if (!one.margin || std::isnan(answer.margin)) continue;
    ++compared;
    EXPECT_NEAR(answer.margin, *one.margin, 1e-5 * std::abs(*one.margin) + 1e-9) << one.id;
  }
  EXPECT_GE(compared, 39u);
}

std::string error_of(const std::string& text) {
  std::istringstream stream(text);
  try {
    shapes::read_cases(stream, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CaseFile, SaysWhatIsWrongAndWhere) {
  const std::string head = R"({"format": "touchstone-overlap/1", )";
  const std::string disk = R"({"id": 3, "shape_class": "Sphere", "params": {"diameter": 1}})";
  const auto with_case = [&](const std::string& rest) {
    return head + R"("shapes": [)" + disk + R"(], "cases": [{"id": 9, "shape_class": "Sphere", )" +
           rest + "}]}";
  };
  const struct {
    std::string text;
    const char* words;
  } cases[] = {
      {"{", "file: not JSON"},
      {"[]", "file: value: expected an object, found array"},
      {R"({"format": "other/2"})", "file: format: expected 'touchstone-overlap/1'"},
      {R"({"format": 7})", "file: format: expected a text, found number 7"},
      {head + R"("cases": []})", "key 'shapes': expected a value, found none"},
      {head + R"("shapes": [{"id": 1, "shape_class": "Spere", "params": {}}], "cases": []})",
       "the nearest is 'Sphere'"},
      {head +
           R"("shapes": [{"id": 1, "shape_class": "Sphere", "params": {"diametr": 1}}], "cases": []})",
       "shapes[0] (id 1, Sphere): params: key 'diametr'"},
      {head +
           R"("shapes": [{"id": 1, "shape_class": "Sphere", "params": {"diameter": 0}}], "cases": []})",
       "radius: expected a positive finite number, found 0"},
      {head +
           R"("shapes": [{"id": 1, "shape_class": "ConvexPolygon", "params": {"vertices": [[0,0],[1]]}}], "cases": []})",
       "vertices[1]: expected two numbers, found array [1]"},
      {head + R"("shapes": [)" + disk + "," + disk + R"(], "cases": []})",
       "shapes[1]: id: expected one that no earlier shape has, found 3"},
      {with_case(R"("a": 3, "b": 4)"), "cases[0] (id 9): b: expected the id of a shape"},
      {with_case(R"("a": 3, "b": 3, "q_a": [1,0,0], "q_b": [1,0,0,0], "r_ab": [0,0,0])"),
       "q_a: expected 4 numbers"},
      {with_case(R"("a": 3, "b": 3, "q_a": [2,0,0,0], "q_b": [1,0,0,0], "r_ab": [0,0,0])"),
       "q_a: expected a unit quaternion"},
      {with_case(R"("a": 3, "b": 3, "q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [0,"x",0])"),
       "r_ab[1]: expected a number, found string"},
  };
  for (const auto& one : cases) {
    const std::string error = error_of(one.text);
    EXPECT_NE(error.find(one.words), std::string::npos) << one.words << "\n" << error;
  }
}

}  // namespace
}  // namespace touchstone::hpmc
