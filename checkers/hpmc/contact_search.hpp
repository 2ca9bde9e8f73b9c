// checkers/hpmc/contact_search.hpp
// Purpose   Distance at which two bodies touch along a direction, found by asking one algorithm.
// Method    Inward in steps to the first overlap, then halving: the distance of a change of the
//           answer, the largest but for bodies that meet and part again within a step.
#pragma once
#include <vector>

#include "models/shapes/bodies/overlap.hpp"

namespace touchstone::hpmc {

/// That of the finest resolution which is no reference: asked some 70 times for each contact.
inline const shapes::OverlapAlgorithm& finest(
    const std::vector<const shapes::OverlapAlgorithm*>& algorithms) {
  const shapes::OverlapAlgorithm* best = algorithms[0];
  for (const shapes::OverlapAlgorithm* one : algorithms)
    if (!one->reference && (best->reference || one->resolution < best->resolution)) best = one;
  return *best;
}

struct ContactSearch {
  double step;   ///< relative to the sum of circumradii
  int halvings;  ///< 50: to the last bit
};

/// The largest distance of b from a along the unit vector `u` at which the algorithm says overlap,
/// or 0 where there is none above a twentieth of `size`, the sum of circumradii.
inline double contact(const shapes::PairOverlap& pair, const shapes::Orientation& qa,
                      const shapes::Orientation& qb, shapes::Vec3 u, double size,
                      ContactSearch search) {
  double apart = 1.01 * size;
  double touching = 0;
  for (double d = size; d > 0.05 * size && touching == 0; d -= search.step * size)
    (pair.overlaps(qa, qb, d * u) ? touching : apart) = d;
  if (touching == 0) return 0;
  for (int i = 0; i < search.halvings; ++i) {
    const double middle = (apart + touching) / 2;
    (pair.overlaps(qa, qb, middle * u) ? touching : apart) = middle;
  }
  return touching;
}

}  // namespace touchstone::hpmc
