#include "models/cmc/timesteps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/cmc/mass_loss.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

const CentralAverages kCentre{.dispersion = 2,
                              .single_density = 3,
                              .binary_density = 5,
                              .mass = 7,
                              .radius2 = 0.5,
                              .mass_radius = 11,
                              .axis = 0.25,
                              .axis2 = 0.125,
                              .mass_axis = 1.5};

// By hand, sqrt(pi) = 1.7724538509055160273.
TEST(Timesteps, HaveTheValuesOfTheirEquations) {
  const double root_pi = 1.7724538509055160273;
  EXPECT_DOUBLE_EQ(collision_time(kCentre), 1 / (48 * root_pi * 3.75));  // 1 + 11 / 4
  // 16 x 5 x 0.01 x 0.125 x 2 = 0.2; 1 + 1.5 / (8 x 0.1 x 0.125) = 16
  EXPECT_DOUBLE_EQ(binary_binary_time(kCentre, 0.1), 1 / (0.2 * root_pi * 16));
  // 4 x 3 x 0.04 x 0.125 x 2 = 0.12; 1 + 7 x 0.25 / (4 x 0.2 x 0.125) = 18.5
  EXPECT_DOUBLE_EQ(binary_single_time(kCentre, 0.2), 1 / (0.12 * root_pi * 18.5));
  EXPECT_DOUBLE_EQ(evolution_time(0.9, 1e-5, 0.01), 0.9);
}

TEST(Timesteps, AreInfiniteWhereNothingHappens) {
  EXPECT_TRUE(std::isinf(collision_time({.dispersion = 1})));
  EXPECT_TRUE(std::isinf(binary_binary_time({.dispersion = 1}, 1)));
  EXPECT_TRUE(std::isinf(binary_single_time({.dispersion = 1}, 1)));
  EXPECT_TRUE(std::isinf(evolution_time(1, 0, 1)));
}

TEST(MassLoss, IsBooked) {
  const MassTable table({{0, 1}, {1, 0.9}, {3, 0.8}});
  EXPECT_DOUBLE_EQ(table.share(-1), 1);
  EXPECT_DOUBLE_EQ(table.share(2), 0.85);
  EXPECT_DOUBLE_EQ(table.share(9), 0.8);
  EXPECT_DOUBLE_EQ(table.kept(1, 3), 0.8 / 0.9);
  Stars stars = plummer::sample(100, 1);
  const auto energy = [&] {
    return kinetic_energy(stars) + potential_energy(stars, shell_potential(stars));
  };
  const double kept = table.kept(0, 2), lost = lost_energy(kept, 0.25, -0.5), before = energy();
  for (double& m : stars.mass) m *= kept;
  EXPECT_NEAR(energy() + lost, before, 1e-9);
}

TEST(MassLoss, TablesThatMakeNoSenseAreRefused) {
  EXPECT_THROW(MassTable({}), InputError);
  EXPECT_THROW(MassTable({{0, 1}, {0, 0.5}}), InputError);
  EXPECT_THROW(MassTable({{0, 0.5}, {1, 0.6}}), InputError);
  EXPECT_THROW(MassTable({{0, 0.5}, {1, 0}}), InputError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(MassTable({{nan, 1}}), InputError);  // a search would end behind the table
  EXPECT_THROW(MassTable({{0, 1}, {nan, 0.5}}), InputError);
  EXPECT_THROW(MassTable({{-infinite, 1}, {1, 0.5}}), InputError);
  EXPECT_THROW(MassTable({{0, 1}, {infinite, 0.5}}), InputError);
}

}  // namespace
}  // namespace touchstone::cluster
