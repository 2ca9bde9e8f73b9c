#include "models/cmc/plummer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/cmc/shell_potential.hpp"
#include "models/cmc/structure.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

// Computed with 30 digits, independently of this code.
TEST(Plummer, ClosedFormsHaveTheirValues) {
  EXPECT_NEAR(plummer::kScale, 0.5890486225, 1e-10);
  EXPECT_NEAR(plummer::half_mass_radius(), 0.7685706307, 1e-10);
  EXPECT_NEAR(plummer::density(0), 1.168040648, 1e-9);
  EXPECT_NEAR(plummer::dispersion2(0), 0.2829421, 1e-7);
  EXPECT_NEAR(plummer::potential(0), -1.697652726, 1e-9);
  EXPECT_NEAR(half_mass_relaxation_time(plummer::half_mass_radius()), 0.09298325894, 1e-11);
}

TEST(Plummer, MassAndDensityAgree) {
  double mass = 0;
  const double dr = 1e-4;
  for (double r = dr / 2; r < 3; r += dr)
    mass += 4 * std::numbers::pi * r * r * plummer::density(r) * dr;
  EXPECT_NEAR(mass, plummer::enclosed_mass(3), 1e-7);
  for (const double share : {0.01, 0.5, 0.9})
    EXPECT_NEAR(plummer::enclosed_mass(plummer::radius_of_mass(share)), share, 1e-12);
}

TEST(Plummer, StarsAreInNBodyUnits) {
  const Stars stars = plummer::sample(2000, 9);
  require_valid(stars, "sample");
  EXPECT_NEAR(kinetic_energy(stars), 0.25, 1e-12);
  EXPECT_NEAR(potential_energy(stars, shell_potential(stars)), -0.5, 1e-9);  // zero at kOutermost
  EXPECT_EQ(stars, plummer::sample(2000, 9));
  EXPECT_NE(stars.radius, plummer::sample(2000, 10).radius);
}

/// The share of the mass inside a sampled radius is uniform: its mean is 1/2, its mean square 1/3.
TEST(Plummer, StarsFollowTheModel) {
  const Stars stars = plummer::sample(40000, 1);
  double mean = 0, square = 0, anisotropy = 0, kinetic = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double x = plummer::enclosed_mass(stars.radius[i]);
    mean += x / 40000;
    square += x * x / 40000;
    kinetic += stars.speed2(i);
    anisotropy += stars.tangential_velocity[i] * stars.tangential_velocity[i] -
                  2 * stars.radial_velocity[i] * stars.radial_velocity[i];
  }
  EXPECT_NEAR(mean, 0.5, 5 * 0.2887 / 200);
  EXPECT_NEAR(square, 1.0 / 3, 5 * 0.2981 / 200);
  EXPECT_NEAR(anisotropy / kinetic, 0, 5 * 1.3 / 200);
  EXPECT_NEAR(half_mass_radius(stars), plummer::half_mass_radius(), 0.015);
}

TEST(Structure, CoreAndRadiiOfPlummersModel) {
  const Stars stars = plummer::sample(40000, 1);
  const Core core = casertano_hut_core(stars);
  EXPECT_NEAR(core.radius, 0.36341484, 0.01);  // exact, to the half-mass radius
  // Its estimate is 5/4 of the mean of rho^3 / rho^2; each of 20000 densities scatters by half.
  EXPECT_NEAR(core.density, 0.71523, 0.03);
  EXPECT_NEAR(lagrangian_radius(stars, 0.1), plummer::radius_of_mass(0.1), 0.01);
  EXPECT_NEAR(lagrangian_radius(stars, 0.9), plummer::radius_of_mass(0.9), 0.08);
  EXPECT_THROW(lagrangian_radius(stars, 1), InputError);
  EXPECT_THROW(lagrangian_radius({}, 0.5), InputError);
  EXPECT_THROW(casertano_hut_core(plummer::sample(7, 1)), InputError);
  EXPECT_NO_THROW(casertano_hut_core(plummer::sample(8, 1)));
}

TEST(Structure, TheFirstStarBeyondAShareOfTheMass) {
  Stars stars{.mass = {1, 1, 2, 4},
              .radius = {1, 2, 3, 4},
              .radial_velocity = {0, 0, 0, 0},
              .tangential_velocity = {1, 1, 1, 1},
              .id = {0, 1, 2, 3}};
  EXPECT_EQ(lagrangian_radius(stars, 0), 1);
  EXPECT_EQ(lagrangian_radius(stars, 0.125), 2);
  EXPECT_EQ(lagrangian_radius(stars, 0.49), 3);
  EXPECT_EQ(lagrangian_radius(stars, 0.5), 4);
}

}  // namespace
}  // namespace touchstone::cluster
