// optimized/hpmc/overlap/simple_polygons.cpp
// Purpose   Overlap of simple (also concave) polygons: edges that meet, or one inside the other,
//           with signs that rounding cannot change; and, as a second method, the separating axis
//           test on the triangles that the polygons are cut into.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; Shewchuk 1997 (orientation_sign.hpp); ear
//           clipping: G. H. Meisters, Amer. Math. Monthly 82, 648 (1975).
// Cost      All pairs of edges; all pairs of triangles.
#include <algorithm>
#include <cmath>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "optimized/hpmc/overlap/polygon_edges.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::Turn;
using shapes::Vec2;
using shapes::Vec3;

std::vector<Vec2> vertices_of(const Body& body) {
  if (const auto* p = std::get_if<shapes::ConvexPolygon>(&body)) return p->vertices;
  return std::get<shapes::SimplePolygon>(body).vertices;
}

/// b as a sees it, without a list of its vertices.
struct Placement {
  Turn turn;
  Vec2 shift;
  Placement(const Orientation& qa, const Orientation& qb, Vec3 r)
      : turn(conjugate(qa) * qb), shift(Turn(qa).back({r.x, r.y})) {}
  Vec2 operator()(Vec2 v) const { return turn(v) + shift; }
};

class EdgesMeet final : public shapes::PairOverlap {
 public:
  EdgesMeet(const Body& a, const Body& b) : a_(vertices_of(a)), b_(vertices_of(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Placement place(qa, qb, r);
    Vec2 c = place(b_.back());
    for (const Vec2& vertex : b_) {
      const Vec2 d = place(vertex);
      Vec2 a = a_.back();
      for (const Vec2& b : a_) {
        if (segments_meet(a, b, c, d)) return true;
        a = b;
      }
      c = d;
    }
    return contains(c, a_.size(), [&](std::size_t i) { return a_[i]; }) ||
           contains(a_[0], b_.size(), [&](std::size_t i) { return place(b_[i]); });
  }

 private:
  std::vector<Vec2> a_;
  std::vector<Vec2> b_;
};

struct Triangle {
  Vec2 p[3];
};

bool in_triangle(Vec2 p, const Triangle& t) {
  return orientation_sign(t.p[0], t.p[1], p) >= 0 && orientation_sign(t.p[1], t.p[2], p) >= 0 &&
         orientation_sign(t.p[2], t.p[0], p) >= 0;
}

/// Cuts off corners ("ears") that hold no other vertex; straight corners are dropped.
std::vector<Triangle> triangles_of(std::vector<Vec2> rest) {
  std::vector<Triangle> all;
  while (rest.size() >= 3) {
    const std::size_t n = rest.size();
    std::size_t ear = n;
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      const Triangle t{{rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]}};
      const int turn = orientation_sign(t.p[0], t.p[1], t.p[2]);
      if (turn < 0) continue;
      const bool empty = std::none_of(rest.begin(), rest.end(), [&](Vec2 p) {
        return !(p == t.p[0]) && !(p == t.p[1]) && !(p == t.p[2]) && in_triangle(p, t);
      });
      if (turn == 0 || empty) ear = i;
      if (turn > 0 && empty) all.push_back(t);
    }
    if (ear == n) break;  // not a simple polygon; checked() refuses those
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return all;
}

class TrianglesMeet final : public shapes::PairOverlap {
 public:
  TrianglesMeet(const Body& a, const Body& b)
      : a_(triangles_of(vertices_of(a))), b_(triangles_of(vertices_of(b))) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Placement place(qa, qb, r);
    for (const Triangle& t : b_) {
      const Triangle placed{{place(t.p[0]), place(t.p[1]), place(t.p[2])}};
      for (const Triangle& s : a_)
        if (!edge_separates(s, placed) && !edge_separates(placed, s)) return true;
    }
    return false;
  }

 private:
  static bool edge_separates(const Triangle& s, const Triangle& t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec2 p = s.p[i];
      const Vec2 q = s.p[(i + 1) % 3];
      if (orientation_sign(p, q, t.p[0]) < 0 && orientation_sign(p, q, t.p[1]) < 0 &&
          orientation_sign(p, q, t.p[2]) < 0)
        return true;
    }
    return false;
  }
  std::vector<Triangle> a_;
  std::vector<Triangle> b_;
};

const auto takes = shapes::any_of_classes({BodyClass::simple_polygon, BodyClass::convex_polygon});

const bool registered =
    shapes::register_overlap({.info = {.name = "hpmc/overlap-edges-polygons",
                                       .source = "edges that meet, or nested; exact signs",
                                       .claims = Claims::equals_reference},
                              .takes = takes,
                              .prepare = shapes::pair_of<EdgesMeet>,
                              .resolution = 1e-13,
                              .speed = 3,
                              .touching = true}) &&
    shapes::register_overlap({.info = {.name = "hpmc/overlap-triangles-polygons",
                                       .source = "separating axis test on triangles",
                                       .claims = Claims::equals_reference},
                              .takes = takes,
                              .prepare = shapes::pair_of<TrianglesMeet>,
                              .resolution = 1e-13,
                              .speed = 1,
                              .touching = true});

}  // namespace
}  // namespace touchstone::optimized
