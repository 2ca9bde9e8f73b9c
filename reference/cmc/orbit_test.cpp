#include "reference/cmc/orbit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"
#include "reference/cmc/henon.hpp"
#include "reference/cmc/sample_orbit.hpp"

namespace touchstone::reference {
namespace {

using cluster::Lfsr113;
using cluster::ShellPotential;
using cluster::Stars;

/// Apsides by a search through all intervals in extended precision: the oracle of the bisection.
struct Apsides {
  long double pericentre = 0, apocentre = 0;
};
Apsides by_exhaustion(const Stars& stars, std::size_t star) {
  const auto r_own = static_cast<long double>(stars.radius[star]);
  const auto potential = [&](long double r) {  // equation 1, without the star itself
    long double sum = 0;
    for (std::size_t i = 0; i < stars.size(); ++i)
      if (i != star)
        sum -= static_cast<long double>(stars.mass[i]) /
               std::max(r, static_cast<long double>(stars.radius[i]));
    return sum;
  };
  const long double j = r_own * stars.tangential_velocity[star];
  const long double vr = stars.radial_velocity[star], vt = stars.tangential_velocity[star];
  const long double energy = (vr * vr + vt * vt) / 2 + potential(r_own);
  const auto q = [&](long double r) { return 2 * (energy - potential(r)) - j * j / (r * r); };
  const auto root = [&](long double inside, long double outside) {
    for (int k = 0; k < 100; ++k) {
      const long double middle = (inside + outside) / 2;
      (q(middle) > 0 ? inside : outside) = middle;
    }
    return inside;
  };
  return {root(r_own, 0), root(r_own, 1e4L)};
}

TEST(Orbits, ApsidesAreThoseOfAnExhaustiveSearch) {
  const Stars stars = cluster::plummer::sample(200, 6);
  const ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  int compared = 0;
  for (std::size_t i = 0; i < stars.size(); i += 3) {
    const Orbit orbit = orbits.orbit(mover(stars, shells, i, stars.mass[i]));
    if (orbit.kind != OrbitKind::eccentric) continue;
    const Apsides expected = by_exhaustion(stars, i);
    EXPECT_NEAR(orbit.pericentre / static_cast<double>(expected.pericentre), 1, 1e-9);
    EXPECT_NEAR(orbit.apocentre / static_cast<double>(expected.apocentre), 1, 1e-7);
    EXPECT_LE(shells.radius[orbit.inner], orbit.pericentre);
    EXPECT_LE(orbit.pericentre, shells.radius[orbit.inner + 1]);
    EXPECT_LE(shells.radius[orbit.outer], orbit.apocentre);
    EXPECT_LE(orbit.apocentre, shells.radius[orbit.outer + 1]);
    ++compared;
  }
  EXPECT_GE(compared, 60);
}

TEST(Orbits, AStarWithoutRadialMotionStays) {
  Stars stars = cluster::plummer::sample(100, 6);
  double inside = 0;
  for (std::size_t i = 0; i < 40; ++i) inside += stars.mass[i];
  stars.radial_velocity[40] = 0;
  stars.tangential_velocity[40] = std::sqrt(inside / stars.radius[40]);
  const auto samples = sample_orbit(stars, 40, 10, Lfsr113(1), stars.mass[40]);
  ASSERT_EQ(samples.size(), 10u);
  for (const auto& sample : samples)
    EXPECT_NEAR(sample.radius / stars.radius[40], 1, 1e-6);  // circular up to round-off
  stars.tangential_velocity[40] = 3;
  EXPECT_TRUE(sample_orbit(stars, 40, 10, Lfsr113(1), stars.mass[40]).empty());  // not bound
  EXPECT_THROW(sample_orbit(stars, 100, 1, Lfsr113(1), 0), InputError);
}

/// Within the innermost shell there is no force: the pericentre is J / v, as near to the centre as
/// that may be.
TEST(Orbits, PericentresOfNearlyRadialOrbitsAreAsNearAsTheyShouldBe) {
  Stars stars = cluster::plummer::sample(100, 3);
  const ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  const std::size_t star = 30;
  stars.radial_velocity[star] = 0.3;
  for (const double across : {1e-12, 1e-18, 1e-20, 1e-30, 1e-100, 1e-149, 1e-160, 0.0}) {
    stars.tangential_velocity[star] = across;
    const Mover moving = mover(stars, shells, star, stars.mass[star]);
    const Orbit orbit = orbits.orbit(moving);
    ASSERT_EQ(orbit.kind, OrbitKind::eccentric) << across;
    const double speed =
        std::sqrt(2 * (moving.energy - orbits.potential_at(moving, 0.5 * stars.radius[0])));
    const double expected = across < 1e-150 ? 0 : stars.radius[star] * across / speed;
    EXPECT_NEAR(orbit.pericentre, expected, 1e-12 * expected) << across;
    Lfsr113 random(3);
    for (int k = 0; k < 200; ++k) {
      const SampledPosition sampled = orbits.sample_position(moving, orbit, random);
      if (sampled.radius < stars.radius[0] && sampled.radius > 1e-6) {
        EXPECT_NEAR(std::abs(sampled.radial_velocity), speed, 1e-9) << across;
      }
    }
  }
}

/// Nothing pulls it; what round-off says of its energy differs from cluster to cluster.
TEST(Orbits, TheInnermostStarAtRestStays) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Stars stars = cluster::plummer::sample(100, seed);
    stars.radial_velocity[0] = stars.tangential_velocity[0] = 0;
    const ShellPotential shells = cluster::shell_potential(stars);
    const Orbit orbit = Orbits(shells).orbit(mover(stars, shells, 0, stars.mass[0]));
    EXPECT_EQ(orbit.kind, OrbitKind::circular) << seed;
  }
}

