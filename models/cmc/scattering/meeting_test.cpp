#include "models/cmc/scattering/meeting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

using std::numbers::pi;

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector3 plus(const Vector3& a, double factor, const Vector3& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

/// Place and velocity of the binary's second star against the first, and of the single star
/// against their centre of mass.
struct Orbits {
  Vector3 inner, inner_velocity, outer, outer_velocity;
};
Orbits orbits(const ThreeStars& s) {
  const double m = s[0].mass + s[1].mass;
  const auto centre = [&](const Vector3& a, const Vector3& b) {
    return plus(plus({}, s[0].mass / m, a), s[1].mass / m, b);
  };
  return {plus(s[1].position, -1, s[0].position), plus(s[1].velocity, -1, s[0].velocity),
          plus(s[2].position, -1, centre(s[0].position, s[1].position)),
          plus(s[2].velocity, -1, centre(s[0].velocity, s[1].velocity))};
}

const Meeting kMeeting{.mass = {1.5, 0.5, 3},
                       .semimajor_axis = 2,
                       .eccentricity = 0.6,
                       .mean_anomaly = 2.5,
                       .cos_inclination = 0.3,
                       .node = 1.1,
                       .argument = 4,
                       .speed = 0.7,
                       .impact_parameter = 5};

TEST(Meeting, BeginsWithTheNumbersThatItIsMadeOf) {
  for (const double distance : {12.0, 100.0, 1e5}) {
    const ThreeStars stars = three_stars(kMeeting, distance);
    const Orbits o = orbits(stars);
    const double inner =
        dot(o.inner_velocity, o.inner_velocity) / 2 - 2 / std::sqrt(dot(o.inner, o.inner));
    EXPECT_NEAR(-1 / inner, 2, 1e-12);  // semi-major axis for a mass of 2
    const Vector3 l = cross(o.inner, o.inner_velocity);
    EXPECT_NEAR(dot(l, l), 2 * 2 * (1 - 0.36), 1e-11);
    EXPECT_NEAR(l[2] / std::sqrt(dot(l, l)), 0.3, 1e-12);
    EXPECT_NEAR(std::sqrt(dot(o.outer, o.outer)), distance, 1e-9 * distance);
    const double outer = dot(o.outer_velocity, o.outer_velocity) / 2 - 5 / distance;
    EXPECT_NEAR(outer, 0.7 * 0.7 / 2, 1e-12);
    EXPECT_LT(dot(o.outer, o.outer_velocity), 0);
    const Vector3 l_outer = cross(o.outer, o.outer_velocity);
    EXPECT_NEAR(std::sqrt(dot(l_outer, l_outer)), 0.7 * 5, 1e-9);
    for (std::size_t c = 0; c < 3; ++c) {
      double at = 0, moves = 0;
      for (const PointStar& star : stars) {
        at += star.mass * star.position[c];
        moves += star.mass * star.velocity[c];
      }
      EXPECT_NEAR(at, 0, 1e-9 * distance);
      EXPECT_NEAR(moves, 0, 1e-13);
    }
  }
}

TEST(Meeting, ComesAlongTheThirdAxisAtItsImpactParameter) {
  const Orbits o = orbits(three_stars(kMeeting, 1e9));
  EXPECT_NEAR(o.outer_velocity[2], 0.7, 1e-7);
  EXPECT_LT(o.outer[2], 0);
  EXPECT_GT(o.outer[0], 0);
  EXPECT_NEAR(cross(o.outer, o.outer_velocity)[1], -3.5, 1e-3);
}

TEST(Meeting, AtPericentreTheAnomalyIsNought) {
  Meeting m = kMeeting;
  m.mean_anomaly = 0;
  const Orbits o = orbits(three_stars(m, 50));
  EXPECT_NEAR(std::sqrt(dot(o.inner, o.inner)), 2 * (1 - 0.6), 1e-12);
  m.mean_anomaly = pi;
  const Orbits far = orbits(three_stars(m, 50));
  EXPECT_NEAR(std::sqrt(dot(far.inner, far.inner)), 2 * (1 + 0.6), 1e-12);
}

TEST(Meeting, IsNotBegunInsideOfThePericentre) {
  const Orbits o = orbits(three_stars(kMeeting, 1e-3));
  EXPECT_NEAR(dot(o.outer, o.outer_velocity), 0, 1e-7);
}

TEST(Meeting, HasNoEnergyAtTheCriticalSpeed) {
  Meeting m = kMeeting;
  m.speed = critical_speed(m.mass, m.semimajor_axis);
  const double reduced = 2.0 * 3 / 5;
  EXPECT_NEAR(reduced * m.speed * m.speed / 2, 1.5 * 0.5 / (2 * 2), 1e-14);
}

/// Energy of the interaction of two groups of stars beyond that of two points, per reduced mass.
double energy_of_shape(std::span<const PointStar> one, std::span<const PointStar> other) {
  double masses[2] = {0, 0}, pull = 0;
  Vector3 apart{};
  for (const PointStar& star : one) masses[0] += star.mass;
  for (const PointStar& star : other) masses[1] += star.mass;
  for (const PointStar& star : one) apart = plus(apart, -star.mass / masses[0], star.position);
  for (const PointStar& star : other) apart = plus(apart, star.mass / masses[1], star.position);
  for (const PointStar& a : one)
    for (const PointStar& b : other) {
      const Vector3 r = plus(b.position, -1, a.position);
      pull += a.mass / masses[0] * b.mass / masses[1] / std::sqrt(dot(r, r));
    }
  return (masses[0] + masses[1]) * (1 / std::sqrt(dot(apart, apart)) - pull);
}

constexpr double kTide = 1e-5;

/// Per reduced mass tide / 4 of m / d, and 10 % for what is beyond the quadrupole.
TEST(Meeting, BeginsWithTheEnergyOfInfinityWhateverTheMasses) {
  for (int power = -8; power <= 8; ++power)
    for (const double share : {0.5, 0.1})
      for (const double e : {0.0, 0.9}) {
        Meeting m{.mass = {share, 1 - share, std::pow(10, power)}, .eccentricity = e};
        const double distance = distance_of_tide(m.mass, 1, e, kTide);
        double largest = 0;
        for (int k = 0; k < 60; ++k) {
          m.mean_anomaly = k;
          m.cos_inclination = k % 5 / 2.0 - 1;
          m.argument = k % 7;
          const ThreeStars s = three_stars(m, distance);
          const std::span all(s);
          largest = std::max(largest, std::abs(energy_of_shape(all.first(2), all.last(1))));
        }
        EXPECT_LT(largest, 1.1 * kTide / 4 / (1 + e)) << power << ' ' << share << ' ' << e;
        // A single star that is heavier is only as far as its tide demands.
        EXPECT_NEAR(2 * std::max(1.0, m.mass[2]) * std::pow((1 + e) / distance, 3), kTide,
                    1e-12 * kTide);
      }
}

const MeetingOfBinaries kBinaries{.binaries = {BinaryOrbit{{1.5, 0.5}, 2, 0.6, 2.5, 0.3, 1.1, 4},
                                               BinaryOrbit{{2, 1}, 0.5, 0.2, 1.5, -0.7, 2.1, 3}},
                                  .speed = 0.7,
                                  .impact_parameter = 5};

/// Two stars as one.
PointStar both(const PointStar& a, const PointStar& b) {
  const double m = a.mass + b.mass;
  return {m, plus(plus({}, a.mass / m, a.position), b.mass / m, b.position),
          plus(plus({}, a.mass / m, a.velocity), b.mass / m, b.velocity)};
}

/// Semi-major axis and eccentricity of a pair.
std::array<double, 2> ellipse(const PointStar& a, const PointStar& b) {
  const Vector3 r = plus(b.position, -1, a.position), v = plus(b.velocity, -1, a.velocity);
  const double mass = a.mass + b.mass, axis = 1 / (2 / std::sqrt(dot(r, r)) - dot(v, v) / mass);
  const Vector3 l = cross(r, v);
  return {axis, std::sqrt(1 - dot(l, l) / (mass * axis))};
}

TEST(MeetingOfBinaries, BeginsWithTheNumbersThatItIsMadeOf) {
  const FourStars stars = four_stars(kBinaries, 100);
  EXPECT_THAT(ellipse(stars[0], stars[1]),
              testing::ElementsAre(testing::DoubleNear(2, 1e-12), testing::DoubleNear(0.6, 1e-12)));
  EXPECT_THAT(ellipse(stars[2], stars[3]), testing::ElementsAre(testing::DoubleNear(0.5, 1e-12),
                                                                testing::DoubleNear(0.2, 1e-12)));
  const PointStar one = both(stars[0], stars[1]), other = both(stars[2], stars[3]);
  // Vis viva at infinity, and the angular momentum that it has there.
  const auto [axis, eccentricity] = ellipse(one, other);
  EXPECT_NEAR(-5 / axis, 0.7 * 0.7, 1e-12);
  EXPECT_NEAR(-5 * axis * (eccentricity * eccentricity - 1), 0.7 * 0.7 * 5 * 5, 1e-9);
  EXPECT_LT(other.position[2], one.position[2]);
  const PointStar all = both(one, other);
  EXPECT_NEAR(dot(all.position, all.position), 0, 1e-24);
  EXPECT_NEAR(dot(all.velocity, all.velocity), 0, 1e-26);
}

TEST(MeetingOfBinaries, HasNoEnergyAtTheCriticalSpeed) {
  const double speed = critical_speed(kBinaries.binaries), reduced = 2.0 * 3 / 5;
  EXPECT_NEAR(reduced * speed * speed / 2, 1.5 * 0.5 / 4 + 2 * 1 / 1.0, 1e-13);
}

TEST(MeetingOfBinaries, TheTideIsTheLargerOne) {
  const double distance = distance_of_tide(kBinaries.binaries, 1e-3);
  EXPECT_NEAR(2 * 3 / 2.0 * std::pow(2 * 1.6 / distance, 3), 1e-3, 1e-15);
  EXPECT_EQ(distance_of_tide({kBinaries.binaries[1], kBinaries.binaries[0]}, 1e-3), distance);
}

TEST(MeetingOfBinaries, BeginsWithTheEnergyOfInfinityWhateverTheMasses) {
  for (int power = -8; power <= 8; ++power)
    for (const double axis : {1e-3, 1.0, 1e3}) {
      MeetingOfBinaries m;
      const double light = std::pow(10, power);
      m.binaries[0] = {.mass = {0.5, 0.5}, .eccentricity = 0.5};
      m.binaries[1] = {.mass = {0.3 * light, 0.7 * light}, .semimajor_axis = axis};
      const double distance = distance_of_tide(m.binaries, kTide);
      EXPECT_EQ(distance_of_tide({m.binaries[1], m.binaries[0]}, kTide), distance);
      for (int k = 0; k < 60; ++k) {
        m.binaries[0].mean_anomaly = m.binaries[1].argument = k;
        m.binaries[0].cos_inclination = k % 5 / 2.0 - 1;
        m.binaries[1].cos_inclination = k % 3 - 1;
        const FourStars s = four_stars(m, distance);
        const std::span all(s);
        EXPECT_LT(std::abs(energy_of_shape(all.first(2), all.last(2))),
                  1.1 * kTide / 4 * (1 / 1.5 + light / axis))
            << power << ' ' << axis;
      }
    }
}

TEST(MeetingOfBinaries, IsRefusedWithImpossibleNumbers) {
  const auto refused = [](auto&& spoil) {
    MeetingOfBinaries m = kBinaries;
    spoil(m);
    EXPECT_THROW(four_stars(m, 50), InputError);
  };
  refused([](MeetingOfBinaries& m) { m.binaries[1].mass[0] = -1; });
  refused([](MeetingOfBinaries& m) { m.binaries[1].eccentricity = 1; });
  refused([](MeetingOfBinaries& m) { m.speed = 0; });
  refused([](MeetingOfBinaries& m) { m.impact_parameter = -1; });
}

TEST(MeetingOfBinaries, IsDrawnWithinItsDisk) {
  double square = 0;
  for (std::uint64_t k = 0; k < 50; ++k) {
    const MeetingOfBinaries m = drawn_meeting_of_binaries(kBinaries, 3, k);
    EXPECT_LE(m.impact_parameter, 5);
    EXPECT_EQ(m.binaries[0].mass, kBinaries.binaries[0].mass);
    EXPECT_NE(m.binaries[0].mean_anomaly, m.binaries[1].mean_anomaly);
    EXPECT_NE(m.binaries[0].node, drawn_meeting_of_binaries(kBinaries, 3, k + 1).binaries[0].node);
    EXPECT_NE(m.binaries[0].node, drawn_meeting_of_binaries(kBinaries, 4, k).binaries[0].node);
    square += m.impact_parameter * m.impact_parameter / 50;
  }
  EXPECT_NEAR(square, 25.0 / 2, 5 * 25 / std::sqrt(12 * 50.0));  // uniform in the square
}

/// Mardling and Aarseth: 3.3 for three equal stars on circles in one plane, less the other way.
TEST(StableTriples, NeedAWideOuterOrbit) {
  EXPECT_NEAR(stable_above(0.5, 0, 0), 2.8 * std::pow(1.5, 0.4), 1e-14);
  EXPECT_NEAR(stable_above(0.5, 0, pi), 0.7 * stable_above(0.5, 0, 0), 1e-14);
  EXPECT_NEAR(stable_above(0, 0.5, 0), 2.8 * std::pow(1.5 / std::sqrt(0.5), 0.4), 1e-14);
}

TEST(Meeting, IsRefusedWithImpossibleNumbers) {
  const auto refused = [](auto&& spoil, const char* word) {
    Meeting m = kMeeting;
    spoil(m);
    try {
      three_stars(m, 50);
      ADD_FAILURE() << word << " was accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(word));
    }
  };
  refused([](Meeting& m) { m.mass[1] = 0; }, "mass");
  refused([](Meeting& m) { m.semimajor_axis = -1; }, "semi-major axis");
  refused([](Meeting& m) { m.eccentricity = 1; }, "eccentricity");
  refused([](Meeting& m) { m.cos_inclination = 1.1; }, "inclination");
  refused([](Meeting& m) { m.node = std::nan(""); }, "angle");
  refused([](Meeting& m) { m.speed = 0; }, "speed");
  refused([](Meeting& m) { m.impact_parameter = -1; }, "impact parameter");
  EXPECT_THROW(three_stars(kMeeting, 0), InputError);
}

TEST(DrawnMeetings, FollowTheirLaw) {
  const MeetingLaw law{.thermal = true, .speed = 2, .largest_impact = 3};
  constexpr int kCount = 20000;
  double impact = 0, eccentricity = 0, inclination = 0, phase = 0;
  for (int k = 0; k < kCount; ++k) {
    const Meeting m = drawn_meeting(law, 7, static_cast<std::uint64_t>(k));
    impact += m.impact_parameter * m.impact_parameter / 9;
    eccentricity += m.eccentricity * m.eccentricity;
    inclination += (1 + m.cos_inclination) / 2;
    phase += m.mean_anomaly / (2 * pi);
    EXPECT_EQ(m.speed, 2);
  }
  // Each is uniform in [0, 1): five standard errors of its mean.
  const double five = 5 / std::sqrt(12.0 * kCount);
  for (const double sum : {impact, eccentricity, inclination, phase})
    EXPECT_NEAR(sum / kCount, 0.5, five);
  EXPECT_EQ(drawn_meeting({}, 7, 3).eccentricity, 0);
}

}  // namespace
}  // namespace touchstone::cluster
