// models/hpmc/bodies/mesh.hpp
// Purpose   Closed meshes of triangles: orientation of the faces, volume, edges, and faults.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/hpmc/bodies/body.hpp"

namespace touchstone::shapes {

/// Turns triangles until neighbours agree and all normals point outward. Returns what is wrong
/// where an edge does not belong to exactly two triangles, a triangle names a vertex twice, the
/// faces cannot agree, or a part has no volume; empty when all is well.
std::string turn_outward(Polyhedron& mesh);

/// An edge that clearly passes through a triangle of the same part, in words; empty without any.
/// Parts that share no vertex may cross: the solid is their union.
std::string crossing(const Polyhedron& mesh);

/// A vertex of each connected part: parts may be apart, so that one of them is inside another body
/// and its neighbour is not. The only vertex where there are no triangles.
std::vector<Vec3> vertex_of_each_part(const Polyhedron& mesh);

double volume(const Polyhedron& mesh);

/// Each edge once.
std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_of(const Polyhedron& mesh);

/// Triangles around the hull of the vertices.
Polyhedron mesh_of_hull(const std::vector<Vec3>& vertices);

/// Mesh of a polyhedron, a convex polyhedron, or a ball (a rounded vertex).
Polyhedron as_mesh(const Body& body);

}  // namespace touchstone::shapes
