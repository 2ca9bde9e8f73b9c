#include "checkers/cmc/meeting_ends.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/places.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using scattering::Point;
using scattering::Space;
using scattering::TwoBodies;
using Real = long double;
using std::numbers::pi;

/// Two directions at right angles to another one, at any angle around it.
struct Frame {
  Space along, side, other;

  Frame(const Space& axis, double angle) {
    along = scattering::plus({}, 1 / scattering::length(axis), axis);
    Space any = std::abs(along[2]) < 0.6L ? Space{0, 0, 1} : Space{1, 0, 0};
    any = scattering::plus(any, -scattering::dot(any, along), along);
    any = scattering::plus({}, 1 / scattering::length(any), any);
    side = scattering::plus(scattering::plus({}, std::cos(angle), any), std::sin(angle),
                            scattering::cross(along, any));
    other = scattering::cross(along, side);
  }
};

/// Turns one direction into another one, and everything with it, by any angle around it.
class Turn {
 public:
  Turn(const Space& from, const Space& to, Draws& draws)
      : from_(from, 0), to_(to, draws.from(0, 2 * pi)) {}
  Space operator()(const Space& v) const {
    return scattering::plus(
        scattering::plus(scattering::plus({}, scattering::dot(v, from_.along), to_.along),
                         scattering::dot(v, from_.side), to_.side),
        scattering::dot(v, from_.other), to_.other);
  }

 private:
  Frame from_, to_;
};

/// Two stars that stay a binary. Stars have numbers: 0 and 1 are those of the inner one of the
/// pair, 2 and 3 those of the outer one; a single star has the even number.
struct Held {
  std::array<std::size_t, 2> stars{};
  Real mass_product = 0, binding = 0, eccentricity = 0;

  Real axis() const { return mass_product / (2 * binding); }
};

/// Stars that leave in one direction: a binary, single ones, or a binary and a single one.
struct Group {
  Point centre;
  std::optional<Held> binary = {};
  std::vector<std::size_t> single = {};
};

Held held(std::size_t first, std::size_t second, const TwoBodies& orbit) {
  return {{first, second},
          orbit.reduced * orbit.mass,
          -orbit.energy(),
          scattering::length(orbit.eccentricity())};
}

Held held(std::size_t first, const Binary& binary) {
  return {{first, first + 1},
          Real{binary.mass[0]} * binary.mass[1],
          binding(binary),
          binary.eccentricity};
}

/// A meeting, from its start on.
class Meeting {
 public:
  Meeting(const PairBefore& pair, const StepOfPair& step, Real speed, Draws& draws)
      : pair_(pair), point_like_(step.point_like), wide_(pair.wide()), other_(1 - wide_) {
    const Real impact = std::sqrt(impact2(pair, step.closeness, speed));
    const auto momentum = static_cast<double>(speed * impact * std::sqrt(draws.from(0, 1)));
    if (of_three())
      follow_three(static_cast<double>(speed), momentum, draws);
    else
      follow_four(static_cast<double>(speed), momentum, draws);
  }

  /// Nothing where it was given up.
  std::vector<Group> groups;
  /// Direction from which the second body comes to the first, which are these of the pair.
  Space coming{};
  std::size_t first = 0;

 private:
  bool of_three() const {
    return !pair_.both() ||
           pair_.binary[other_]->semimajor_axis < point_like_ * pair_.binary[wide_]->semimajor_axis;
  }

  static cluster::ScatteringParameters limits(Real length, Real mass) {
    return {.longest = static_cast<double>(kMostRevolutions * 2 * pi *
                                           std::sqrt(length * length * length / mass)),
            .most_steps = kMostSteps};
  }

