#include "models/cmc/after_meeting.hpp"

#include <algorithm>
#include <cmath>

#include "models/cmc/circle.hpp"
#include "models/cmc/vectors.hpp"

namespace touchstone::cluster {
namespace {

/// One star of the cluster. Its own stars are numbered: 0 and 1 are those of the inner star of the
/// pair, 2 and 3 those of the outer one; a single star has the first number.
struct Body {
  PointStar point;
  std::vector<std::size_t> stars;  ///< numbers, ascending
  std::optional<Binary> binary = {};
};

/// Bodies that leave with the velocity of their centre of mass.
struct Leaving {
  PointStar point;
  std::vector<Body> bodies;
};

PointStar together(const PointStar& a, const PointStar& b) {
  PointStar both{a.mass + b.mass, {}, {}};
  for (std::size_t c = 0; c < 3; ++c) {
    both.position[c] = (a.mass * a.position[c] + b.mass * b.position[c]) / both.mass;
    both.velocity[c] = (a.mass * a.velocity[c] + b.mass * b.velocity[c]) / both.mass;
  }
  return both;
}

/// Axis and eccentricity of two stars. The axis is not above 0 where they are not bound.
Binary orbit_of(const PointStar& a, const PointStar& b) {
  const Vector3 r = plus(b.position, -1, a.position), v = plus(b.velocity, -1, a.velocity);
  const double mass = a.mass + b.mass, distance = std::sqrt(dot(r, r));
  const double axis = 1 / (2 / distance - dot(v, v) / mass);
  const Vector3 l = cross(r, v);
  return {0, {a.mass, b.mass}, axis, std::sqrt(std::max(0.0, 1 - dot(l, l) / (mass * axis)))};
}

/// Direction in which a star that comes back no more ends from its focus: the asymptote of its
/// hyperbola.
Vector3 asymptote(double mass, const Vector3& r, const Vector3& v) {
  const Vector3 l = cross(r, v);
  const double distance = std::sqrt(dot(r, r)), l2 = dot(l, l);
  const Vector3 to_pericentre = plus(plus({}, 1 / mass, cross(v, l)), -1 / distance, r);
  const double e2 = dot(to_pericentre, to_pericentre);  // its length is the eccentricity
  Vector3 direction = plus({}, -1 / e2, to_pericentre);
  if (l2 > 0) {
    const double beside = std::sqrt(std::max(0.0, 1 - 1 / e2) / (e2 * l2));
    direction = plus(direction, beside, cross(l, to_pericentre));
  }
  return plus({}, 1 / std::sqrt(dot(direction, direction)), direction);
}

/// Axes of a meeting, in those of the pair.
struct Axes {
  Vector3 first, second, third;

