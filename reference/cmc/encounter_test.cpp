#include "reference/cmc/encounter.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/cmc/lfsr113.hpp"

namespace touchstone::reference {
namespace {

using cluster::Lfsr113;
using std::numbers::pi;

Meeting random_meeting(Lfsr113& random) {
  const double mass[] = {1 + random.uniform(), 1 + 4 * random.uniform()};
  const double radial[] = {random.uniform() - 0.5, random.uniform() - 0.5};
  const double tangential[] = {random.uniform(), random.uniform()};
  return meeting(mass, radial, tangential, random.uniform());
}

Velocity relative(const Meeting& m) {
  return {m.velocity[1].x - m.velocity[0].x, m.velocity[1].y - m.velocity[0].y,
          m.velocity[1].z - m.velocity[0].z};
}

double dot(const Velocity& a, const Velocity& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

TEST(Encounter, TurnsTheRelativeVelocityAndKeepsMomentum) {
  Lfsr113 random(1);
  for (int k = 0; k < 1000; ++k) {
    const Meeting before = random_meeting(random);
    const double angle = pi / 2 * random.uniform();
    const Meeting after = deflected(before, angle, random.uniform());
    for (const auto part : {&Velocity::x, &Velocity::y, &Velocity::z}) {
      const auto momentum = [&](const Meeting& m) {
        return m.mass[0] * (m.velocity[0].*part) + m.mass[1] * (m.velocity[1].*part);
      };
      EXPECT_NEAR(momentum(after), momentum(before), 1e-14);
    }
    const Velocity w = relative(before), turned = relative(after);
    EXPECT_NEAR(dot(turned, turned), dot(w, w), 1e-14);
    EXPECT_NEAR(dot(turned, w) / dot(w, w), std::cos(angle), 1e-12);
  }
}

/// The axis is uniform around the relative velocity: across it the mean change is zero.
TEST(Encounter, IsTheSameAllAroundTheRelativeVelocity) {
  Lfsr113 random(2);
  const Meeting before = random_meeting(random);
  const Velocity w = relative(before);
  const int samples = 20000;
  double x = 0, y = 0, xx = 0, yy = 0;
  for (int k = 0; k < samples; ++k) {
    const Velocity turned = relative(deflected(before, pi / 2, random.uniform()));
    const double across = std::sqrt(w.x * w.x + w.y * w.y);
    const double a = (-w.y * turned.x + w.x * turned.y) / across;  // along w1
    const double b = (turned.z - dot(turned, w) * w.z / dot(w, w)) * std::sqrt(dot(w, w)) / across;
    x += a / samples;
    y += b / samples;
    xx += a * a / samples;
    yy += b * b / samples;
  }
  const double speed = std::sqrt(dot(w, w));
  EXPECT_NEAR(x, 0, 5 * speed / std::sqrt(2.0 * samples));
  EXPECT_NEAR(y, 0, 5 * speed / std::sqrt(2.0 * samples));
  EXPECT_NEAR(xx / (speed * speed), 0.5, 5 * 0.36 / std::sqrt(samples));
  EXPECT_NEAR(yy / (speed * speed), 0.5, 5 * 0.36 / std::sqrt(samples));
}

TEST(Encounter, TheAngleIsClampedAtARightAngle) {
  Lfsr113 random(3);
  const Meeting pair = random_meeting(random);
  const double w = std::sqrt(dot(relative(pair), relative(pair)));
  const double mass = pair.mass[0] + pair.mass[1];
  const double time = pi / 32 * w * w * w / (1000 * 50 * mass * mass);
  EXPECT_NEAR(deflection(pair, 0.04 * time, 50, 1000), 0.1 * pi, 1e-14);
  EXPECT_NEAR(deflection(pair, time, 50, 1000), pi / 2, 1e-15);
  EXPECT_EQ(deflection(pair, 9 * time, 50, 1000), pi / 2);
}

/// Small angles: 2 pi G^2 (m1 + m2)^2 n ln(gamma N) t / W^3 = sin^2(beta/2), Henon's choice.
TEST(Encounter, SmallAnglesAreHenons) {
  Lfsr113 random(4);
  const Meeting pair = random_meeting(random);
  const double w = std::sqrt(dot(relative(pair), relative(pair)));
  const double mass = pair.mass[0] + pair.mass[1];
  const double dt = 1e-10 * w * w * w;
  const double beta = deflection(pair, dt, 50, 1000);
  const double henon = 2 * pi * mass * mass * 50 * 1000 * dt / (w * w * w);
  EXPECT_NEAR(std::pow(std::sin(beta / 2), 2) / henon, 1, 1e-3);
}

/// No relative motion, or none across the radius: no axis is singled out, and nothing is undefined.
TEST(Encounter, OfStarsThatMoveAlike) {
  const double mass[] = {1, 1}, radial[] = {0.5, 0.5}, opposite[] = {0.5, -0.5};
  const double still[] = {0, 0};
  const Meeting alike = deflected(meeting(mass, radial, still, 0.3), 1, 0.4);
  EXPECT_EQ(alike.velocity[0].z, 0.5);
  const Meeting head_on = deflected(meeting(mass, opposite, still, 0.3), 1, 0.4);
  EXPECT_NEAR(dot(relative(head_on), relative(head_on)), 1, 1e-15);
}

}  // namespace
}  // namespace touchstone::reference
