#include "reference/cmc/encounter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/cmc/circle.hpp"

namespace touchstone::reference {
namespace {

using std::numbers::pi;

Velocity relative(const Meeting& m) {
  return {m.velocity[1].x - m.velocity[0].x, m.velocity[1].y - m.velocity[0].y,
          m.velocity[1].z - m.velocity[0].z};
}

double length(const Velocity& w) { return std::sqrt(w.x * w.x + w.y * w.y + w.z * w.z); }

}  // namespace

Meeting meeting(const double (&mass)[2], const double (&radial)[2], const double (&tangential)[2],
                double turn) {
  const cluster::CosSin azimuth = cluster::cos_sin_of_share(turn);
  return {{mass[0], mass[1]},
          {{tangential[0], 0, radial[0]},
           {tangential[1] * azimuth.cos, tangential[1] * azimuth.sin, radial[1]}}};
}

double deflection(const Meeting& before, double timestep, double density, double initial_stars) {
  const double w = length(relative(before));
  const double mass = before.mass[0] + before.mass[1];
  const double time = pi / 32 * (w * w * w) / (initial_stars * density * (mass * mass));
  return std::min(pi / 2, pi / 2 * std::sqrt(timestep / time));
}

Meeting deflected(const Meeting& before, double angle, double turn) {
  const Velocity w = relative(before);
  const double speed = length(w);
  if (speed == 0) return before;
  const double across = std::sqrt(w.x * w.x + w.y * w.y);
  Velocity w1{speed, 0, 0}, w2{0, w.z, 0};  // of a relative velocity that is all radial
  if (across > 0) {
    w1 = {-w.y * speed / across, w.x * speed / across, 0};
    w2 = {-w.x * w.z / across, -w.y * w.z / across, across};
  }
  const cluster::CosSin deflected_by = cluster::cos_sin(angle);
  const cluster::CosSin axis = cluster::cos_sin_of_share(turn);
  const double c = deflected_by.cos;
  const double a = deflected_by.sin * axis.cos;
  const double b = deflected_by.sin * axis.sin;
  const Velocity change{w.x * c + w1.x * a + w2.x * b - w.x, w.y * c + w1.y * a + w2.y * b - w.y,
                        w.z * c + w1.z * a + w2.z * b - w.z};
  Meeting after = before;
  const double mass = before.mass[0] + before.mass[1];
  for (const int star : {0, 1}) {
    const double share = (star == 0 ? -before.mass[1] : before.mass[0]) / mass;
    after.velocity[star].x += share * change.x;
    after.velocity[star].y += share * change.y;
    after.velocity[star].z += share * change.z;
  }
  return after;
}

}  // namespace touchstone::reference
