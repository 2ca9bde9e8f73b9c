// optimized/hpmc/overlap/meshes.cpp
// Purpose   Overlap of closed meshes of triangles, also concave and rounded ones: by trees of boxes
//           and tests of pairs of triangles; and, as a second method, by the distance of all pairs
//           and the parity of a ray.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; T. Moeller, B. Trumbore, J. Graphics
//           Tools 2, 21 (1997), ray and triangle.
// Cost      Trees: some tens of box and triangle tests. All pairs: all of them.
#include <cmath>

#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/mesh_tree.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Polyhedron;
using shapes::Rotation;
using shapes::Vec3;

class TreePair final : public shapes::PairOverlap {
 public:
  TreePair(const Polyhedron& a, const Polyhedron& b)
      : a_(a),
        b_(b),
        vertex_a_(a.vertices[0]),
        vertex_b_(b.vertices[0]),
        reach_(a.rounding + b.rounding) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = Rotation(qa).back(r);
    return surfaces_meet(a_, b_, turn, shift, reach_) || a_.contains(turn(vertex_b_) + shift) ||
           b_.contains(turn.back(vertex_a_ - shift));
  }

 private:
  MeshTree a_;
  MeshTree b_;
  Vec3 vertex_a_;
  Vec3 vertex_b_;
  double reach_;
};

/// The sum over crossings of a ray in a fixed direction that no edge is likely to meet.
bool ray_leaves(Vec3 from, const MeshTree& mesh) {
  if (!mesh.solid()) return false;
  constexpr Vec3 kDirection{0.5377, -0.2953, 0.7898};
  bool odd = false;
  for (const TriangleCorners& t : mesh.triangles()) {
    const Vec3 u = t[1] - t[0];
    const Vec3 v = t[2] - t[0];
    const Vec3 p = cross(kDirection, v);
    const double det = dot(u, p);
    if (det == 0) continue;
    const Vec3 s = from - t[0];
    const double x = dot(s, p) / det;
    const Vec3 q = cross(s, u);
    const double y = dot(kDirection, q) / det;
    if (x >= 0 && y >= 0 && x + y <= 1 && dot(v, q) / det > 0) odd = !odd;
  }
  return odd;
}

class AllPairs final : public shapes::PairOverlap {
 public:
  AllPairs(const Polyhedron& a, const Polyhedron& b)
      : a_(a),
        b_(b),
        vertex_a_(a.vertices[0]),
        vertex_b_(b.vertices[0]),
        reach_(a.rounding + b.rounding) {
    // Distances are known to rounding only.
    least_ = 1e-14 * (circumradius(Body{a}) + circumradius(Body{b}));
  }
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Rotation of_a(qa);
    const Rotation of_b(qb);
    for (const TriangleCorners& t_ : b_.triangles()) {
      const TriangleCorners t{of_b(t_[0]) + r, of_b(t_[1]) + r, of_b(t_[2]) + r};
      for (const TriangleCorners& s : a_.triangles())
        if (triangles_within({of_a(s[0]), of_a(s[1]), of_a(s[2])}, t, reach_ + least_)) return true;
    }
    return ray_leaves(of_a.back(of_b(vertex_b_) + r), a_) ||
           ray_leaves(of_b.back(of_a(vertex_a_) - r), b_);
  }

 private:
  MeshTree a_;
  MeshTree b_;
  Vec3 vertex_a_;
  Vec3 vertex_b_;
  double reach_;
  double least_;
};

template <class Pair>
std::unique_ptr<shapes::PairOverlap> prepare(const Body& a, const Body& b) {
  return std::make_unique<Pair>(shapes::as_mesh(a), shapes::as_mesh(b));
}

const auto takes = shapes::classes_and_partners({BodyClass::polyhedron},
                                                {BodyClass::ball, BodyClass::convex_polyhedron});

const bool registered =
    shapes::register_overlap({.info = {.name = "hpmc/overlap-trees-meshes",
                                       .source = "trees of boxes; Gottschalk, Lin, Manocha 1996",
                                       .claims = Claims::equals_reference},
                              .takes = takes,
                              .prepare = prepare<TreePair>,
                              .resolution = 1e-12,
                              .speed = 5}) &&
    shapes::register_overlap({.info = {.name = "hpmc/overlap-all-pairs-meshes",
                                       .source = "GJK distances of all triangles; ray parity",
                                       .claims = Claims::equals_reference},
                              .takes = takes,
                              .prepare = prepare<AllPairs>,
                              .resolution = 1e-11,
                              .speed = 1});

}  // namespace
}  // namespace touchstone::optimized
