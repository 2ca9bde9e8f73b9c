// checkers/cmc/meeting_draws.cpp
// Purpose   Meetings in clusters: another binary, step or seed has another meeting; its numbers are
//           those of the pair, however light one of both is; and its end turns with the third draw
//           of the pair, by that angle.
// Source    P. Hut, J. N. Bahcall, Astrophys. J. 268, 319 (1983), section 2.
// Computes  Numbers of a meeting by the laws of two bodies (scattering/read_meeting.hpp).
#include "checkers/cmc/meeting_draws.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/cmc/drawn_pairs.hpp"

namespace touchstone::cmc {
namespace {

using cluster::AfterMeeting;
using cluster::ClosePair;
using cluster::FourStars;
using cluster::ThreeStars;
using scattering::Space;
using Readings = std::vector<Reading>;
using Real = long double;

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr double kTide = 1e-5;  ///< at the start

class Numbers {
 public:
  explicit Numbers(Readings& readings) : readings_(readings) {}
  /// One number of a meeting, and where it must be.
  void add(const std::string& what, Real found, Real expected, double tolerance) {
    readings_.push_back(
        {what, static_cast<double>(found), static_cast<double>(expected), tolerance});
  }
  /// At infinity one comes along the third axis; the pericentre is within the closeness.
  void outer(const scattering::TwoBodies& orbit, const ClosePair& pair, double closeness,
             const Units& unit) {
    const Space w =
        scattering::plus(space(pair.star[1].velocity), -1, space(pair.star[0].velocity));
    const Real speed = scattering::length(w) / unit.speed;
    add("speed at infinity", std::sqrt(2 * orbit.energy() / orbit.reduced) / speed, 1, 1e-9);
    const Real pericentre =
        (scattering::length(orbit.eccentricity()) - 1) * orbit.mass / (speed * speed);
    const Real farthest = closeness * axes_of(pair) / unit.length;
    add("pericentre beyond the closeness", std::max(Real{0}, pericentre - farthest), 0, 1e-9);
    pericentre_ = pericentre;
  }
  /// Interaction of the bodies that is not one of two points, against the energy at infinity; what
  /// the tide allows for each binary is a fourth of it, of mass over apocentre (and 10 % for terms
  /// of higher order).
  void energy(std::span<const scattering::Point> one, std::span<const scattering::Point> other,
              const scattering::TwoBodies& orbit, Real allowed) {
    Real shape = orbit.reduced * orbit.mass / scattering::length(orbit.position);
    for (const scattering::Point& a : one)
      for (const scattering::Point& b : other)
        shape -= a.mass * b.mass / scattering::length(scattering::plus(b.position, -1, a.position));
    add("energy of the relative motion beside that at infinity, over what the tide allows",
        shape / (orbit.reduced * allowed * kTide / 4), 0, 1.1);
  }
  /// The meeting begins where the tide is small, or at a pericentre that is farther.
  void distance(const scattering::TwoBodies& orbit, double of_tide) {
    add("distance at the start over its law",
        scattering::length(orbit.position) / std::max(Real{of_tide}, pericentre_), 1, 1e-9);
  }

