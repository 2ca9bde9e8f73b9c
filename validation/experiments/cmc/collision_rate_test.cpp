#include "validation/experiments/cmc/collision_rate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace touchstone::validation::cmc {
namespace {

/// By drawing: a place weighted with the density, two velocities by rejection.
TEST(CollisionRate, TheoryIsThatOfDrawnPairs) {
  constexpr double kPi = std::numbers::pi, kA = 3 * kPi / 16;  // scale length
  constexpr int kPairs = 400'000;
  const EqualStars wanted{.stars = 1000, .radius = 1e-3};
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal;
  const auto velocity = [&] {
    double q = 0;
    do q = uniform(random);
    while (0.1 * uniform(random) >= q * q * std::pow(1 - q * q, 3.5));
    std::array<double, 3> v{normal(random), normal(random), normal(random)};
    const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (double& x : v) x *= q / size;
    return v;
  };
  double sum = 0, square = 0;
  for (int k = 0; k < kPairs; ++k) {
    const double x = 1 / std::sqrt(std::pow(1 - uniform(random), -2.0 / 3) - 1), s = 1 + x * x;
    const double density = 1000 * 3 / (4 * kPi * std::pow(kA, 3)) * std::pow(s, -2.5);
    const double escape = std::sqrt(2 / (kA * std::sqrt(s)));
    const auto one = velocity(), other = velocity();
    double w2 = 0;
    for (std::size_t j = 0; j < 3; ++j) w2 += std::pow(escape * (one[j] - other[j]), 2);
    // A star has n S w others within its reach; two share each collision.
    const double section = kPi * 4e-6 * (1 + 2 * 2e-3 / (2e-3 * w2));
    const double rate = 1000 * density * section * std::sqrt(w2) / 2 * 20 / 19;
    sum += rate / kPairs;
    square += rate * rate / kPairs;
  }
  const double error = std::sqrt((square - sum * sum) / kPairs);
  EXPECT_LT(error, 0.004 * sum);
  EXPECT_NEAR(collisions_by_kinetic_theory(wanted), sum, 5 * error);
}

/// A fifth more or fewer are seen in 20 clusters of 10^4 stars.
TEST(CollisionRate, IsThatOfStepsAndSeesAnother) {
  const auto& scheme = cluster::cluster_scheme("cmc/reference");
  const EqualStars wanted;
  double collisions = 0, time = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const CollisionsOfStep one = collisions_of_step(scheme, wanted, 16, seed);
    collisions += one.collisions;
    time += one.time;
  }
  const auto away = [&](const EqualStars& other) {
    return (collisions - time * collisions_by_kinetic_theory(other)) / std::sqrt(collisions);
  };
  EXPECT_LT(std::abs(away(wanted)), 5);
  EXPECT_GT(away({.radius = 0.9 * wanted.radius}), 5);
  EXPECT_LT(away({.radius = 1.1 * wanted.radius}), -5);
}

}  // namespace
}  // namespace touchstone::validation::cmc
