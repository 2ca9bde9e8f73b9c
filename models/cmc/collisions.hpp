// models/cmc/collisions.hpp
// Purpose   Collisions of single stars in a cluster: how large stars are, how likely a pair of
//           neighbours collides in a time step, what it becomes, and how long a step may be.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, steps 2 and 3
//           (sticky spheres: stars are merged whenever their radii touch), and equation 8.
// Units     N-body units (stars.hpp): G = 1. Times of steps are in t_dyn N / ln(gamma N).
// Not here  Which pairs there are (reference/cmc), stars of binaries, which do not collide.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "models/cmc/binaries.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// For people and help texts.
inline constexpr const char* kCollisionsText =
    "none, spheres:RADIUS or spheres:RADIUS:EXPONENT (radius of a star of mass 1/N, N being the "
    "stars of the start, in virial radii; radii grow with this power of the mass, 0.8 without it)";

/// Single stars are spheres that stick together.
struct Collisions {
  double radius = 0;      ///< radius of a star of the mass 1/N, N being the stars of the start
  double exponent = 0.8;  ///< radii grow with this power of the mass
  /// Longest step as a part of the time of equation 8, in (0, 1]. The public program's number for
  /// all such times; the paper has none.
  double part_of_time = 5e-3;

  bool operator==(const Collisions&) const = default;
};

/// Collisions that a user names, nullptr for none; throws InputError for other words.
std::shared_ptr<const Collisions> collisions_of(const std::string& words);
/// Throws InputError for a radius or a part outside (0, 1], and an exponent outside [0, 3].
void require_valid(const Collisions& how);

/// Radius of a star, in a cluster that began with so many stars.
double radius_of_star(double mass, const Collisions& how, double initial_stars);

/// Two single stars that are neighbours, the inner one first.
struct SinglePair {
  std::array<double, 2> mass{};
  std::array<Vector3, 2> velocity{};  ///< in any axes
  double density = 0;                 ///< number of stars per volume around them
};

/// Expected number of collisions of the pair in a dynamical time times `time`: n S w t, with the
/// cross section S of pericentres within the sum of both radii. Above 1 the pair collides for
/// certain. 0 for stars that move together.
double collisions_of_pair(const SinglePair& pair, const Collisions& how, double initial_stars,
                          double time);

/// The one star that two become.
struct Merged {
  double mass = 0;
  Vector3 velocity{};  ///< velocity of their centre of mass
  double lost = 0;     ///< kinetic energy of their relative motion
  /// Whether the outer star is the heavier one, whose id it keeps; of two like stars the inner one.
  bool outer = false;
};
Merged merged(const SinglePair& pair);
/// Its distance from the centre, that of the centre of mass of two shells: from the inner one on,
/// up to the outer one.
double radius_of_merged(const SinglePair& pair, double inner, double outer);

/// Longest step: the part of the time of equation 8, over the single ones of the central stars, in
/// the units of steps; `stars` may end behind them. Infinite without single stars there.
double step_of_collisions(const Stars& stars, const std::vector<Binary>& binaries,
                          const Collisions& how, double initial_stars);

}  // namespace touchstone::cluster
