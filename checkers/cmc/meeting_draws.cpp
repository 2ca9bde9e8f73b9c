// checkers/cmc/meeting_draws.cpp
// Purpose   Meetings in clusters: another binary, step or seed has another meeting; its numbers are
//           those of the pair; and its end turns with the third draw of the pair, by that angle.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2.
// Computes  Numbers of a meeting by the laws of two bodies (scattering/read_meeting.hpp).
#include "checkers/cmc/meeting_draws.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/draws.hpp"

namespace touchstone::cmc {
namespace {

using cluster::AfterMeeting;
using cluster::MixedPair;
using cluster::ThreeStars;
using scattering::Space;
using Readings = std::vector<Reading>;
using Real = long double;

Space space(const cluster::Vector3& v) { return {v[0], v[1], v[2]}; }

/// A pair whose stars have masses over a decade, and which move in any direction.
MixedPair draw_pair(Draws& draw) {
  const auto velocity = [&] {
    return cluster::Vector3{draw.from(-1, 1), draw.from(-1, 1), draw.from(-1, 1)};
  };
  MixedPair pair;
  pair.binary = {static_cast<std::uint32_t>(draw.whole(0, 1000)),
                 {draw.scale(0.3e-3, 3e-3), draw.scale(0.3e-3, 3e-3)},
                 draw.scale(1e-4, 1e-2),
                 draw.one_in(4) ? 0 : draw.from(0, 0.95)};
  pair.single_mass = draw.scale(0.3e-3, 3e-3);
  pair.binary_velocity = velocity();
  pair.single_velocity = velocity();
  pair.density = draw.scale(1, 1000);
  return pair;
}

/// One number of a meeting, and where it must be.
void numbers(Readings& readings, const MixedPair& pair, double closeness, const ThreeStars& start) {
  const scattering::Hierarchy seen = scattering::hierarchy(start, 2);
  const Real mass = Real{pair.binary.mass[0]} + pair.binary.mass[1], a = pair.binary.semimajor_axis;
  const auto add = [&](const char* what, Real found, Real expected, double tolerance) {
    readings.push_back(
        {what, static_cast<double>(found), static_cast<double>(expected), tolerance});
  };
  add("mass of a binary in its own units", seen.inner.mass, 1, 1e-14);
  add("share of its first star", start[0].mass / seen.inner.mass, pair.binary.mass[0] / mass,
      1e-14);
  add("mass of the single star", start[2].mass, pair.single_mass / mass, 1e-14);
  add("axis in its own units", seen.inner.semimajor_axis(), 1, 1e-11);
  add("eccentricity", scattering::length(seen.inner.eccentricity()), pair.binary.eccentricity,
      1e-7);
  const Space w = scattering::plus(space(pair.single_velocity), -1, space(pair.binary_velocity));
  const Real speed = scattering::length(w) / std::sqrt(mass / a);
  add("speed at infinity", std::sqrt(2 * seen.outer.energy() / seen.outer.reduced) / speed, 1,
      1e-9);
  // At infinity the star moves along the third axis; the pericentre is within the closeness.
  const Space e = seen.outer.eccentricity();
  const Real far = scattering::length(e),
             pericentre = (far - 1) * seen.outer.mass / (speed * speed);
  add("pericentre beyond the closeness", std::max(Real{0}, pericentre - closeness), 0, 1e-9);
}

/// Expected number of meetings: a geometric part, and one of gravitational focusing.
void rate(Readings& readings, const MeetingCode& code, const MixedPair& pair, double closeness,
          Draws& draw) {
  const double time = draw.scale(1e-6, 1e-2), initial = draw.scale(30, 1e7);
  const Real mass = Real{pair.binary.mass[0]} + pair.binary.mass[1] + pair.single_mass;
  const Real r = Real{closeness} * pair.binary.semimajor_axis;
  const Real w = scattering::length(
      scattering::plus(space(pair.single_velocity), -1, space(pair.binary_velocity)));
  const Real area = std::numbers::pi_v<Real> * (r * r + 2 * mass * r / (w * w));
  readings.push_back(
      {"expected meetings over their law",
       static_cast<double>(code.expected(pair, closeness, time) / (pair.density * area * w * time)),
       1, 1e-13});
  readings.push_back({"dynamical time over its law",
                      static_cast<double>(code.dynamical(time, initial) * std::log(initial / 10) /
                                          (Real{time} * initial)),
                      1, 1e-13});
}

bool same(const ThreeStars& a, const ThreeStars& b) { return a == b; }

/// Other meetings, one for each thing that differs; 0 where it does.
void apart(Readings& readings, const MeetingCode& code, const MixedPair& pair, double closeness,
           std::uint32_t seed, std::uint64_t step) {
  const ThreeStars one = code.draw(pair, closeness, seed, step);
  const auto add = [&](const std::string& what, const ThreeStars& other) {
    readings.push_back({"the same meeting of another " + what, same(one, other) ? 1.0 : 0.0, 0, 0});
  };
  for (const int power : {0, 1, 9, 16, 31, 32, 40})
    add(fmt::format("step (2^{} later)", power),
        code.draw(pair, closeness, seed, step + (std::uint64_t{1} << power)));
  for (const int bit : {0, 15, 16, 31})
    add(fmt::format("seed (bit {})", bit), code.draw(pair, closeness, seed ^ 1u << bit, step));
  for (const int bit : {0, 9, 16, 30}) {
    MixedPair other = pair;
    other.binary.id ^= 1u << bit;
    add(fmt::format("binary (bit {})", bit), code.draw(other, closeness, seed, step));
  }
}

/// Velocities of a meeting that is turned around the relative velocity: the part along that
/// stays, the rest turns by the same angle.
void turned(Readings& readings, const MeetingCode& code, const MixedPair& pair,
            const cluster::Scattered& end, Draws& draw) {
  const double turn = draw.from(0, 0.5), further = draw.from(0.05, 0.45);
  const AfterMeeting a = code.after(pair, end, turn), b = code.after(pair, end, turn + further);
  if (a.ending == cluster::Ending::unfinished) return;
  const Real mass = Real{pair.binary.mass[0]} + pair.binary.mass[1] + pair.single_mass;
  const Space w = scattering::plus(space(pair.single_velocity), -1, space(pair.binary_velocity));
  const Space axis = scattering::plus({}, 1 / scattering::length(w), w);
  const Space centre = scattering::plus(space(pair.binary_velocity), pair.single_mass / mass, w);
  // The direction in which the star leaves, against that from which one came.
  const Space leaving = scattering::plus(space(a.velocity[1]), -1, centre);
  const scattering::TwoBodies outer = scattering::hierarchy(end.stars, 2).outer;
  readings.push_back(
      {"cosine of the angle of a star that leaves",
       static_cast<double>(scattering::dot(leaving, axis) / scattering::length(leaving)),
       static_cast<double>(outer.far_direction(true)[2]), 1e-9});
  for (std::size_t k = 0; k < 2; ++k) {
    const Space u = scattering::plus(space(a.velocity[k]), -1, centre);
    const Space v = scattering::plus(space(b.velocity[k]), -1, centre);
    const Space beside = scattering::plus(u, -scattering::dot(u, axis), axis);
    const Real angle = 2 * std::numbers::pi_v<Real> * further;
    const Space expected =
        scattering::plus(scattering::plus(scattering::plus({}, scattering::dot(u, axis), axis),
                                          std::cos(angle), beside),
                         std::sin(angle), scattering::cross(axis, beside));
    for (std::size_t c = 0; c < 3; ++c)
      readings.push_back({fmt::format("velocity {} of star {} after a turn", c, k),
                          static_cast<double>(v[c]), static_cast<double>(expected[c]), 1e-11});
  }
}

Readings read(const MeetingCode& code, std::uint64_t seed_of_state) {
  PhiloxStream random = Philox(seed_of_state).stream(Purpose::test, 0, 0);
  Draws draw(random);
  Readings readings;
  const MixedPair pair = draw_pair(draw);
  const double closeness = draw.scale(0.3, 5);
  const std::uint32_t seed = draw.random().next();
  const auto step = static_cast<std::uint64_t>(draw.whole(0, 100000));
  rate(readings, code, pair, closeness, draw);
  const ThreeStars start = code.draw(pair, closeness, seed, step);
  numbers(readings, pair, closeness, start);
  apart(readings, code, pair, closeness, seed, step);
  // An end in which the single star leaves again, at an angle: the beginning, backwards
  // and turned.
  cluster::Scattered end{.ending = cluster::Ending::binary, .single = 2, .stars = start};
  for (cluster::PointStar& star : end.stars) {
    for (double& v : star.velocity) v = -v;
    for (cluster::Vector3* v : {&star.position, &star.velocity})
      *v = {0.6 * (*v)[0] + 0.8 * (*v)[2], (*v)[1], 0.6 * (*v)[2] - 0.8 * (*v)[0]};
  }
  turned(readings, code, pair, end, draw);
  return readings;
}

const bool registered = register_observables("cmc", meeting_draws("cmc/meeting-draws", {}));

}  // namespace

Observables meeting_draws(const std::string& name, const MeetingCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