 private:
  Readings& readings_;
  Real pericentre_ = 0;
};

/// Relative error of the axis that is read off two stars far from the origin, from the roundings of
/// their places and velocities: 1 / a = 2 / r - v^2 / m.
double axis_error(const cluster::PointStar& a, const cluster::PointStar& b) {
  const scattering::TwoBodies orbit = two_bodies(scattering::point(a), scattering::point(b));
  const Real r = scattering::length(orbit.position), v = scattering::length(orbit.velocity);
  const Real far = scattering::length(space(a.position)) + scattering::length(space(b.position));
  const Real fast = scattering::length(space(a.velocity)) + scattering::length(space(b.velocity));
  const Real rounding = 8 * std::numeric_limits<double>::epsilon();
  return static_cast<double>(rounding * orbit.semimajor_axis() / r *
                             (far / r + v * fast * r / orbit.mass));
}

void numbers(Readings& readings, const ClosePair& pair, double closeness, const ThreeStars& start) {
  const std::size_t wide = wide_of(pair);
  const cluster::Binary& binary = *pair.star[wide].binary;
  const scattering::Hierarchy seen = scattering::hierarchy(start, 2);
  const Units unit = units_of(pair, PairKind::point);
  Numbers all(readings);
  all.add("mass of a binary in its own units", seen.inner.mass, 1, 1e-14);
  all.add("share of its first star", start[0].mass / seen.inner.mass, binary.mass[0] / unit.mass,
          1e-14);
  all.add("mass of the other star", start[2].mass, pair.star[1 - wide].mass / unit.mass, 1e-14);
  all.add("axis in its own units", seen.inner.semimajor_axis(), 1, axis_error(start[0], start[1]));
  all.add("eccentricity", scattering::length(seen.inner.eccentricity()), binary.eccentricity, 1e-7);
  all.outer(seen.outer, pair, closeness, unit);
  scattering::Beginning begin{.single = 2, .eccentricity = binary.eccentricity};
  begin.mass = {start[0].mass, start[1].mass, start[2].mass};
  all.distance(seen.outer, distance_of_tide(begin, kTide));
  all.energy(std::array{scattering::point(start[0]), scattering::point(start[1])},
             std::array{scattering::point(start[2])}, seen.outer,
             Real{1} / (1 + Real{binary.eccentricity}));
}

void numbers(Readings& readings, const ClosePair& pair, double closeness, const FourStars& start) {
  const Units unit = units_of(pair, PairKind::two);
  Numbers all(readings);
  std::array<scattering::Point, 2> centre;
  std::array<std::array<scattering::Point, 2>, 2> stars;
  Real mass_over_apocentre = 0;  // of both
  for (std::size_t k = 0; k < 2; ++k) {
    const cluster::Binary& binary = *pair.star[k].binary;
    stars[k] = {scattering::point(start[2 * k]), scattering::point(start[2 * k + 1])};
    const auto& [a, b] = stars[k];
    mass_over_apocentre += mass_of(binary) / unit.mass /
                           (binary.semimajor_axis / unit.length * (1 + binary.eccentricity));
    centre[k] = scattering::centre(a, b);
    const scattering::TwoBodies inner = two_bodies(a, b);
    const std::string of = fmt::format(" of binary {} of four stars", k);
    all.add("mass" + of, inner.mass, mass_of(binary) / unit.mass, 1e-14);
    all.add("share of the first star" + of, a.mass / inner.mass, binary.mass[0] / mass_of(binary),
            1e-14);
    all.add("axis" + of, inner.semimajor_axis() / (binary.semimajor_axis / unit.length), 1,
            axis_error(start[2 * k], start[2 * k + 1]));
    all.add("eccentricity" + of, scattering::length(inner.eccentricity()), binary.eccentricity,
            1e-7);
  }
  const scattering::TwoBodies outer = two_bodies(centre[0], centre[1]);
  all.outer(outer, pair, closeness, unit);
  scattering::TwoBinaries begin;
  for (std::size_t k = 0; k < 4; ++k) begin.mass[k] = start[k].mass;
  for (std::size_t k = 0; k < 2; ++k) {
    begin.semimajor_axis[k] =
        static_cast<double>(pair.star[k].binary->semimajor_axis / unit.length);
    begin.eccentricity[k] = pair.star[k].binary->eccentricity;
  }
  all.distance(outer, distance_of_tide(begin, kTide));
  all.energy(stars[0], stars[1], outer, mass_over_apocentre);
}

/// Expected number of meetings: a geometric part, and one of gravitational focusing.
void rate(Readings& readings, const MeetingCode& code, const ClosePair& pair, double closeness,
          Draws& draw) {
  const double time = draw.scale(1e-6, 1e-2), initial = draw.scale(30, 1e7);
  const Real mass = Real{pair.star[0].mass} + pair.star[1].mass;
  const Real r = closeness * axes_of(pair);
  const Real w = scattering::length(
      scattering::plus(space(pair.star[1].velocity), -1, space(pair.star[0].velocity)));
  const Real area = kPi * (r * r + 2 * mass * r / (w * w));
  Numbers all(readings);
  all.add("expected meetings over their law",
          code.expected(pair, closeness, time) / (pair.density * area * w * time), 1, 1e-13);
  all.add("dynamical time over its law",
          code.dynamical(time, initial) * std::log(initial / 10) / (Real{time} * initial), 1,
          1e-13);
}

/// Other meetings, one for each thing that differs; 0 where it does. Binaries are told apart by the
/// one whose id the meeting is drawn by.
template <class Draw>
void apart(Readings& readings, const Draw& draw, const ClosePair& pair, std::size_t by,
           std::uint32_t seed, std::uint64_t step) {
  const auto one = draw(pair, seed, step);
  const auto add = [&](const std::string& what, const decltype(one)& other) {
    readings.push_back({"the same meeting of another " + what, one == other ? 1.0 : 0.0, 0, 0});
  };
  for (const int power : {0, 1, 9, 16, 31, 32, 40})
    add(fmt::format("step (2^{} later)", power),
        draw(pair, seed, step + (std::uint64_t{1} << power)));
  for (const int bit : {0, 15, 16, 31})
    add(fmt::format("seed (bit {})", bit), draw(pair, seed ^ 1u << bit, step));
  for (const int bit : {0, 9, 16, 30}) {
    ClosePair other = pair;
    other.star[by].binary->id ^= 1u << bit;
    add(fmt::format("binary (bit {})", bit), draw(other, seed, step));
  }
}

/// Velocities of a meeting that is turned around the relative velocity: the part along that
/// stays, the rest turns by the same angle. `leaves`: direction in which the second body leaves the
/// first in the meeting, which is star `first` of the pair.
template <class After>
void turned(Readings& readings, const After& after, const ClosePair& pair, std::size_t first,
            const Space& leaves, Draws& draw) {
  const double turn = draw.from(0, 0.5), further = draw.from(0.05, 0.45);
  const AfterMeeting a = after(turn), b = after(turn + further);
  Numbers all(readings);
  all.add("stars of a pair that has met", static_cast<Real>(a.stars.size()), 2, 0);
  if (a.stars.size() != 2) return;
  const cluster::Partner &from = pair.star[first], &to = pair.star[1 - first];
  const Space w = scattering::plus(space(to.velocity), -1, space(from.velocity));
  const Space axis = scattering::plus({}, 1 / scattering::length(w), w);
  const Space centre =
      scattering::plus(space(from.velocity), to.mass / (Real{from.mass} + to.mass), w);
  // The direction in which the other one leaves, against that from which it came.
  const Space leaving = scattering::plus(space(a.stars[1 - first].velocity), -1, centre);
  all.add("cosine of the angle of a star that leaves",
          scattering::dot(leaving, axis) / scattering::length(leaving), leaves[2], 1e-9);
  for (std::size_t k = 0; k < 2; ++k) {
    const Space u = scattering::plus(space(a.stars[k].velocity), -1, centre);
    const Space v = scattering::plus(space(b.stars[k].velocity), -1, centre);
    const Space beside = scattering::plus(u, -scattering::dot(u, axis), axis);
    const Real angle = 2 * kPi * further;
    const Space expected =
        scattering::plus(scattering::plus(scattering::plus({}, scattering::dot(u, axis), axis),
                                          std::cos(angle), beside),
                         std::sin(angle), scattering::cross(axis, beside));
    for (std::size_t c = 0; c < 3; ++c)
      all.add(fmt::format("velocity {} of star {} after a turn", c, k), v[c], expected[c], 1e-11);
  }
}

/// An end in which both leave again, at an angle: the beginning, backwards and turned.
template <class Stars>
Stars backwards(Stars stars) {
  for (cluster::PointStar& star : stars) {
    for (double& v : star.velocity) v = -v;
    for (cluster::Vector3* v : {&star.position, &star.velocity})
      *v = {0.6 * (*v)[0] + 0.8 * (*v)[2], (*v)[1], 0.6 * (*v)[2] - 0.8 * (*v)[0]};
  }
  return stars;
}

void read_three(Readings& readings, const MeetingCode& code, const ClosePair& pair,
                double closeness, std::uint32_t seed, std::uint64_t step, Draws& draw) {
  const ThreeStars start = code.draw(pair, closeness, seed, step);
  numbers(readings, pair, closeness, start);
  const std::size_t wide = wide_of(pair);
  apart(
      readings,
      [&](const ClosePair& p, std::uint32_t s, std::uint64_t t) {
        return code.draw(p, closeness, s, t);
      },
      pair, wide, seed, step);
  const cluster::Scattered end{
      .ending = cluster::Ending::binary, .single = 2, .stars = backwards(start)};
  turned(
      readings, [&](double turn) { return code.after(pair, end, turn); }, pair, wide,
      scattering::hierarchy(end.stars, 2).outer.far_direction(true), draw);
}

void read_four(Readings& readings, const MeetingCode& code, const ClosePair& pair, double closeness,
               std::uint32_t seed, std::uint64_t step, Draws& draw) {
  const FourStars start = code.draw_four(pair, closeness, seed, step);
  numbers(readings, pair, closeness, start);
  apart(
      readings,
      [&](const ClosePair& p, std::uint32_t s, std::uint64_t t) {
        return code.draw_four(p, closeness, s, t);
      },
      pair, 0, seed, step);
  const cluster::ScatteredFour end{.end = {cluster::FourEnding::binaries, {0, 1}, 4},
                                   .stars = backwards(start)};
  const auto both = [&](std::size_t i) {
    return scattering::centre(scattering::point(end.stars[i]), scattering::point(end.stars[i + 1]));
  };
  turned(
      readings, [&](double turn) { return code.after_four(pair, end, turn); }, pair, 0,
      two_bodies(both(0), both(2)).far_direction(true), draw);
}

/// How long meetings are followed, and where stars enter that they free.
void limits(Readings& readings, Draws& draw) {
  Numbers all(readings);
  const int threads = draw.whole(1, 8);
  const cluster::ScatteringParameters how = cluster::scattering_of_pairs(threads);
  all.add("threads", how.threads, threads, 0);
  all.add("revolutions", how.longest / (2 * kPi), 1e4, 1e-9);
  all.add("steps", static_cast<Real>(how.most_steps), 500'000, 0);
  const double inner = draw.scale(1e-3, 1e3), outer = inner * (1 + draw.scale(1e-15, 1));
  for (const std::size_t count : {1u, 2u}) {
    bool apart = true;
    double below = inner;
    for (std::size_t which = 0; which < count; ++which) {
      const double radius = cluster::radius_between(inner, outer, which, count);
      const Real part = static_cast<Real>(which + 1) / static_cast<Real>(count + 1);
      all.add("radius of a star that is freed", radius / (inner + part * (Real{outer} - inner)), 1,
              4 * std::numeric_limits<double>::epsilon());
      apart = apart && below < radius;
      below = radius;
    }
    all.add("room for stars that are freed", cluster::has_room(inner, outer, count) ? 1 : 0,
            apart && below < outer ? 1 : 0, 0);
  }
}

/// One of both bodies is lighter, by up to a million: a single star, or the second binary.
void make_lighter(ClosePair& pair, PairKind kind, Draws& draw) {
  cluster::Partner& one = pair.star[kind == PairKind::two ? 1 : 1 - wide_of(pair)];
  const double part = draw.scale(1e-6, 1);
  one.mass *= part;
  if (!one.binary) return;
  for (double& mass : one.binary->mass) mass *= part;
  one.mass = one.binary->mass[0] + one.binary->mass[1];
}

Readings read(const MeetingCode& code, std::uint64_t seed_of_state) {
  PhiloxStream random = Philox(seed_of_state).stream(Purpose::test, 0, 0);
  Draws draw(random);
  Readings readings;
  limits(readings, draw);
  for (const PairKind kind :
       {PairKind::binary_inside, PairKind::binary_outside, PairKind::two, PairKind::point}) {
    ClosePair pair = draw_pair(kind, draw);
    if (draw.one_in(2)) make_lighter(pair, kind, draw);
    const double closeness = draw.scale(0.3, 5);
    const std::uint32_t seed = draw.random().next();
    const auto step = static_cast<std::uint64_t>(draw.whole(0, 100000));
    rate(readings, code, pair, closeness, draw);
    Numbers(readings).add("meeting of three stars", pair.of_three() ? 1 : 0,
                          kind == PairKind::two ? 0 : 1, 0);
    if (kind == PairKind::two)
      read_four(readings, code, pair, closeness, seed, step, draw);
    else
      read_three(readings, code, pair, closeness, seed, step, draw);
  }
  return readings;
}

const bool registered = register_observables("cmc", meeting_draws("cmc/meeting-draws", {}));

}  // namespace

Observables meeting_draws(const std::string& name, const MeetingCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
