// reference/hpmc/features.hpp
// Purpose   Distances of bodies made of vertices, edges and triangles, by the definition: the
//           nearest points are a vertex and a triangle, or two edges. All pairs, in long double;
//           and whether the distance is at most the sum of the rounding radii, in integers.
// Cost      All pairs of features.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {

/// Features by indices of vertices. A convex body has all triangles of vertices of one facet.
struct Features {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Features of the hull: triples of vertices with all others on one side or in their plane, decided
/// exactly; of flat bodies all triples; and the pairs in them.
Features features_of_hull(const std::vector<shapes::Vec3>& vertices);

/// Smallest distance of two surfaces; 0 where an edge meets a triangle.
Real surface_distance(const Placed<Real>& placed, const Features& a, const Features& b);

/// The same compared with Placed::rounding: some pair of features is as near as that, or an edge
/// and a triangle have a point in common.
bool surfaces_within_rounding(const Placed<Integer>& placed, const Features& a, const Features& b);

/// Whether two triangles have a point in common.
bool triangles_meet(const std::array<Point<Integer>, 3>& a, const std::array<Point<Integer>, 3>& b);

}  // namespace touchstone::reference
