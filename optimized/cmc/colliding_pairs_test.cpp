#include "optimized/cmc/colliding_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "models/cmc/circle.hpp"

namespace touchstone::optimized {
namespace {

using cluster::SinglePair;

/// The pair at this share of a turn between both tangential velocities.
SinglePair turned(const Neighbours& n, const std::vector<double>& mass, double density,
                  double turn) {
  const cluster::CosSin azimuth = cluster::cos_sin_of_share(turn);
  return {.mass = {mass[0], mass[1]},
          .velocity = {{{n.tangential_velocity[0], 0, n.radial_velocity[0]},
                        {n.tangential_velocity[1] * azimuth.cos,
                         n.tangential_velocity[1] * azimuth.sin, n.radial_velocity[1]}}},
          .density = density};
}

/// Also pairs that all but move together, where roundings count, and masses of which one decides.
TEST(CollidingPairs, BoundsWhatPairsExpect) {
  std::mt19937_64 random(1);
  const auto draw = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<double>()(random));
  };
  std::size_t close = 0, apart = 0;
  for (int k = 0; k < 200'000; ++k) {
    const cluster::Collisions how{.radius = draw(1e-8, 1), .exponent = draw(0.01, 3)};
    const std::vector<double> mass{draw(1e-6, 1e-2), draw(1e-6, 1e-2)};
    Neighbours n{0, {draw(1e-3, 1), draw(1e-3, 1)}, {draw(1e-3, 1), draw(1e-3, 1)}};
    if (k % 3 == 0) n.radial_velocity[1] = n.radial_velocity[0];
    if (k % 2 == 0)
      n.tangential_velocity[1] =
          n.tangential_velocity[0] * (1 + (k % 4 == 0 ? 1e-16 : 1e-9) * (k % 7));
    const double density = draw(1, 1e5);
    const CollidingPairs pairs(mass, how, 1000, draw(1e-4, 1));
    for (const double turn : {0.0, 0x1p-32, 0.5, 1 - 0x1p-32, draw(1e-9, 1)}) {
      const double expected = pairs.expected(turned(n, mass, density, turn));
      for (const double number : {expected, expected * (1 - 1e-15), draw(1e-9, 1)}) {
        const bool less = pairs.expects_less(number, n, mass[0] + mass[1], density);
        ASSERT_FALSE(less && !(expected < number)) << k << ", turn " << turn;
        ++(less ? apart : close);
      }
    }
  }
  EXPECT_GT(apart, 100'000u);  // else the bound saves nothing
  EXPECT_GT(close, 100'000u);
}

TEST(CollidingPairs, SaysNothingOfStarsThatMoveTogether) {
  const std::vector<double> mass{1e-3, 1e-3};
  const cluster::Collisions how{.radius = 1e-9};
  const Neighbours n{0, {0.5, 0.5}, {0.2, 0.2}};
  EXPECT_FALSE(CollidingPairs(mass, how, 1000, 1).expects_less(1, n, 2e-3, 1));
}

}  // namespace
}  // namespace touchstone::optimized
