#include "models/cmc/binary_meetings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/plummer.hpp"

namespace touchstone::cluster {
namespace {

ClosePair pair_of(bool two) {
  ClosePair pair{.star = {}, .density = 1};
  for (std::size_t k = 0; k < 2; ++k) {
    pair.star[k] = {2e-3, {0, 0.2, k == 0 ? 0.5 : -0.3}};
    if (k == 0 || two)
      pair.star[k].binary = Binary{static_cast<std::uint32_t>(k), {1e-3, 1e-3}, 1e-3, 0.5};
  }
  return pair;
}

/// Square of the impact parameter of two bodies, from their angular momentum and speed at infinity.
double impact2(const PointStar& a, const PointStar& b, double speed) {
  double l2 = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t d = (c + 1) % 3, e = (c + 2) % 3;
    const double l = (b.position[d] - a.position[d]) * (b.velocity[e] - a.velocity[e]) -
                     (b.position[e] - a.position[e]) * (b.velocity[d] - a.velocity[d]);
    l2 += l * l;
  }
  return l2 / (speed * speed);
}

PointStar centre(const PointStar& a, const PointStar& b) {
  PointStar both{a.mass + b.mass, {}, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    both.position[c] = (a.mass * a.position[c] + b.mass * b.position[c]) / both.mass;
    both.velocity[c] = (a.mass * a.velocity[c] + b.mass * b.velocity[c]) / both.mass;
  }
  return both;
}

/// The impact parameter is uniform on the disk of pericentres within the closeness.
TEST(BinaryMeetings, ComeFromTheWholeDisk) {
  constexpr int kMeetings = 4000;
  constexpr double kCloseness = 1.5;
  for (const bool two : {false, true}) {
    const ClosePair pair = pair_of(two);
    const double speed = 0.8 / UnitsOfMeeting(pair).speed;  // relative
    const double axes = (two ? 2e-3 : 1e-3) / UnitsOfMeeting(pair).length;
    const double mass = 4e-3 / UnitsOfMeeting(pair).mass, far = kCloseness * axes;
    const double widest2 = far * far * (1 + 2 * mass / (far * speed * speed));
    double sum = 0, least = 1, most = 0;
    for (int step = 0; step < kMeetings; ++step) {
      double share = 0;
      if (two) {
        const FourStars s =
            drawn_meeting_of_four(pair, kCloseness, 5, static_cast<std::uint64_t>(step));
        share = impact2(centre(s[0], s[1]), centre(s[2], s[3]), speed) / widest2;
      } else {
        const ThreeStars s = drawn_meeting(pair, kCloseness, 5, static_cast<std::uint64_t>(step));
        share = impact2(centre(s[0], s[1]), s[2], speed) / widest2;
      }
      sum += share;
      least = std::min(least, share);
      most = std::max(most, share);
    }
    EXPECT_NEAR(sum / kMeetings, 0.5, 5 / std::sqrt(12.0 * kMeetings)) << two;
    EXPECT_LT(least, 0.005) << two;
    EXPECT_GT(most, 0.995) << two;
    EXPECT_LE(most, 1 + 1e-9) << two;
  }
}

/// 10^4 revolutions of a binary of mass and axis 1, or 500 000 steps.
TEST(BinaryMeetings, AreGivenUpLate) {
  const ScatteringParameters how = scattering_of_pairs(3);
  EXPECT_EQ(how.threads, 3);
  EXPECT_EQ(how.most_steps, 500'000u);
  EXPECT_DOUBLE_EQ(how.longest, 2e4 * std::numbers::pi);
  EXPECT_EQ(how.tide, 1e-5);
}

TEST(BinaryMeetings, LimitNoStepWithoutBinariesInTheCentre) {
  Stars stars = plummer::sample(400, 1);
  const auto outer = stars.id[350];
  const std::vector<Binary> far{{outer, {stars.mass[350] / 2, stars.mass[350] / 2}, 1e-3, 0}};
  EXPECT_EQ(step_of_binaries(stars, far, {}, 400), std::numeric_limits<double>::infinity());
  const std::vector<Binary> near{
      {stars.id[299], {stars.mass[299] / 2, stars.mass[299] / 2}, 1e-3, 0}};
  EXPECT_LT(step_of_binaries(stars, near, {}, 400), 1e9);
}

TEST(BinaryMeetings, AreOfThreeStarsWhereOneIsSingleOrAPoint) {
  ClosePair pair = pair_of(false);
  EXPECT_TRUE(pair.of_three());
  EXPECT_EQ(pair.wider(), 0u);
  std::swap(pair.star[0], pair.star[1]);
  EXPECT_EQ(pair.wider(), 1u);
  pair = pair_of(true);
  EXPECT_FALSE(pair.of_three());
  pair.point_like = 0.25;
  pair.star[0].binary->semimajor_axis = 0.25e-3;
  EXPECT_FALSE(pair.of_three());  // at the border
  pair.star[0].binary->semimajor_axis = 0.249e-3;
  EXPECT_TRUE(pair.of_three());
  EXPECT_EQ(pair.wider(), 1u);
}

}  // namespace
}  // namespace touchstone::cluster
