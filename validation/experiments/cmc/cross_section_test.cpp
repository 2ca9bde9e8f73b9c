#include "validation/experiments/cmc/cross_section.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "validation/chain_store.hpp"
#include "validation/experiments/cmc/binary_cross_sections.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::FourEnding;
using cluster::FourStars;
using cluster::PointStar;
using cluster::ScatteredFour;
using cluster::ScatteringScheme;

/// Energy of a pair over its reduced mass; masses are 1.
double energy(const PointStar& a, const PointStar& b) {
  double r = 0, v = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    r += std::pow(a.position[c] - b.position[c], 2);
    v += std::pow(a.velocity[c] - b.velocity[c], 2);
  }
  return v / 2 - 2 / std::sqrt(r);
}

/// A circular binary a time later, relative to its centre: masses and the axis are 1.
void turn(PointStar& a, PointStar& b, double time) {
  const double rate = std::numbers::sqrt2, c = std::cos(rate * time), s = std::sin(rate * time);
  for (std::size_t k = 0; k < 3; ++k) {
    const double r = (b.position[k] - a.position[k]) / 2, at = a.position[k] + r;
    const double v = (b.velocity[k] - a.velocity[k]) / 2, moves = a.velocity[k] + v;
    const double place = c * r + s * v / rate, motion = c * v - s * r * rate;
    a.position[k] = at - place;
    b.position[k] = at + place;
    a.velocity[k] = moves - motion;
    b.velocity[k] = moves + motion;
  }
}

/// Two fast binaries in passing: stars stand still, and get a kick from each of the other binary's;
/// those of the first one only `back`.
ScatteringScheme kicking(const std::string& name, bool back) {
  ScatteringScheme scheme{.info = {.name = "test/" + name}};
  scheme.scatter_binaries = [=](std::span<const FourStars> starts, const auto&) {
    std::vector<ScatteredFour> ends;
    for (FourStars stars : starts) {
      const auto between = [&](auto of) {
        return (of(stars[2]) + of(stars[3]) - of(stars[0]) - of(stars[1])) / 2;
      };
      const double speed = between([](const PointStar& star) { return star.velocity[2]; });
      const double time = -between([](const PointStar& star) { return star.position[2]; }) / speed;
      turn(stars[0], stars[1], time);
      turn(stars[2], stars[3], time);
      const FourStars before = stars;
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 2; j < 4; ++j) {
          const double x = before[j].position[0] - before[i].position[0];
          const double y = before[j].position[1] - before[i].position[1];
          const double kick = 2 / speed / (x * x + y * y);
          stars[i].velocity[0] += back ? kick * x : 0;
          stars[i].velocity[1] += back ? kick * y : 0;
          stars[j].velocity[0] -= kick * x;
          stars[j].velocity[1] -= kick * y;
        }
      const bool first = energy(stars[0], stars[1]) < 0, second = energy(stars[2], stars[3]) < 0;
      ScatteredFour& one = ends.emplace_back();
      one.end.ending = first && second   ? FourEnding::binaries
                       : first || second ? FourEnding::binary
                                         : FourEnding::ionised;
      if (first || second) one.end.binary = {first ? 0U : 2U, first ? 1U : 3U};
    }
    return ends;
  };
  return scheme;
}

ResultRecord judged(const ScatteringScheme& scheme, BinaryKind kind, std::size_t count) {
  const Plan plan;
  Measurement row =
      limits(of_two_binaries(), {static_cast<std::size_t>(kind)}, plan, scheme, count).front();
  ChainStore chains("", false, 1);
  Bench bench{plan, chains, [](double) {}};
  row.measure(row.record, bench);
  return row.record;
}

/// As many meetings as in class S.
TEST(LimitsOfTwoBinaries, AreThoseOfKicksAndOfNothingElse) {
  constexpr std::size_t kCount = 1'100'000;
  const ScatteringScheme right = kicking("right", true);
  for (const BinaryKind kind : {BinaryKind::one_ionised, BinaryKind::both_ionised}) {
    const ResultRecord record = judged(right, kind, kCount);
    EXPECT_EQ(record.verdict, Verdict::pass) << record.value;
    EXPECT_LT(record.facts["smallest_effect"].get<double>(), 0.5 * record.expected->value);
  }
  // Were only the second binary kicked, one would be ionised nearly as often as it is.
  const ScatteringScheme wrong = kicking("one-sided", false);
  EXPECT_EQ(judged(wrong, BinaryKind::both_ionised, kCount).verdict, Verdict::fail);
}

