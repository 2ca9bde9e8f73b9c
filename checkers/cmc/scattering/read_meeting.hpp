// checkers/cmc/scattering/read_meeting.hpp
// Purpose   Reads stars by the laws of two bodies: what is bound, with which energy, angular
//           momentum and shape (in long double); and puts stars where a meeting begins (in
//           double). By code of its own: neither the schemes nor the model of meetings is asked.
// Source    Two bodies: H. Goldstein, Classical Mechanics, sections 3.7 and 3.9.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "checkers/draws.hpp"
#include "models/cmc/scattering/three_stars.hpp"

namespace touchstone::scattering {

using Real = long double;
using Space = std::array<Real, 3>;

inline Real dot(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Real length(const Space& a) { return std::sqrt(dot(a, a)); }
inline Space cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// a + factor b.
inline Space plus(const Space& a, Real factor, const Space& b) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

struct Point {
  Real mass;
  Space position, velocity;
};
Point point(const cluster::PointStar& star);
Point centre(const Point& a, const Point& b);

/// Two bodies relative to each other.
struct TwoBodies {
  Real mass, reduced;
  Space position, velocity;

  Real energy() const { return reduced * (dot(velocity, velocity) / 2 - mass / length(position)); }
  Space angular_momentum() const {  ///< per reduced mass
    return cross(position, velocity);
  }
  /// Points to the pericentre; its length is the eccentricity.
  Space eccentricity() const {
    return plus(plus({}, 1 / mass, cross(velocity, angular_momentum())), -1 / length(position),
                position);
  }
  Real semimajor_axis() const { return -reduced * mass / (2 * energy()); }
  Real apocentre() const { return semimajor_axis() * (1 + length(eccentricity())); }
  bool recede() const { return dot(position, velocity) > 0; }
  /// Direction of the motion far away, before or after the pericentre of a hyperbola.
  Space far_direction(bool later) const;
};
TwoBodies two_bodies(const Point& a, const Point& b);

/// Whether each two recede with more energy than the others can still take from them.
bool all_leave(const std::vector<Point>& all);

/// Tide of a body at a distance on what is bound, as a part of what holds that together at `reach`.
/// A body that is lighter than what is bound counts as one of the same mass: it feels the other's
/// shape more than it is felt.
template <class Number>
Number tide_on(Number bound_mass, Number reach, Number other_mass, Number distance) {
  const Number ratio = reach / distance;
  return 2 * ratio * ratio * ratio * (other_mass > bound_mass ? other_mass / bound_mass : 1);
}

/// The stars but `single` as a binary, and `single` against it.
struct Hierarchy {
  TwoBodies inner, outer;

  Real tide() const {
    return tide_on(inner.mass, inner.apocentre(), outer.mass - inner.mass, length(outer.position));
  }
};
Hierarchy hierarchy(const cluster::ThreeStars& stars, std::size_t single);

Real energy(std::span<const cluster::PointStar> stars);
Space momentum(std::span<const cluster::PointStar> stars);
Space angular_momentum(std::span<const cluster::PointStar> stars);

/// Place and velocity of one body against another.
struct Motion {
  Space position, velocity;
};
Space direction(Draws& draws);
/// Anywhere on an ellipse in any plane, as at a random time.
Motion on_ellipse(double mass, double a, double e, Draws& draws);
Motion at_apocentre(double mass, double a, double e, Draws& draws);

/// Numbers of a meeting that begins.
struct Beginning {
  std::size_t single = 2;
  std::array<double, 3> mass = {1, 1, 1};
  double semimajor_axis = 1;
  double eccentricity = 0;
  double speed = 1;           ///< at infinity
  double outer_momentum = 0;  ///< angular momentum per reduced mass: speed times impact parameter
  double distance = 100;      ///< between the single star and the binary, which it approaches
};
/// Three stars with these numbers and everything else at random: directions of all kinds, and the
/// time since the binary's pericentre. Their centre of mass is at rest in the origin.
cluster::ThreeStars three_stars(const Beginning& beginning, Draws& draws);
/// Distance at which the tide (tide_on) is what is asked for.
double distance_of_tide(const Beginning& beginning, double tide);

/// Numbers of a meeting of two binaries that begins: stars 0 and 1, 2 and 3.
struct TwoBinaries {
  std::array<double, 4> mass = {1, 1, 1, 1};
  std::array<double, 2> semimajor_axis = {1, 1};
  std::array<double, 2> eccentricity = {0, 0};
  double speed = 1, outer_momentum = 0, distance = 100;  ///< as of Beginning

  double binary_mass(std::size_t k) const { return mass[2 * k] + mass[2 * k + 1]; }
};
/// Four stars with these numbers and everything else at random.
cluster::FourStars four_stars(const TwoBinaries& beginning, Draws& draws);
/// Distance at which the larger of both tides is what is asked for.
double distance_of_tide(const TwoBinaries& beginning, double tide);

}  // namespace touchstone::scattering
