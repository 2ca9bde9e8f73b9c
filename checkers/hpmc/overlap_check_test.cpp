#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checkers/hpmc/contact_search.hpp"
#include "checkers/hpmc/contact_sweep.hpp"
#include "checkers/hpmc/iteration_counts.hpp"
#include "checkers/hpmc/overlap_kind.hpp"
#include "checkers/test_effort.hpp"
#include "models/core/source_tree.hpp"
#include "suite/overlap_cases/cases.hpp"

namespace touchstone::hpmc {
namespace {

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
        run_check(check, *GetParam(), {.effort = std::max(least, 0.2 * test_effort())});
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

// The margins of the references are those of the independent programs that made the sample.
TEST(OverlapSample, HasTheMarginsOfTheReferences) {
  const shapes::CaseFile file =
      shapes::read_cases((source_tree() / "validation/data/hpmc_overlap_cases.json").string());
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

}  // namespace
}  // namespace touchstone::hpmc
