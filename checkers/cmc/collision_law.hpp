// checkers/cmc/collision_law.hpp
// Purpose   Collisions of single stars in a cluster a second time: how likely a pair of neighbours
//           collides in a step, what it becomes, and how long a step may be.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, and
//           equation 8.
// Computes  In long double, by the law of two bodies that touch: angular momentum and energy.
#pragma once
#include <vector>

#include "checkers/cmc/after_encounter.hpp"
#include "models/cmc/collisions.hpp"

namespace touchstone::cmc {

/// Two single neighbours in a step.
struct TouchingPair {
  Pair stars;
  long double density = 0;   ///< number of stars per volume, around the inner one
  long double touching = 0;  ///< sum of both radii
  long double time = 0;      ///< length of the step in dynamical times

  long double mass() const { return static_cast<long double>(stars.m1) + stars.m2; }
  /// Relative speed where the tangential velocities are at this angle.
  long double speed(long double angle) const;
  /// Chance to collide at that angle.
  long double chance(long double angle) const;
  /// The same, averaged over angles up to this one, times its share of pi.
  long double chance_up_to(long double angle) const;
  /// Whether less than half of the cross section at a right angle is that of straight lines.
  bool focused() const;
};

/// Radius of a star of a cluster that began with so many.
long double star_radius(double mass, const cluster::Collisions& how, long double initial);
/// Longest step by equation 8 over the single ones of the 300 innermost stars, in the units of
/// steps.
long double collision_step(const cluster::Stars& stars,
                           const std::vector<cluster::Binary>& binaries,
                           const cluster::Collisions& how, long double initial);

}  // namespace touchstone::cmc