  Axes(const Vector3& along, double turn) {
    const double speed = std::sqrt(dot(along, along));
    third = {along[0] / speed, along[1] / speed, along[2] / speed};
    const double across = std::sqrt(third[0] * third[0] + third[1] * third[1]);
    const Vector3 side =
        across > 0 ? Vector3{-third[1] / across, third[0] / across, 0} : Vector3{1, 0, 0};
    const CosSin angle = cos_sin_of_share(turn);
    const Vector3 other = cross(third, side);
    for (std::size_t c = 0; c < 3; ++c) first[c] = angle.cos * side[c] + angle.sin * other[c];
    second = cross(third, first);
  }
  Vector3 in_axes_of_pair(const Vector3& v) const {
    return plus(plus(plus({}, v[0], first), v[1], second), v[2], third);
  }
};

/// Two bodies that are bound: a binary, or, if one of them is a binary, a triple that is broken.
/// Nothing where they are not bound.
std::optional<Leaving> bound(const Body& a, const Body& b) {
  const Binary orbit = orbit_of(a.point, b.point);
  if (!(orbit.semimajor_axis > 0 && orbit.eccentricity < 1)) return std::nullopt;
  const PointStar both = together(a.point, b.point);
  if (!a.binary && !b.binary) {
    std::vector<std::size_t> stars = a.stars;
    stars.insert(stars.end(), b.stars.begin(), b.stars.end());
    return Leaving{both, {{both, stars, orbit}}};
  }
  Leaving broken{both, {a, b}};
  Binary& inner = *broken.bodies[a.binary ? 0 : 1].binary;
  inner.semimajor_axis =
      inner.mass[0] * inner.mass[1] / (2 * (binding_energy(inner) + binding_energy(orbit)));
  return broken;
}

double sum_of_binding(const std::vector<Leaving>& all) {
  double sum = 0;
  for (const Leaving& one : all)
    for (const Body& body : one.bodies)
      if (body.binary) sum += binding_energy(*body.binary);
  return sum;
}

/// Energy of a pair at infinity, in the frame of its centre of mass.
double energy_of(const ClosePair& pair) {
  const Vector3 w = plus(pair.star[1].velocity, -1, pair.star[0].velocity);
  double energy = 0.5 * pair.star[0].mass * pair.star[1].mass / pair.mass() * dot(w, w);
  for (const Partner& one : pair.star)
    if (one.binary) energy -= binding_energy(*one.binary);
  return energy;
}

/// Frees the stars of binaries that are too wide, one after another, where energy is left for that.
void dissolve(const ClosePair& pair, double energy, std::vector<Leaving>& all) {
  for (Leaving& one : all) {
    if (one.bodies.size() != 1 || !one.bodies[0].binary) continue;
    const Body whole = one.bodies[0];
    const double left = energy + sum_of_binding(all) - binding_energy(*whole.binary);
    if (!(left > 0 && whole.binary->semimajor_axis > 1 / std::cbrt(pair.density))) continue;
    one.bodies.clear();
    for (std::size_t k = 0; k < 2; ++k)
      one.bodies.push_back({{whole.binary->mass[k], {}, {}}, {whole.stars[k]}});
  }
}

/// Gives those that leave their velocities at infinity, against the centre of mass. False where no
/// energy is left for that.
bool depart(double energy, std::vector<Leaving>& all) {
  const double left = energy + sum_of_binding(all);
  if (!(left > 0)) return false;
  PointStar centre = all[0].point;
  for (std::size_t k = 1; k < all.size(); ++k) centre = together(centre, all[k].point);
  if (all.size() == 2) {
    PointStar &a = all[0].point, &b = all[1].point;
    const double speed = std::sqrt(2 * left * centre.mass / (a.mass * b.mass));
    const Vector3 away =
        asymptote(centre.mass, plus(b.position, -1, a.position), plus(b.velocity, -1, a.velocity));
    a.velocity = plus({}, -b.mass / centre.mass * speed, away);
    b.velocity = plus({}, a.mass / centre.mass * speed, away);
    return true;
  }
  // More than two: with the velocities that they have now, scaled.
  double moving = 0;
  for (Leaving& one : all) {
    one.point.velocity = plus(one.point.velocity, -1, centre.velocity);
    moving += 0.5 * one.point.mass * dot(one.point.velocity, one.point.velocity);
  }
  if (!(moving > 0)) return false;
  for (Leaving& one : all)
    one.point.velocity = plus({}, std::sqrt(left / moving), one.point.velocity);
  return true;
}

/// Puts bodies into the places of the pair, and those that are freed behind them.
std::vector<Body> in_places(const ClosePair& pair, std::vector<Body> bodies) {
  std::sort(bodies.begin(), bodies.end(),
            [](const Body& a, const Body& b) { return a.stars[0] < b.stars[0]; });
  const auto binaries = std::count_if(bodies.begin(), bodies.end(),
                                      [](const Body& b) { return b.binary.has_value(); });
  if (binaries == 0) {  // first stars in their places
    std::stable_partition(bodies.begin(), bodies.end(),
                          [](const Body& b) { return b.stars[0] % 2 == 0; });
    return bodies;
  }
  const auto one = std::find_if(bodies.begin(), bodies.end(),
                                [](const Body& b) { return b.binary.has_value(); });
  const bool both = pair.star[0].binary && pair.star[1].binary;
  const std::size_t place = both ? one->stars[0] / 2 : pair.wider();
  const Body binary = *one;
  bodies.erase(one);
  bodies.insert(bodies.begin() + static_cast<std::ptrdiff_t>(place), binary);
  return bodies;
}

bool was_binary(const std::vector<std::size_t>& stars) {
  return stars.size() == 2 && stars[0] % 2 == 0 && stars[1] == stars[0] + 1;
}

/// The stars of the cluster, from those that leave; the meeting's third axis is along the velocity
/// of the star `to` against the other one.
AfterMeeting after(const ClosePair& pair, std::vector<Leaving> all, std::size_t to, double turn) {
  const double energy = energy_of(pair);
  dissolve(pair, energy, all);
  if (!depart(energy, all)) return {};
  std::vector<Body> bodies;
  for (const Leaving& one : all)
    for (Body body : one.bodies) {
      body.point.velocity = one.point.velocity;
      bodies.push_back(body);
    }
  const Partner &a = pair.star[1 - to], &b = pair.star[to];
  const Vector3 centre =
      plus(plus({}, a.mass / pair.mass(), a.velocity), b.mass / pair.mass(), b.velocity);
  const Axes axes(plus(b.velocity, -1, a.velocity), turn);
  AfterMeeting after;
  for (const Body& body : in_places(pair, bodies)) {
    after.stars.push_back(
        {body.point.mass, plus(centre, 1, axes.in_axes_of_pair(body.point.velocity)), body.binary});
    if (!body.binary) continue;
    const Binary& was = *pair.star[after.stars.size() - 1].binary;
    after.stars.back().binary->id = was.id;
    after.stars.back().binary->companion = was.companion;
    after.exchanged = after.exchanged || !was_binary(body.stars);
  }
  return after;
}

/// Bodies that a scheme has followed, in the units of the cluster.
template <std::size_t kStars>
std::vector<Body> bodies_of(const ClosePair& pair, const StarsOf<kStars>& end,
                            const std::array<double, kStars>& mass,
                            const std::array<std::size_t, kStars>& number) {
  const UnitsOfMeeting units(pair);
  std::vector<Body> all;
  for (std::size_t k = 0; k < kStars; ++k)
    all.push_back(
        {{mass[k], plus({}, units.length, end[k].position), plus({}, units.speed, end[k].velocity)},
         {number[k]}});
  return all;
}

Leaving alone(const Body& body) { return {body.point, {body}}; }

}  // namespace

AfterMeeting after_meeting(const ClosePair& pair, const Scattered& end, double turn) {
  const std::size_t wide = pair.wider(), other = 1 - wide;
  const Binary& binary = *pair.star[wide].binary;
  std::vector<Body> bodies =
      bodies_of<3>(pair, end.stars, {binary.mass[0], binary.mass[1], pair.star[other].mass},
                   {2 * wide, 2 * wide + 1, 2 * other});
  if (pair.star[other].binary) {
    bodies[2].stars.push_back(2 * other + 1);
    bodies[2].binary = pair.star[other].binary;
  }
  if (end.ending == Ending::ionised)
    return after(pair, {alone(bodies[0]), alone(bodies[1]), alone(bodies[2])}, other, turn);
  if (end.ending != Ending::binary) return {};
  const Body single = bodies[end.single];
  bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(end.single));
  std::sort(bodies.begin(), bodies.end(),
            [](const Body& a, const Body& b) { return a.stars[0] < b.stars[0]; });
  const auto held = bound(bodies[0], bodies[1]);
  if (!held) return {};
  return after(pair, {*held, alone(single)}, other, turn);
}

