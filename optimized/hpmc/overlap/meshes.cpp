// optimized/hpmc/overlap/meshes.cpp
// Purpose   Overlap of closed meshes of triangles, also concave and rounded ones: by trees of boxes
//           and tests of pairs of triangles; and, as a second method, by the distance of all pairs
//           and the crossings of a ray. Where surfaces do not meet, a vertex of each connected part
//           is asked whether it is in the other body.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; T. Moeller, B. Trumbore, J. Graphics
//           Tools 2, 21 (1997), ray and triangle.
// Cost      Trees: some tens of box and triangle tests. All pairs: all of them.
#include <algorithm>
#include <cmath>
#include <vector>

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

/// Whether any point lies within a body, where surfaces do not meet: one of each part is asked.
template <class Contains>
bool any_within(const std::vector<Vec3>& points, Contains&& contains) {
  return std::any_of(points.begin(), points.end(), contains);
}

class TreePair final : public shapes::PairOverlap {
 public:
  TreePair(const Polyhedron& a, const Polyhedron& b)
      : a_(a),
        b_(b),
        points_a_(vertex_of_each_part(a)),
        points_b_(vertex_of_each_part(b)),
        reach_(a.rounding + b.rounding) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Rotation turn(conjugate(qa) * qb);
    const Vec3 shift = Rotation(qa).back(r);
    return surfaces_meet(a_, b_, turn, shift, reach_) ||
           any_within(points_b_, [&](Vec3 p) { return a_.contains(turn(p) + shift); }) ||
           any_within(points_a_, [&](Vec3 p) { return b_.contains(turn.back(p - shift)); });
  }

 private:
  MeshTree a_;
  MeshTree b_;
  std::vector<Vec3> points_a_;
  std::vector<Vec3> points_b_;
  double reach_;
};

/// Whether a ray in a fixed direction that no edge is likely to meet leaves more parts than it
/// enters: a point may be within several.
bool ray_leaves(Vec3 from, const MeshTree& mesh) {
  if (!mesh.solid()) return false;
  constexpr Vec3 kDirection{0.5377, -0.2953, 0.7898};
  int leaves = 0;
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
    // The normal, u x v, points outward; det is minus its product with the direction.
    if (x >= 0 && y >= 0 && x + y <= 1 && dot(v, q) / det > 0) leaves += det < 0 ? 1 : -1;
  }
  return leaves > 0;
}

class AllPairs final : public shapes::PairOverlap {
 public:
  AllPairs(const Polyhedron& a, const Polyhedron& b)
      : a_(a),
        b_(b),
        points_a_(vertex_of_each_part(a)),
        points_b_(vertex_of_each_part(b)),
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
    return any_within(points_b_, [&](Vec3 p) { return ray_leaves(of_a.back(of_b(p) + r), a_); }) ||
           any_within(points_a_, [&](Vec3 p) { return ray_leaves(of_b.back(of_a(p) - r), b_); });
  }

 private:
  MeshTree a_;
  MeshTree b_;
  std::vector<Vec3> points_a_;
  std::vector<Vec3> points_b_;
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
                                       .source = "GJK distances of all triangles; rays",
                                       .claims = Claims::equals_reference},
                              .takes = takes,
                              .prepare = prepare<AllPairs>,
                              .resolution = 1e-11,
                              .speed = 1});

}  // namespace
}  // namespace touchstone::optimized