  void follow_three(double speed, double momentum, Draws& draws) {
    const Binary& b = *pair_.binary[wide_];
    scattering::Beginning begin{.single = 2,
                                .mass = {b.mass[0], b.mass[1], pair_.mass[other_]},
                                .semimajor_axis = b.semimajor_axis,
                                .eccentricity = b.eccentricity,
                                .speed = speed,
                                .outer_momentum = momentum};
    begin.distance = distance_of_tide(begin, 1e-5);
    const cluster::ThreeStars start = scattering::three_stars(begin, draws);
    first = wide_;
    coming = scattering::hierarchy(start, 2).outer.far_direction(false);
    const cluster::Scattered end =
        cluster::scattering_scheme("cmc/scattering-reference")
            .scatter({&start, 1}, limits(b.semimajor_axis, Real{b.mass[0]} + b.mass[1]))
            .front();
    if (end.ending == cluster::Ending::ionised) {
      for (std::size_t k = 0; k < 3; ++k) groups.push_back(one_of_three(end.stars, k));
    } else if (end.ending == cluster::Ending::binary) {
      const scattering::Hierarchy after = scattering::hierarchy(end.stars, end.single);
      const std::size_t i = end.single == 0 ? 1 : 0, j = end.single == 2 ? 1 : 2;
      Group bound{
          scattering::centre(scattering::point(end.stars[i]), scattering::point(end.stars[j]))};
      if (j == 2 && pair_.both()) {  // a triple, which is broken
        bound.binary = held(2 * other_, *pair_.binary[other_]);
        bound.binary->binding -= after.inner.energy();
        bound.single = {2 * wide_ + i};
      } else {
        bound.binary = held(2 * wide_ + i, j == 2 ? 2 * other_ : 2 * wide_ + 1, after.inner);
      }
      groups = {bound, one_of_three(end.stars, end.single)};
    }
  }

  Group one_of_three(const cluster::ThreeStars& stars, std::size_t k) const {
    Group one{scattering::point(stars[k])};
    if (k == 2 && pair_.both())
      one.binary = held(2 * other_, *pair_.binary[other_]);
    else
      one.single = {k == 2 ? 2 * other_ : 2 * wide_ + k};
    return one;
  }

  void follow_four(double speed, double momentum, Draws& draws) {
    const Binary &a = *pair_.binary[0], &b = *pair_.binary[1];
    scattering::TwoBinaries begin{.mass = {a.mass[0], a.mass[1], b.mass[0], b.mass[1]},
                                  .semimajor_axis = {a.semimajor_axis, b.semimajor_axis},
                                  .eccentricity = {a.eccentricity, b.eccentricity},
                                  .speed = speed,
                                  .outer_momentum = momentum};
    begin.distance = distance_of_tide(begin, 1e-5);
    const cluster::FourStars start = scattering::four_stars(begin, draws);
    const auto both = [](const cluster::FourStars& s, std::size_t i, std::size_t j) {
      return scattering::centre(scattering::point(s[i]), scattering::point(s[j]));
    };
    coming = two_bodies(both(start, 0, 1), both(start, 2, 3)).far_direction(false);
    const cluster::ScatteredFour end =
        cluster::scattering_scheme("cmc/scattering-reference")
            .scatter_binaries({&start, 1}, limits(Real{a.semimajor_axis} + b.semimajor_axis,
                                                  Real{pair_.mass[0]} + pair_.mass[1]))
            .front();
    const auto point = [&](std::size_t k) { return scattering::point(end.stars[k]); };
    const auto two = [&](std::size_t i, std::size_t j) {
      return Group{both(end.stars, i, j), held(i, j, two_bodies(point(i), point(j)))};
    };
    const auto [i, j] = end.end.binary;
    std::vector<std::size_t> others;
    for (std::size_t k = 0; k < 4; ++k)
      if (k != i && k != j) others.push_back(k);
    switch (end.end.ending) {
      case cluster::FourEnding::binaries:
        groups = {two(i, j), two(others[0], others[1])};
        break;
      case cluster::FourEnding::binary:
        groups = {two(i, j)};
        for (const std::size_t k : others) groups.push_back({point(k), {}, {k}});
        break;
      case cluster::FourEnding::triple: {
        Group triple = two(i, j);
        const std::size_t outer = end.end.outer, left = others[0] == outer ? others[1] : others[0];
        triple.binary->binding -= two_bodies(triple.centre, point(outer)).energy();
        triple.single = {outer};
        triple.centre = scattering::centre(triple.centre, point(outer));
        groups = {triple, {point(left), {}, {left}}};
        break;
      }
      case cluster::FourEnding::ionised:
        for (std::size_t k = 0; k < 4; ++k) groups.push_back({point(k), {}, {k}});
        break;
      default:
        break;
    }
  }

  const PairBefore& pair_;
  double point_like_;
  std::size_t wide_, other_;
};

/// A star of the cluster after a meeting.
struct Placed {
  std::vector<std::size_t> stars;
  std::optional<Held> binary;
  Space velocity;
};

}  // namespace

