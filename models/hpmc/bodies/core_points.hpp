// models/hpmc/bodies/core_points.hpp
// Purpose   A convex body as the hull of points, seen from a point well inside it, with a rounding
//           and the radii of balls inside and around: what support functions need.
#pragma once
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

struct CorePoints {
  std::vector<Vec3> points;  ///< less `centre`
  Vec3 centre = {};          ///< the body's origin where that is well inside; else their mean
  double rounding = 0;
  double inner = 0;  ///< radius of a ball about the centre inside the hull; 0 if flat
};

/// Core points of disks, balls, convex polygons and polyhedra, rounded or not.
CorePoints core_points(const Body& body);

}  // namespace touchstone::shapes
