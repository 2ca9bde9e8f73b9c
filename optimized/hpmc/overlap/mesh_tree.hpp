// optimized/hpmc/overlap/mesh_tree.hpp
// Purpose   A tree of boxes around the triangles of a mesh, in the frame of its body, walked
//           together with that of another body.
// Source    S. Gottschalk, M. C. Lin, D. Manocha, SIGGRAPH 1996 (boxes of two bodies); Anderson,
//           Irrgang, Glotzer 2016, section 2.2.
// Cost      Build O(n log n); a query visits the pairs of nodes whose boxes meet.
#pragma once
#include <cstdint>
#include <vector>

#include "models/hpmc/bodies/body.hpp"
#include "optimized/hpmc/overlap/mesh_pairs.hpp"

namespace touchstone::optimized {

class MeshTree {
 public:
  /// One vertex without triangles is taken as a triangle of one point.
  explicit MeshTree(const shapes::Polyhedron& mesh);

  struct Node {
    shapes::Vec3 middle;
    shapes::Vec3 half;        ///< half of the sides
    std::uint32_t first = 0;  ///< first of its triangles if count > 0, else of its two children
    std::uint32_t count = 0;
  };
  const std::vector<Node>& nodes() const { return nodes_; }  ///< the root first
  const std::vector<TriangleCorners>& triangles() const { return triangles_; }
  bool solid() const { return solid_; }

  /// Whether the solid holds the point, by solid angles; not asked of points on the surface.
  bool contains(shapes::Vec3 p) const;

 private:
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t last);
  std::vector<TriangleCorners> triangles_;
  std::vector<Node> nodes_;
  bool solid_ = true;
};

/// Some pair of triangles is as near as `reach`, or meets; b turned and moved as a sees it.
bool surfaces_meet(const MeshTree& a, const MeshTree& b, const shapes::Rotation& turn,
                   shapes::Vec3 shift, double reach);

}  // namespace touchstone::optimized