/// At its own radius the star's energy without its shell is that with it, plus m / r.
TEST(Orbits, TheOwnShellIsNotFelt) {
  const Stars stars = cluster::plummer::sample(50, 8);
  const ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  const Mover star = mover(stars, shells, 20, stars.mass[20]);
  for (const double r : {0.01, 0.2, stars.radius[20], 1.0, 9.0}) {
    double others = 0;
    for (std::size_t i = 0; i < stars.size(); ++i)
      if (i != 20) others -= stars.mass[i] / std::max(r, stars.radius[i]);
    EXPECT_NEAR(orbits.potential_at(star, r), others, 1e-9) << r;
  }
}

/// Nothing pulls it: its orbit is a straight line to the next shell, or it keeps its place where
/// round-off leaves no speed.
TEST(Orbits, TheInnermostStarMayAllButRest) {
  int placed = 0;
  for (std::uint32_t seed = 1; seed <= 40; ++seed)
    for (const double radial : {0.0, 1e-9, 1e-7})
      for (const double tangential : {0.0, 1e-140, 1e-30, 1e-9, 1e-8, 3e-8, 1e-6}) {
        Stars stars = cluster::plummer::sample(500, seed);
        stars.radial_velocity[0] = radial;
        stars.tangential_velocity[0] = tangential;
        const ShellPotential shells = cluster::shell_potential(stars);
        const Orbits orbits(shells);
        const Mover star = mover(stars, shells, 0, stars.mass[0]);
        const Orbit orbit = orbits.orbit(star);
        if (orbit.kind != OrbitKind::eccentric) continue;
        EXPECT_LE(orbit.pericentre, stars.radius[0]);
        Lfsr113 random(seed);
        EXPECT_LT(orbits.sample_position(star, orbit, random).trials, 1000u);
        ++placed;
      }
  EXPECT_GT(placed, 100);
}

/// Draws are two for each trial and one for the sign.
TEST(Orbits, SamplesDrawWhatTheyShould) {
  const Stars stars = cluster::plummer::sample(50, 8);
  const ShellPotential shells = cluster::shell_potential(stars);
  const Orbits orbits(shells);
  const Mover star = mover(stars, shells, 20, stars.mass[20]);
  Lfsr113 random(3);
  for (int k = 0; k < 100; ++k) {
    Lfsr113 expected = random;
    const SampledPosition sampled = orbits.sample_position(star, orbits.orbit(star), random);
    for (std::uint64_t draw = 0; draw < 2 * sampled.trials + 1; ++draw) expected.next();
    EXPECT_EQ(random, expected);
  }
}

}  // namespace
}  // namespace touchstone::reference
