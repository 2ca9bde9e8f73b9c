// optimized/hpmc/overlap/separating_axis_polygons.cpp
// Purpose   Overlap of convex polygons: an edge of one with the other strictly outside separates
//           them; and the same by the edges of their Minkowski difference, an independent second
//           method.
// Source    Separating axis theorem; Anderson, Irrgang, Glotzer 2016, section 2.2.
// Cost      At most (edges of a) (vertices of b) + the same with a and b exchanged; the difference
//           has (edges of a) + (edges of b) edges, found by merging their directions.
#include <algorithm>
#include <cmath>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Turn;
using shapes::Vec2;
using shapes::Vec3;

/// Vertices, and outward unit normals with their offsets.
struct Outline {
  std::vector<Vec2> vertices;
  std::vector<Vec2> normals;
  std::vector<double> offsets;

  explicit Outline(const Body& body) : vertices(std::get<shapes::ConvexPolygon>(body).vertices) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vec2 edge = vertices[(i + 1) % vertices.size()] - vertices[i];
      const Vec2 normal = (1 / norm(edge)) * Vec2{edge.y, -edge.x};
      normals.push_back(normal);
      offsets.push_back(dot(normal, vertices[i]));
    }
  }
};

/// min over the vertices of b less the offset of an edge of a; b turned and moved against a.
double gap(Vec2 normal, double offset, const Outline& b, Turn turn, Vec2 shift) {
  const Vec2 n = turn.back(normal);
  double lowest = dot(n, b.vertices[0]);
  for (std::size_t i = 1; i < b.vertices.size(); ++i)
    lowest = std::min(lowest, dot(n, b.vertices[i]));
  return lowest + dot(normal, shift) - offset;
}

Vec2 in_plane(Vec3 r) { return {r.x, r.y}; }

/// Place of b as a sees it: the angle between them, and the centre of b.
struct Relative {
  Turn turn;
  Vec2 shift;
  Relative(const Orientation& qa, const Orientation& qb, Vec3 r)
      : turn(conjugate(qa) * qb), shift(Turn(qa).back(in_plane(r))) {}
};

class SeparatingAxis final : public shapes::PairOverlap {
 public:
  SeparatingAxis(const Body& a, const Body& b) : a_(a), b_(b) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Relative at(qa, qb, r);
    for (std::size_t i = 0; i < a_.normals.size(); ++i)
      if (gap(a_.normals[i], a_.offsets[i], b_, at.turn, at.shift) > 0) return false;
    const Turn back(at.turn.c, -at.turn.s);
    const Vec2 shift = -at.turn.back(at.shift);
    for (std::size_t i = 0; i < b_.normals.size(); ++i)
      if (gap(b_.normals[i], b_.offsets[i], a_, back, shift) > 0) return false;
    return true;
  }
  /// The largest gap is minus the depth; of polygons that are apart it is a lower bound on their
  /// distance, and no margin is given.
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Relative at(qa, qb, r);
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a_.normals.size(); ++i)
      largest = std::max(largest, gap(a_.normals[i], a_.offsets[i], b_, at.turn, at.shift));
    const Turn back(at.turn.c, -at.turn.s);
    const Vec2 shift = -at.turn.back(at.shift);
    for (std::size_t i = 0; i < b_.normals.size(); ++i)
      largest = std::max(largest, gap(b_.normals[i], b_.offsets[i], a_, back, shift));
    OverlapAnswer answer{.overlap = largest <= 0};
    if (answer.overlap) answer.margin = largest;
    if (answer.overlap) answer.error = 4e-15 * norm(at.shift) - 4e-15 * largest;
    return answer;
  }

 private:
  Outline a_;
  Outline b_;
};

/// The edges of b - a sorted by direction are those of b and those of a rotated by 180 degrees,
/// merged.
class MinkowskiDifference final : public shapes::PairOverlap {
 public:
  MinkowskiDifference(const Body& a, const Body& b) : a_(a), b_(b) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return outside(qa, qb, r) <= 0;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const double largest = outside(qa, qb, r);
    OverlapAnswer answer{.overlap = largest <= 0};
    if (answer.overlap) answer.margin = largest;
    if (answer.overlap) answer.error = 4e-15 * norm(r) - 4e-15 * largest;
    return answer;
  }

 private:
  /// The largest distance of the origin outside a line through an edge of the difference. All in
  /// the world frame; no list of the edges is made.
  double outside(const Orientation& qa, const Orientation& qb, Vec3 r) const {
    const Turn ta(qa);
    const Turn tb(qb);
    // The lowest vertices (leftmost among equals) begin: both runs of edges start at angle 0.
    std::size_t i = extreme(a_, ta, -1);
    std::size_t j = extreme(b_, tb, 1);
    const std::size_t na = a_.vertices.size();
    const std::size_t nb = b_.vertices.size();
    Vec2 corner = tb(b_.vertices[j]) + in_plane(r) - ta(a_.vertices[i]);
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t used_a = 0, used_b = 0; used_a + used_b < na + nb;) {
      const Vec2 edge_a = -ta(a_.vertices[(i + 1) % na] - a_.vertices[i]);
      const Vec2 edge_b = tb(b_.vertices[(j + 1) % nb] - b_.vertices[j]);
      const bool take_b = used_b < nb && (used_a == na || cross(edge_b, edge_a) >= 0);
      const Vec2 edge = take_b ? edge_b : edge_a;
      largest = std::max(largest, cross(edge, corner) / norm(edge));
      corner = corner + edge;
      if (take_b) {
        j = (j + 1) % nb;
        ++used_b;
      } else {
        i = (i + 1) % na;
        ++used_a;
      }
    }
    return largest;
  }
  /// The vertex with the smallest sign * y, then sign * x.
  static std::size_t extreme(const Outline& outline, Turn turn, double sign) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < outline.vertices.size(); ++k) {
      const Vec2 p = sign * turn(outline.vertices[k]);
      const Vec2 q = sign * turn(outline.vertices[best]);
      if (p.y < q.y || (p.y == q.y && p.x < q.x)) best = k;
    }
    return best;
  }
  Outline a_;
  Outline b_;
};

const bool registered =
    shapes::register_overlap({.info = {.name = "hpmc/overlap-separating-axis-polygons",
                                       .source = "separating axis theorem",
                                       .claims = Claims::equals_reference},
                              .takes = shapes::any_of_classes({BodyClass::convex_polygon}),
                              .prepare = shapes::pair_of<SeparatingAxis>,
                              .resolution = 1e-13,
                              .speed = 8,
                              .touching = true,
                              .proves_overlap = true}) &&
    shapes::register_overlap({.info = {.name = "hpmc/overlap-minkowski-polygons",
                                       .source = "edges of the Minkowski difference, merged",
                                       .claims = Claims::equals_reference},
                              .takes = shapes::any_of_classes({BodyClass::convex_polygon}),
                              .prepare = shapes::pair_of<MinkowskiDifference>,
                              .resolution = 1e-13,
                              .speed = 2,
                              .touching = true,
                              .proves_overlap = true});

}  // namespace
}  // namespace touchstone::optimized
