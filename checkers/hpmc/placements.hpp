// checkers/hpmc/placements.hpp
// Purpose   Pairs of bodies in random places and near contact, with the answer of the reference and
//           how clear it is. Made once for all algorithms.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {

struct Placement {
  shapes::Orientation q_a;
  shapes::Orientation q_b;
  shapes::Vec3 r;
  shapes::OverlapAnswer truth;
  double gap = 0;  ///< relative to the distance of contact; 0: placed at random
};

/// Two bodies touch with b at this distance from a along the unit vector `u`.
struct Contact {
  shapes::Orientation q_a;
  shapes::Orientation q_b;
  shapes::Vec3 u;
  double distance;
};

struct PlacedPair {
  const shapes::Body* a;
  const shapes::Body* b;
  double size;  ///< sum of circumradii
  std::vector<Placement> placements = {};
  std::vector<Contact> contacts = {};  ///< that the reference found

  /// Separation of the bodies, or below 0 how deep they overlap, as a length; NaN where the
  /// reference does not know it. For ellipses and ellipsoids it is the way to contact along the
  /// line of centres.
  double separation(const Placement& placement) const;
  /// Whether margins of the reference are relative to the distance of contact, not lengths.
  bool is_relative() const;
  /// Whether an algorithm that resolves so much must give the reference's answer.
  bool is_clear(const Placement& placement, double resolution) const;
};

/// All pairs of test bodies of one class, and some of two classes, that have a reference; `effort`
/// is a factor on their number. Thread-safe; the pairs stay where they are.
const std::vector<PlacedPair>& placed_pairs(shapes::BodyClass a, shapes::BodyClass b,
                                            std::uint64_t seed, double effort);

/// Classes of two bodies, in this order, that the algorithm takes.
std::vector<std::pair<shapes::BodyClass, shapes::BodyClass>> classes_taken(
    const shapes::OverlapAlgorithm& algorithm);

/// Pairs of all classes that the algorithm takes.
std::vector<const PlacedPair*> pairs_for(const shapes::OverlapAlgorithm& algorithm,
                                         std::uint64_t seed, double effort);

/// Uniform; in the plane about z.
shapes::Orientation random_orientation(std::uint64_t seed, std::uint32_t index, bool flat);

}  // namespace touchstone::hpmc