AfterMeeting after_meeting(const ClosePair& pair, const ScatteredFour& end, double turn) {
  const Binary &a = *pair.star[0].binary, &b = *pair.star[1].binary;
  const std::vector<Body> bodies =
      bodies_of<4>(pair, end.stars, {a.mass[0], a.mass[1], b.mass[0], b.mass[1]}, {0, 1, 2, 3});
  const FourEnding ending = end.end.ending;
  if (ending == FourEnding::ionised)
    return after(pair, {alone(bodies[0]), alone(bodies[1]), alone(bodies[2]), alone(bodies[3])}, 1,
                 turn);
  if (ending == FourEnding::unfinished || ending == FourEnding::lost) return {};
  const auto [first, second] = end.end.binary;
  std::vector<Body> others;
  for (std::size_t k = 0; k < 4; ++k)
    if (k != first && k != second) others.push_back(bodies[k]);
  auto held = bound(bodies[first], bodies[second]);
  if (!held) return {};
  if (ending == FourEnding::binary)
    return after(pair, {*held, alone(others[0]), alone(others[1])}, 1, turn);
  if (ending == FourEnding::triple) {
    const std::size_t outer = others[0].stars[0] == end.end.outer ? 0 : 1;
    held = bound(held->bodies[0], others[outer]);
    if (!held) return {};
    return after(pair, {*held, alone(others[1 - outer])}, 1, turn);
  }
  const auto other = bound(others[0], others[1]);
  if (!other) return {};
  return after(pair, {*held, *other}, 1, turn);
}

double radius_between(double inner, double outer, std::size_t which, std::size_t count) {
  const auto parts = static_cast<double>(count + 1), part = static_cast<double>(which + 1);
  return ((parts - part) * inner + part * outer) / parts;
}

bool has_room(double inner, double outer, std::size_t count) {
  double below = inner;
  for (std::size_t k = 0; k < count; ++k) {
    const double radius = radius_between(inner, outer, k, count);
    if (!(below < radius)) return false;
    below = radius;
  }
  return below < outer;
}

}  // namespace touchstone::cluster
