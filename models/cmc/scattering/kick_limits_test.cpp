// models/cmc/scattering/kick_limits_test.cpp
// Purpose   Limits of cross sections for two fast binaries, beside an integral by drawing.
// Computes  Binaries in any direction and phase, whose stars stand still while they pass: each star
//           gets 2 G m / (V b) from each of the other binary's, across the motion. Pairs of stars
//           are aimed at each other, within the reach of a kick that can free one; where several
//           disks overlap, each counts its part. Who is free is asked of energies.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "models/cmc/scattering/meeting.hpp"

namespace touchstone::cluster {
namespace {

constexpr double kSpeed = 1e4;  ///< masses and axes are 1
/// 2 G m / (V b) is (sqrt 2 - 1) u there, with u^2 = 2; and 5 % more.
constexpr double kReach = 1.05 * 2 / (kSpeed * (std::numbers::sqrt2 - 1) * std::numbers::sqrt2);

/// Half of the way from the second to the first star, and half of the velocity.
struct Circle {
  Vector3 place{}, velocity{};
};

Circle drawn_circle(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const auto any = [&] { return Vector3{normal(random), normal(random), normal(random)}; };
  const auto dot = [](const Vector3& a, const Vector3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  Circle circle{any(), any()};
  const double along = dot(circle.place, circle.velocity) / dot(circle.place, circle.place);
  for (std::size_t c = 0; c < 3; ++c) circle.velocity[c] -= along * circle.place[c];
  const double far = std::sqrt(dot(circle.place, circle.place));
  const double fast = std::sqrt(dot(circle.velocity, circle.velocity));
  for (std::size_t c = 0; c < 3; ++c) {
    circle.place[c] *= 0.5 / far;
    circle.velocity[c] *= std::numbers::sqrt2 / 2 / fast;
  }
  return circle;
}

/// Sums of the weights of those meetings that free one binary, or both.
struct Freed {
  double one = 0, both = 0, squares_of_one = 0, squares_of_both = 0;
};

Freed freed_by_kicks(int meetings) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  Freed freed;
  for (int k = 0; k < meetings; ++k) {
    const Circle circles[2] = {drawn_circle(random), drawn_circle(random)};
    const double b = kReach * std::sqrt(uniform(random));
    const double angle = 2 * std::numbers::pi * uniform(random);
    // From the first binary's centre to that of the other one: their first stars pass at b.
    const double x = b * std::cos(angle) + circles[0].place[0] - circles[1].place[0];
    const double y = b * std::sin(angle) + circles[0].place[1] - circles[1].place[1];
    double kicks[2][2][2] = {};
    int within = 0;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        const double one = i == 0 ? 1 : -1, other = j == 0 ? 1 : -1;
        const double away[2] = {x + other * circles[1].place[0] - one * circles[0].place[0],
                                y + other * circles[1].place[1] - one * circles[0].place[1]};
        const double square = away[0] * away[0] + away[1] * away[1];
        within += square < kReach * kReach ? 1 : 0;
        for (std::size_t c = 0; c < 2; ++c) {
          kicks[0][i][c] += 2 / kSpeed * away[c] / square;
          kicks[1][j][c] -= 2 / kSpeed * away[c] / square;
        }
      }
    bool free[2];
    for (std::size_t n = 0; n < 2; ++n) {
      double square = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        const double kick = c < 2 ? kicks[n][0][c] - kicks[n][1][c] : 0;
        square += std::pow(2 * circles[n].velocity[c] + kick, 2);
      }
      free[n] = square / 2 > 2;  // G (m + m) / a
    }
    const double weight = 1.0 / within;
    if (free[0] && free[1]) {
      freed.both += weight;
      freed.squares_of_both += weight * weight;
    } else if (free[0] || free[1]) {
      freed.one += weight;
      freed.squares_of_one += weight * weight;
    }
  }
  return freed;
}

TEST(KickLimits, AreThoseOfDrawnKicks) {
  constexpr int kMeetings = 200'000;
  const double critical = critical_speed(std::array<BinaryOrbit, 2>{});
  // Four pairs of stars have such disks; over pi a^2, times (V / v_c)^2.
  const double unit = 4 * std::pow(kReach * kSpeed / critical, 2) / kMeetings;
  const Freed freed = freed_by_kicks(kMeetings);
  const double error_of_one = unit * std::sqrt(freed.squares_of_one);
  const double error_of_both = unit * std::sqrt(freed.squares_of_both);
  EXPECT_LT(error_of_one, 0.006 * kOneOfTwoLimit);
  EXPECT_LT(error_of_both, 0.009 * kBothOfTwoLimit);
  EXPECT_NEAR(unit * freed.one, kOneOfTwoLimit, 5 * error_of_one);
  EXPECT_NEAR(unit * freed.both, kBothOfTwoLimit, 5 * error_of_both);
}

/// Both stars of the other binary do to each binary what a single star does.
TEST(KickLimits, OfABinaryAreTwiceThatOfASingleStar) {
  const double single = std::pow(critical_speed(Vector3{1, 1, 1}, 1), 2);
  const double binary = std::pow(critical_speed(std::array<BinaryOrbit, 2>{}), 2);
  EXPECT_NEAR((kOneOfTwoLimit / 2 + kBothOfTwoLimit) * binary, 2 * kIonisationLimit * single,
              1e-13);
}

}  // namespace
}  // namespace touchstone::cluster
