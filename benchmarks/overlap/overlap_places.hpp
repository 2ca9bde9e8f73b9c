// benchmarks/overlap/overlap_places.hpp
// Purpose   The pairs of bodies whose overlap tests are timed, and where they are.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::benchmarks::overlap {

struct TimedPair {
  std::string name;  ///< "convex polygon", or "disk and convex polygon"
  shapes::Body a;
  shapes::Body b;
};
/// One of each class with itself, and mixtures with disks and balls.
const std::vector<TimedPair>& timed_pairs();

struct Place {
  shapes::Orientation q_a;
  shapes::Orientation q_b;
  shapes::Vec3 r;
};
/// Random, in the shell where the answer depends on the orientations.
std::vector<Place> places(const TimedPair& pair, std::uint64_t seed, std::size_t count);

}  // namespace touchstone::benchmarks::overlap
