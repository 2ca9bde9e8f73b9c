#include <gtest/gtest.h>

#include <cmath>

#include "models/cmc/scattering/meeting.hpp"
#include "reference/cmc/fewbody/follow.hpp"

namespace touchstone::reference {
namespace {

constexpr double kTide = 1e-5;

Body body(const cluster::PointStar& star) { return {star.mass, star.position, star.velocity}; }

TEST(ScatteringReference, FollowsLightStarsUntilTheBinaryIsAPointForThem) {
  const auto& scheme = cluster::scattering_scheme("cmc/scattering-reference");
  for (int power = -8; power <= 2; ++power) {
    const cluster::Meeting m{.mass = {0.6, 0.4, std::pow(10, power)},
                             .eccentricity = 0.3,
                             .mean_anomaly = 1,
                             .cos_inclination = 0.4,
                             .speed = 2 * std::sqrt(1 + std::pow(10, power)),
                             .impact_parameter = 8};
    const double distance = cluster::distance_of_tide(m.mass, 1, 0.3, kTide);
    const cluster::ThreeStars start = cluster::three_stars(m, distance);
    const auto end = scheme.scatter({&start, 1}, {.tide = kTide}).front();
    ASSERT_EQ(end.ending, cluster::Ending::binary) << power;
    ASSERT_EQ(end.single, 2u) << power;
    const auto later = scheme.scatter({&end.stars, 1}, {.tide = kTide / 1000}).front();
    const auto energy = [](const cluster::Scattered& of) {
      const Body centre = stick(body(of.stars[0]), body(of.stars[1])).body;
      return pair(centre, body(of.stars[2])).energy;
    };
    // Three times what the quadrupole may be.
    EXPECT_NEAR(energy(end), energy(later), 0.75 * kTide / 1.3) << power;
  }
}

TEST(ScatteringReference, SeesTidesOfBothOfTwoBinaries) {
  const Body one{.mass = 1}, light{.mass = 1e-4, .position = {10, 0, 0}};
  EXPECT_NEAR(tide_on(one, 1, light), 2e-3, 1e-15);
  EXPECT_NEAR(tide_on(light, 1, one), 20, 1e-12);
  EXPECT_EQ(tide_on(one, 0, light), 0);
}

}  // namespace
}  // namespace touchstone::reference
