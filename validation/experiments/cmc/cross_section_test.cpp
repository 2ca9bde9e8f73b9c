#include "validation/experiments/cmc/cross_section.hpp"

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
  Measurement row = limit(of_two_binaries(), static_cast<std::size_t>(kind), plan, scheme, count);
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

TEST(CrossSections, AreSharesOfTheirDisk) {
  const Estimate found = cross_section(3, 25, 101);
  EXPECT_NEAR(found.mean, 9 * 25.0 / 101, 1e-14);
  EXPECT_NEAR(found.standard_error, 9 * std::sqrt(25.0 / 101 * (76.0 / 101) / 100), 1e-14);
  EXPECT_EQ(cross_section(3, 0, 101).standard_error, 0);
  EXPECT_NEAR(cross_section(3, 0, 101, 9 * 0.1).standard_error, 9 * std::sqrt(0.09 / 100), 1e-14);
}

}  // namespace
}  // namespace touchstone::validation::cmc
