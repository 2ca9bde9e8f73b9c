// trajectories/type_shapes.hpp
// Purpose   Bodies of the shapes that HOOMD writes for each type: Sphere, Ellipsoid, Polygon,
//           ConvexPolyhedron, Mesh, SphereUnion.
// Source    GSD schema hoomd, particles/type_shapes (https://gsd.readthedocs.io); the classes of
//           the public HPMC that write them.
// Reads     In the plane a Sphere is a disk, an Ellipsoid an ellipse (c is not used), and a Polygon
//           that is not convex a simple polygon.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::trajectories {

/// The body of a shape such as {"type": "Sphere", "diameter": 1.0}. Throws InputError, which begins
/// with `where`, for shapes of other types or without what they need.
shapes::Body body_of_shape(const nlohmann::json& shape, int dimensions, const std::string& where);

}  // namespace touchstone::trajectories
