// validation/experiments/cmc/collision_rate.hpp
// Purpose   Collisions of equal stars in Plummer's model, in a dynamical time.
// Source    J. Binney, S. Tremaine, Galactic Dynamics, 2nd ed. (2008), section 7.5.8 (collisions
//           with gravitational focusing) and section 4.3.3 (Plummer's distribution function).
// Computes  Half of the integral over space of n^2 <pi R (R w + 2 M / w)>, with the number density
//           n, the distance R at which two stars of the mass M together touch, and their relative
//           speed w, averaged over two speeds of the distribution function. The density of the
//           shell of 20 stars is on average 20/19 of the true one.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/cmc/registry.hpp"

namespace touchstone::validation::cmc {

struct EqualStars {
  std::size_t stars = 10'000;
  double radius = 7e-4;  ///< radius of a star; 23 % of all collisions are due to focusing
  /// Part of the time of equation 8 in a step: in one ten times as long many pairs are certain to
  /// collide, and could do so more than once.
  double part_of_time = 0.1;
};

/// Number of collisions in a dynamical time. To 1e-4.
double collisions_by_kinetic_theory(const EqualStars& wanted);

/// Collisions in the first step of one cluster, and its length in dynamical times.
struct CollisionsOfStep {
  double collisions, time;
};
CollisionsOfStep collisions_of_step(const cluster::ClusterScheme& scheme, const EqualStars& wanted,
                                    std::size_t ranks, std::uint32_t seed);

}  // namespace touchstone::validation::cmc
