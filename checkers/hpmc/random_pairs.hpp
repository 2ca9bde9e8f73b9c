// checkers/hpmc/random_pairs.hpp
// Purpose   Pairs of bodies that nobody chose, 1e-6 to 1e-13 away from contact on both sides:
//           random ones, and placed so that decisions are hard: edges and faces that are parallel
//           or nearly so, rotations by 90 degrees, directions along axes of symmetry.
// Method    As in the sweep (contact_sweep.hpp), only that the bodies are new each time.
// Cost      With an effort of 1 a few hundred pairs of each two classes; 1000 makes 1e5 and more.
#pragma once
#include <list>

#include "checkers/hpmc/placements.hpp"

namespace touchstone::hpmc {

struct RandomPair {
  shapes::Body a;
  shapes::Body b;
  PlacedPair placed;  ///< placements of a and b
};

/// Made once for all algorithms; thread-safe; the pairs stay where they are.
const std::list<RandomPair>& random_pairs(shapes::BodyClass first, shapes::BodyClass second,
                                          std::uint64_t seed, double effort);

}  // namespace touchstone::hpmc