TEST(KindsOfBinaryMeetings, KnowOldBinariesFromNewOnes) {
  using enum BinaryKind;
  EXPECT_EQ(kind_of({FourEnding::binaries, {0, 1}, 4}), none);
  EXPECT_EQ(kind_of({FourEnding::binaries, {0, 3}, 4}), exchange);
  EXPECT_EQ(kind_of({FourEnding::binary, {2, 3}, 4}), one_ionised);
  EXPECT_EQ(kind_of({FourEnding::binary, {1, 3}, 4}), exchange);
  EXPECT_EQ(kind_of({FourEnding::triple, {0, 1}, 2}), triple);
  EXPECT_EQ(kind_of({FourEnding::ionised, {4, 4}, 4}), both_ionised);
  EXPECT_EQ(kind_of({FourEnding::unfinished, {4, 4}, 4}), none);
  EXPECT_EQ(kind_of({FourEnding::lost, {4, 4}, 4}), none);
}

/// Meetings of which these parts have no end, and half of the others is of either kind.
Meetings left_without_end(double of_reference, double of_scheme) {
  return {.experiment = fmt::format("left-{}-{}", of_reference, of_scheme),
          .seeds = "left",
          .kinds = {{"one", "cross section for one"}, {"other", "cross section for another"}},
          .without_end = {"no-end", "cross section without an end"},
          .widest_impact = [](double) { return 2.0; },
          .follow =
              [=](const ScatteringScheme& scheme, double, std::uint64_t, std::size_t first,
                  std::size_t last, int) {
                const double part = scheme.info.baseline ? of_reference : of_scheme;
                const auto until = [&](std::size_t k) {
                  return static_cast<std::size_t>(part * static_cast<double>(k));
                };
                const std::size_t none = until(last) - until(first), rest = last - first - none;
                return Ends{{rest / 2, rest - rest / 2}, none};
              },
          .seconds = [](bool parallel, double) { return parallel ? 0.01 : 0.1; }};
}

std::vector<ResultRecord> beside(const Meetings& meetings) {
  const Plan plan;
  const ScatteringScheme scheme{.info = {.name = "test/leaving"}};
  ChainStore chains("", false, 1);
  Bench bench{plan, chains, [](double) {}};
  std::vector<ResultRecord> records;
  for (const Measurement& row : beside_reference(meetings, {1, 12000, {{0}, {1}}}, plan, scheme)) {
    records.push_back(row.record);
    row.measure(records.back(), bench);
  }
  return records;
}

TEST(MeetingsWithoutEnd, AreHeldToThoseOfTheReference) {
  const auto right = beside(left_without_end(0.25, 0.25));
  ASSERT_EQ(right.size(), 3u);
  for (const ResultRecord& record : right) {
    EXPECT_EQ(record.verdict, Verdict::pass) << record.metric;
    EXPECT_EQ(record.facts.at("without end"), 0.25);
    EXPECT_EQ(record.facts.at("without end, reference"), 0.25);
  }
  EXPECT_EQ(right[2].metric, "cross section without an end");
  EXPECT_EQ(right[2].value, 4 * 0.25);
  const auto wrong = beside(left_without_end(0.25, 0.35));
  EXPECT_EQ(wrong.at(2).verdict, Verdict::fail);
  EXPECT_EQ(wrong[2].facts.at("without end"), 0.35);
  EXPECT_EQ(beside(left_without_end(0.25, 0.15)).at(2).verdict, Verdict::fail);
}

TEST(MeetingsWithoutEnd, MayBeFew) {
  EXPECT_EQ(beside(left_without_end(0, 0)).at(2).verdict, Verdict::pass);
  EXPECT_EQ(beside(left_without_end(0.001, 0)).at(2).verdict, Verdict::pass);  // 3, and none
  EXPECT_EQ(beside(left_without_end(0, 0.01)).at(2).verdict, Verdict::fail);
}

TEST(CrossSections, CostTheirMeetingsOnce) {
  const Plan plan;
  const ScatteringScheme scheme{.info = {.name = "test/leaving"}};
  Meetings meetings = left_without_end(0, 0);
  meetings.to_limit = {{16, 1, 1}};
  const auto cost_of = [](const std::vector<Measurement>& rows) {
    double cost = 0;
    for (const Measurement& row : rows) cost += row.cost;
    return cost;
  };
  EXPECT_NEAR(cost_of(limits(meetings, {0, 1}, plan, scheme, 1000)), 1000 * 0.1, 1e-9);
  EXPECT_NEAR(cost_of(beside_reference(meetings, {1, 1000, {{0}, {1}}}, plan, scheme)),
              1000 * 0.1 + 250 * 0.1, 1e-9);
}

TEST(CrossSections, AreSharesOfTheirDisk) {
  const Estimate found = cross_section(3, 25, 101);
  EXPECT_NEAR(found.mean, 9 * 25.0 / 101, 1e-14);
  EXPECT_NEAR(found.standard_error, 9 * std::sqrt(25.0 / 101 * (76.0 / 101) / 100), 1e-14);
  EXPECT_EQ(cross_section(3, 0, 101).standard_error, 0);
  EXPECT_NEAR(cross_section(3, 0, 101, 9 * 0.1).standard_error, 9 * std::sqrt(0.09 / 100), 1e-14);
}

}  // namespace
}  // namespace touchstone::validation::cmc
