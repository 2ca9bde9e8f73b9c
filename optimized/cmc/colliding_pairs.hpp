// optimized/cmc/colliding_pairs.hpp
// Purpose   Whether pairs of single stars of a block collide in a step.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 3.
// Computes  The same decisions as the serial reference. Most pairs are apart by a bound without
//           powers of masses and without the angle between the velocities.
// Not here  What becomes of those that collide (close_encounters.hpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "models/cmc/collisions.hpp"
#include "models/cmc/registry.hpp"

namespace touchstone::optimized {

/// A pair as it was before it was deflected.
struct Neighbours {
  std::size_t inner = 0;  ///< number of the inner star, from 0; the other one is next
  double radial_velocity[2], tangential_velocity[2];
};

class CollidingPairs {
 public:
  /// Pairs of stars with these masses in a step of so many dynamical times.
  CollidingPairs(std::span<const double> masses, const cluster::Collisions& how,
                 double initial_stars, double time);

  /// Whether a pair of this mass in all surely expects less than this number of collisions.
  bool expects_less(double number, const Neighbours& pair, double mass, double density) const;
  double expected(const cluster::SinglePair& pair) const;

 private:
  const cluster::Collisions& how_;
  double initial_stars_, time_;
  double widest_;  ///< sum of both radii, at most
};

}  // namespace touchstone::optimized
