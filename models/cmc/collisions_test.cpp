#include "models/cmc/collisions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

/// The outer star is three times as heavy, and comes at right angles.
SinglePair pair() {
  return {.mass = {1e-3, 3e-3}, .velocity = {{{0.4, 0, 0}, {0, 0.3, 0}}}, .density = 50};
}

TEST(Collisions, AreNamedOrRefused) {
  EXPECT_EQ(collisions_of("none"), nullptr);
  EXPECT_EQ(*collisions_of("spheres:1e-5"), (Collisions{.radius = 1e-5, .exponent = 0.8}));
  EXPECT_EQ(*collisions_of("spheres:1:0"), (Collisions{.radius = 1, .exponent = 0}));
  for (const char* const words :
       {"", "spheres", "none:1", "spheres:0", "spheres:1.1", "spheres:1e-5:-0.1",
        "spheres:1e-5:3.1", "spheres:nan", "spheres:1e-5:1:1", "1e-5", "Spheres:1e-5"})
    EXPECT_THROW((void)collisions_of(words), InputError) << words;
}

TEST(Collisions, RadiiArePowersOfTheMass) {
  const Collisions how{.radius = 1e-4, .exponent = 0.5};
  EXPECT_DOUBLE_EQ(radius_of_star(1.0 / 400, how, 400), 1e-4);
  EXPECT_DOUBLE_EQ(radius_of_star(4.0 / 400, how, 400), 2e-4);
  EXPECT_DOUBLE_EQ(radius_of_star(0.25, {.radius = 0.1, .exponent = 0}, 400), 0.1);
}

/// n pi R^2 (1 + 2 M / (R w^2)) w t.
TEST(Collisions, ExpectWhatTheCrossSectionSays) {
  const Collisions how{.radius = 2e-3, .exponent = 1};
  const double touching = 2e-3 * (1 + 3), w = 0.5, mass = 4e-3;  // of 1000 stars
  const double section =
      std::numbers::pi * touching * touching * (1 + 2 * mass / (touching * w * w));
  EXPECT_NEAR(collisions_of_pair(pair(), how, 1000, 0.7) / (50 * section * w * 0.7), 1, 1e-14);
  SinglePair together = pair();
  together.velocity[1] = together.velocity[0];
  EXPECT_EQ(collisions_of_pair(together, how, 1000, 0.7), 0);
}

TEST(Collisions, KeepMassAndMomentum) {
  const Merged one = merged(pair());
  EXPECT_DOUBLE_EQ(one.mass, 4e-3);
  EXPECT_DOUBLE_EQ(one.velocity[0], 0.1);
  EXPECT_DOUBLE_EQ(one.velocity[1], 0.225);
  EXPECT_EQ(one.velocity[2], 0);
  EXPECT_DOUBLE_EQ(one.lost, 0.5 * 0.75e-3 * 0.25);
  EXPECT_TRUE(one.outer);
  SinglePair like = pair();
  like.mass = {2e-3, 2e-3};
  EXPECT_FALSE(merged(like).outer);
}

TEST(Collisions, OneStarIsBetweenTwo) {
  EXPECT_DOUBLE_EQ(radius_of_merged(pair(), 1, 2), 1.75);
  const double next = std::nextafter(1.0, 2.0);
  for (const SinglePair& any : {pair(), SinglePair{.mass = {1e-20, 1}}}) {
    EXPECT_GE(radius_of_merged(any, 1, next), 1);
    EXPECT_LE(radius_of_merged(any, 1, next), next);
    EXPECT_LE(radius_of_merged(any, 0.1, 0.7), 0.7);
  }
}

/// Equation 8 for equal stars, and none of them counts that is a binary.
TEST(Collisions, LimitTheStep) {
  Stars stars = plummer::sample(400, 1);
  const Collisions how{.radius = 1e-3, .exponent = 0.8, .part_of_time = 0.1};
  double heat = 0;
  for (std::size_t i = 0; i < 300; ++i) heat += stars.speed2(i);
  const double sigma = std::sqrt(heat / 900), r3 = std::pow(stars.radius[299], 3);
  const double pi = std::numbers::pi, density = 300 / (4 * pi / 3 * r3);
  const double rate =
      16 * std::sqrt(pi) * density * 1e-6 * sigma * (1 + 2.5e-3 / (2 * sigma * sigma * 1e-3));
  const double expected = 0.1 / rate / (400 / std::log(40));
  EXPECT_NEAR(step_of_collisions(stars, {}, how, 400) / expected, 1, 1e-12);
  std::vector<Binary> binaries;
  for (std::uint32_t id = 0; id < 400; ++id) binaries.push_back({id, {1, 1}, 1, 0});
  EXPECT_EQ(step_of_collisions(stars, binaries, how, 400), std::numeric_limits<double>::infinity());
  binaries.erase(binaries.begin() + stars.id[7]);
  EXPECT_NEAR(step_of_collisions(stars, binaries, how, 400) / (300 * expected), 1, 1e-12);
}

}  // namespace
}  // namespace touchstone::cluster
