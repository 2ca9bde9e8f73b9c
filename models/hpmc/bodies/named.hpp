// models/hpmc/bodies/named.hpp
// Purpose   The bodies that the paper and the public code simulate, by name.
// Source    Anderson, Irrgang, Glotzer 2016, sections 3 and 4 (pentagon, dodecahedron, tetrahedra
//           and octahedra, truncated octahedron); hoomd-validation (C-polygon).
#pragma once
#include <string>
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

struct NamedBody {
  std::string name;
  std::string shows;  ///< size and convention, in words
  Body body;
};

/// disk, sphere (diameter 1), pentagon and dodecahedron (circumradius 1/2), tetrahedron,
/// octahedron, cube (edge 1), truncated-octahedron (volume 1), c-polygon.
const std::vector<NamedBody>& named_bodies();
/// Throws InputError that suggests the nearest known name.
const Body& named_body(const std::string& name);
/// The named disk, ball, convex polygon or polyhedron that is this body in another size, turned,
/// mirrored or about another origin (lengths are compared to 1e-6); null where there is none.
const NamedBody* named_like(const Body& body);

/// A regular polygon with a vertex on the y axis.
ConvexPolygon regular_polygon(int vertices, double circumradius);

}  // namespace touchstone::shapes
