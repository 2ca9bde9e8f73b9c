// models/hpmc/bodies/hull.hpp
// Purpose   The convex hull of the few vertices of a body: its facets as polygons with outward unit
//           normals, and its edges.
// Cost      O(n^4) for n vertices, once for each body; meant for n below 100.
// Not here  Exact arithmetic: vertices within 1e-9 of a plane (relative to the size of the body)
//           count as in it, so that the pentagons of a dodecahedron are pentagons.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "models/hpmc/vector.hpp"

namespace touchstone::shapes {

struct Facet {
  Vec3 normal = {};                          ///< unit, outward
  double offset = 0;                         ///< normal . x of its points
  std::vector<std::uint32_t> vertices = {};  ///< counter-clockwise, seen from outside
};
struct Hull {
  std::vector<Facet> facets = {};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = {};
};

/// No facets when all points are in a plane.
Hull hull_of(std::span<const Vec3> points);

/// Whether the origin is in the hull or within 1e-9 of it (relative to the size).
bool origin_in_hull(std::span<const Vec2> points);
bool origin_in_hull(std::span<const Vec3> points);

double volume(const Hull& hull, std::span<const Vec3> points);

}  // namespace touchstone::shapes
