// models/hpmc/bodies/inner_point.hpp
// Purpose   A point well inside an ellipsoid cut by planes, for bodies whose author states none.
// Source    Method of shrinking ellipsoids with central cuts: M. Grötschel, L. Lovász,
//           A. Schrijver, Geometric Algorithms and Combinatorial Optimization (1988), chapter 3.
// Computes  The depth of a point is its distance to the nearest surface where the body's ellipsoid
//           is the unit sphere. It is concave, so that its slope at any point bounds it everywhere:
//           the search ends when the best point found is proved to be half as deep as possible, or
//           when no point can be as deep as kShallowest.
// Cost      At most some 400 evaluations of all planes.
#pragma once
#include <optional>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// Depth below which a body is taken to have no inside, in units of half axes: as thin as a
/// polyhedron that checked() calls flat. It is 1e7 times the rounding of a depth.
inline constexpr double kShallowest = 1e-8;

/// Point at least half as deep as the deepest one; nothing where none is as deep as kShallowest.
/// It satisfies every constraint in exact arithmetic. `origin` and `vertices` are not looked at.
/// Half axes must be positive, normals not 0, and offsets as many as normals.
std::optional<Vec3> inner_point(const FacetedEllipsoid& body);

}  // namespace touchstone::shapes