std::optional<MeetingSeen> drawn_meeting_of(const PairBefore& pair, const StepOfPair& step,
                                            Draws& draws) {
  const auto v = velocities(pair, step.stars, draws.from(0, 2 * pi));
  const Space relative = scattering::plus(v[1], -1, v[0]);
  const Real speed = scattering::length(relative), all = Real{pair.mass[0]} + pair.mass[1];
  if (!(draws.from(0, 1) < chance_at(pair, step, speed))) return std::nullopt;
  Meeting meeting(pair, step, speed, draws);
  std::vector<Group>& groups = meeting.groups;
  if (groups.empty()) return MeetingSeen{};

  const Real total = Real{pair.mass[0]} * pair.mass[1] / all * speed * speed / 2 - pair.binding();
  const auto left = [&] {
    Real energy = total;
    for (const Group& one : groups)
      if (one.binary) energy += one.binary->binding;
    return energy;
  };
  for (Group& one : groups) {  // those that are too wide
    if (!one.binary || !one.single.empty()) continue;
    if (!(one.binary->axis() > std::cbrt(1 / pair.density))) continue;
    if (!(left() - one.binary->binding > 0)) continue;
    one.single = {one.binary->stars[0], one.binary->stars[1]};
    one.binary.reset();
  }
  const Real energy = left();
  if (!(energy > 0)) return MeetingSeen{};

  std::vector<Space> leaving;
  Point whole = groups[0].centre;
  for (std::size_t k = 1; k < groups.size(); ++k)
    whole = scattering::centre(whole, groups[k].centre);
  if (groups.size() == 2) {
    const TwoBodies apart = two_bodies(groups[0].centre, groups[1].centre);
    const Space away =
        scattering::plus({}, std::sqrt(2 * energy / apart.reduced), apart.far_direction(true));
    leaving = {scattering::plus({}, -groups[1].centre.mass / all, away),
               scattering::plus({}, groups[0].centre.mass / all, away)};
  } else {
    Real moving = 0;
    for (const Group& one : groups) {
      const Space u = scattering::plus(one.centre.velocity, -1, whole.velocity);
      leaving.push_back(u);
      moving += one.centre.mass * scattering::dot(u, u) / 2;
    }
    for (Space& u : leaving) u = scattering::plus({}, std::sqrt(energy / moving), u);
  }

  const Space centre =
      scattering::plus(scattering::plus({}, pair.mass[0] / all, v[0]), pair.mass[1] / all, v[1]);
  const Turn turn(meeting.coming, scattering::plus({}, meeting.first == 0 ? 1 : -1, relative),
                  draws);
  std::vector<Placed> bodies;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const Space velocity = scattering::plus(centre, 1, turn(leaving[k]));
    if (groups[k].binary)
      bodies.push_back({{groups[k].binary->stars.begin(), groups[k].binary->stars.end()},
                        groups[k].binary,
                        velocity});
    for (const std::size_t star : groups[k].single) bodies.push_back({{star}, {}, velocity});
  }
  sort_places(bodies, pair.both(), pair.wide());

  MeetingSeen seen{.over = true};
  const OthersPotential others(step.stars);
  const Real r0 = step.stars.radius[pair.inner], r1 = step.stars.radius[pair.inner + 1];
  Real bound = 0;
  bool found = false;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Placed& one = bodies[k];
    // The mass of its own shell hardly matters: that of the star which was there.
    const Real r = k == 0 ? r0 : k == 1 ? r1 : (r0 + r1) / 2;
    const Real own = pair.mass[k == 1 ? 1 : 0];
    seen.all_bound =
        seen.all_bound &&
        scattering::dot(one.velocity, one.velocity) / 2 + others.without(own, r, r) < 0;
    if (!one.binary) continue;
    bound += one.binary->binding;
    const auto& stars = one.binary->stars;
    seen.exchanged = seen.exchanged || stars[0] % 2 != 0 || stars[1] != stars[0] + 1;
    if (!found) seen.eccentricity = static_cast<double>(one.binary->eccentricity);
    found = true;
  }
  seen.lost = bodies.size() - 2;
  if (found) seen.hardened = static_cast<double>(std::log(bound / pair.binding()));
  const Space& u = bodies[pair.both() ? 1 : 1 - pair.wide()].velocity;
  seen.speed2 = static_cast<double>(scattering::dot(u, u));
  seen.radial = static_cast<double>(std::abs(u[2]) / scattering::length(u));
  return seen;
}

}  // namespace touchstone::cmc
