#include "reference/cmc/henon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/cmc/cluster_start.hpp"
#include "models/cmc/energy_change.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"
#include "reference/cmc/timestep.hpp"
#include "reference/cmc/velocity_correction.hpp"

namespace touchstone::reference {
namespace {

using cluster::Block;
using cluster::Stars;
using cluster::TimestepScheme;

double first_timestep(const Stars& stars, cluster::ClusterParameters p) {
  HenonRun run(stars, p);
  run.step();
  return run.report().timestep;
}

/// With the square of equation 7, theta_max = 1 gives 4/pi^2 of the longest step.
TEST(Timestep, GrowsWithTheSquareOfTheAngle) {
  const Stars stars = cluster::plummer::sample(500, 2);
  const double one = first_timestep(stars, {.theta_max = 1});
  EXPECT_NEAR(first_timestep(stars, {.theta_max = 0.5}), one / 4, 1e-15);
  EXPECT_NEAR(first_timestep(stars, {.theta_max = std::numbers::pi / 2}),
              one * std::numbers::pi * std::numbers::pi / 4, 1e-15);
}

/// In a homogeneous shell all bins have the same density and dispersion, and both schemes agree
/// with equation 7 by hand.
TEST(Timestep, OfAHomogeneousSphere) {
  Stars stars;
  const std::size_t n = 2000;
  const double v = 0.7;
  for (std::size_t i = 0; i < n; ++i) {
    stars.radius.push_back(std::cbrt((static_cast<double>(i) + 1) / static_cast<double>(n)));
    stars.mass.push_back(1.0 / n);
    stars.radial_velocity.push_back(0.6 * v);
    stars.tangential_velocity.push_back(0.8 * v);
    stars.id.push_back(static_cast<std::uint32_t>(i));
  }
  const double pi = std::numbers::pi;
  const double density = n * 3 / (4 * pi);
  const double relative = 4 * v / std::sqrt(3 * pi);
  const double expected =
      4 / (pi * pi) * pi / 32 * std::pow(relative, 3) / (density * 4.0 / (n * n) * n);
  EXPECT_NEAR(first_timestep(stars, {}) / expected, 1, 1e-9);
  EXPECT_NEAR(first_timestep(stars, {.timestep = TimestepScheme::sliding}) / expected, 1, 1e-9);
}

/// "We tested this new timestep calculation scheme, and we did not find any significant
/// differences": the smallest of many noisy averages is smaller the more there are.
TEST(Timestep, BinsAndSlidingAveragesAreAlike) {
  double ratio = 0;
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const Stars stars = cluster::plummer::sample(4000, seed);
    const double bins = first_timestep(stars, {.timestep = TimestepScheme::bins});
    const double sliding = first_timestep(stars, {.timestep = TimestepScheme::sliding});
    EXPECT_LE(sliding, bins * 1.1);
    ratio += sliding / bins / 5;
  }
  EXPECT_GT(ratio, 0.5);
}

TEST(VelocityCorrection, ScalesAndTakesWhatIsImaginaryFromTheNext) {
  Stars stars{.mass = {1, 1, 1, 1},
              .radius = {1, 2, 3, 4},
              .radial_velocity = {3, 3, 0.3, 3},
              .tangential_velocity = {4, 4, 0.4, 4},
              .id = {0, 1, 2, 3}};
  const std::vector<double> speed2{100, -5, 0.25, 25};
  const std::vector<Block> blocks{{0, 4}};
  EXPECT_NEAR(correct_velocities(stars, speed2, blocks), 4.9, 1e-12);
  EXPECT_DOUBLE_EQ(stars.speed2(0), 100);
  EXPECT_DOUBLE_EQ(stars.radial_velocity[0] / stars.tangential_velocity[0], 0.75);
  EXPECT_DOUBLE_EQ(stars.speed2(1), 25);          // kept: 15 too much, as energy
  EXPECT_DOUBLE_EQ(stars.speed2(2), 0.25 * 0.2);  // gave 0.1
  EXPECT_DOUBLE_EQ(stars.speed2(3), 25 * 0.2);    // gave 10 of the remaining 14.9
}

TEST(VelocityCorrection, WhatIsLeftIsTakenFromTheNextBlock) {
  Stars stars{.mass = {1, 1, 1, 1},
              .radius = {1, 2, 3, 4},
              .radial_velocity = {3, 3, 30, 3},
              .tangential_velocity = {4, 4, 40, 4},
              .id = {0, 1, 2, 3}};
  const std::vector<double> speed2{25, -5, 2500, -1};
  const std::vector<Block> blocks{{0, 2}, {2, 4}};
  EXPECT_DOUBLE_EQ(correct_velocities(stars, speed2, blocks), 13);  // of the last star
  EXPECT_DOUBLE_EQ(stars.speed2(2), 2500 - 30);
}

/// Escapers leave with their energy and draw nothing.
TEST(HenonRun, StarsThatAreNotBoundLeave) {
  Stars stars = cluster::plummer::sample(100, 4);
  stars.radial_velocity[30] = 5;
  HenonRun run(stars, {});
  const double before = run.report().total_energy();
  run.step();
  EXPECT_EQ(run.report().stars, 99u);
  EXPECT_GT(run.report().escaped_energy, 0);
  EXPECT_NEAR(run.report().total_energy(), before, 0.01);
  for (const std::uint32_t id : run.stars().id) EXPECT_NE(id, 30u);
}

/// Heavy stars have own shells of a tenth of the energy, which no star feels: without them steps of
/// any length keep it to rounding.
TEST(HenonRun, WhileAllStarsStayTheEnergyChangesByOwnShells) {
  const Stars stars = cluster::start_of_cluster({.masses = "kroupa"}, 1000, 1);
  for (const double theta_max : {1.0, 0.1}) {
    HenonRun run(stars, {.ranks = 2, .theta_max = theta_max});
    const cluster::StepReport begun = run.report();
    for (int step = 0; step < 10; ++step) run.step();
    ASSERT_EQ(run.report().stars, 1000u);
    const auto change = cluster::energy_change(stars, begun, run.stars(), run.report());
    EXPECT_GT(std::abs(change.all), 1e-3);
    EXPECT_NEAR(change.leaving(), 0, 1e-12);
  }
}

TEST(HenonRun, RanksOfOneBinEachNeedSlidingAverages) {
  const Stars stars = cluster::plummer::sample(60, 4);
  EXPECT_THROW(HenonRun(stars, {.ranks = 3}), InputError);
  HenonRun run(stars, {.ranks = 3, .timestep = TimestepScheme::sliding});
  run.step();
  EXPECT_GT(run.report().timestep, 0);
}

}  // namespace
}  // namespace touchstone::reference
