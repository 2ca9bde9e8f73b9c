// checkers/hpmc/contact_search.hpp
// Purpose   Distance at which two bodies touch along a direction.
// Method    Inward in steps to the first overlap, then halving: the distance of a change of the
//           answer, the largest but for bodies that meet and part again within a step. A contact
//           by a reference that takes long starts from the one that a fast algorithm finds: around
//           it the reference is asked ever further away, until it says overlap on one side and
//           apart on the other. Where they are is the reference's word alone; a fast algorithm
//           that is wrong costs time and hides nothing.
#pragma once
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"

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

/// The contact of `truth`, near the one that `guess` finds if that is right.
inline double certified_contact(const shapes::PairOverlap& truth, const shapes::PairOverlap& guess,
                                const shapes::Orientation& qa, const shapes::Orientation& qb,
                                shapes::Vec3 u, double size, ContactSearch search) {
  const double near = contact(guess, qa, qb, u, size, search);
  const auto overlap = [&](double d) { return truth.overlaps(qa, qb, d * u); };
  for (double width = 1e-14; near > 0 && width < search.step; width *= 10) {
    double touching = (1 - width) * near;
    double apart = (1 + width) * near;
    if (!overlap(touching) || overlap(apart)) continue;
    while (apart - touching > 1e-15 * near) {
      const double middle = (apart + touching) / 2;
      if (!(touching < middle && middle < apart)) break;
      (overlap(middle) ? touching : apart) = middle;
    }
    return touching;
  }
  return contact(truth, qa, qb, u, size, search);
}

}  // namespace touchstone::hpmc
