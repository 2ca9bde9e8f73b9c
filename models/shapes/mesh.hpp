// models/shapes/mesh.hpp
// Purpose   Closed meshes of triangles: orientation of the faces, volume, and edges.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/shapes/body.hpp"

namespace touchstone::shapes {

/// Turns triangles until neighbours agree and all normals point outward. Returns what is wrong
/// where an edge does not belong to exactly two triangles, a triangle names a vertex twice, or the
/// faces cannot agree; empty when all is well.
std::string turn_outward(Polyhedron& mesh);

double volume(const Polyhedron& mesh);

/// Each edge once.
std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(const Polyhedron& mesh);

/// Triangles around the hull of the vertices.
Polyhedron mesh_of_hull(const std::vector<Vec3>& vertices);

/// Of polyhedra, convex polyhedra, and balls (a rounded vertex).
Polyhedron as_mesh(const Body& body);

}  // namespace touchstone::shapes
