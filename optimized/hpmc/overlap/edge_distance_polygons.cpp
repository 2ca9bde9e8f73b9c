// optimized/hpmc/overlap/edge_distance_polygons.cpp
// Purpose   Overlap of polygons of every kind, convex, simple or rounded, and of them with disks:
//           edges nearer to each other than the sum of the roundings, or one inside the other.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; C. Ericson, Real-Time Collision Detection
//           (2005), section 5.1 (point and segment).
// Cost      All pairs of edges, each four distances of a point and a segment; for disks, whose only
//           edge is a point, as many as the polygon has edges.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/polygon_edges.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Turn;
using shapes::Vec2;
using shapes::Vec3;

struct RoundedOutline {
  std::vector<Vec2> vertices;
  double rounding = 0;
  bool solid() const { return vertices.size() > 2; }
};

RoundedOutline outline_of(const Body& body) {
  if (const auto* p = std::get_if<shapes::ConvexPolygon>(&body)) return {p->vertices};
  if (const auto* p = std::get_if<shapes::SimplePolygon>(&body)) return {p->vertices};
  if (const auto* d = std::get_if<shapes::Disk>(&body)) return {{{}}, d->radius};
  const auto& p = std::get<shapes::Spheropolygon>(body);
  return {p.vertices, p.rounding};
}

double distance2(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double length2 = norm2(along);
  const double t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0, 1.0) : 0;
  return norm2(p - a - t * along);
}

class EdgeDistance final : public shapes::PairOverlap {
 public:
  EdgeDistance(const Body& a, const Body& b)
      : a_(outline_of(a)), b_(outline_of(b)), reach_(a_.rounding + b_.rounding) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return judge(qa, qb, r, reach_ * reach_) <= reach_ * reach_;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const double nearest2 = judge(qa, qb, r, 0);
    OverlapAnswer answer{.overlap = nearest2 <= reach_ * reach_};
    if (!(nearest2 > 0)) return answer;  // how deep is not known
    answer.margin = std::sqrt(nearest2) - reach_;
    answer.error = 4e-15 * (norm(r) + size(a_) + size(b_));
    return answer;
  }

 private:
  static double size(const RoundedOutline& o) {
    double largest = 0;
    for (const Vec2& v : o.vertices) largest = std::max(largest, norm(v));
    return largest + o.rounding;
  }
  /// The square of the distance without rounding, 0 inside; the first that is at most `enough`.
  double judge(const Orientation& qa, const Orientation& qb, Vec3 r, double enough) const {
    const Turn turn(conjugate(qa) * qb);
    const Vec2 shift = Turn(qa).back({r.x, r.y});
    const auto place = [&](std::size_t j) { return turn(b_.vertices[j]) + shift; };
    double nearest = std::numeric_limits<double>::infinity();
    Vec2 c = place(b_.vertices.size() - 1);
    for (std::size_t j = 0; j < b_.vertices.size(); ++j) {
      const Vec2 d = place(j);
      Vec2 a = a_.vertices.back();
      for (const Vec2& b : a_.vertices) {
        if (segments_meet(a, b, c, d)) return 0;
        nearest = std::min({nearest, distance2(a, c, d), distance2(b, c, d), distance2(c, a, b),
                            distance2(d, a, b)});
        if (nearest <= enough) return nearest;
        a = b;
      }
      c = d;
    }
    const auto own = [&](std::size_t i) { return a_.vertices[i]; };
    if (a_.solid() && contains(c, a_.vertices.size(), own)) return 0;
    if (b_.solid() && contains(a_.vertices[0], b_.vertices.size(), place)) return 0;
    return nearest;
  }
  RoundedOutline a_;
  RoundedOutline b_;
  double reach_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-edge-distance-polygons",
              .source = "distances of all edges; one inside the other",
              .claims = Claims::equals_reference},
     .takes = shapes::classes_and_partners(
         {BodyClass::convex_polygon, BodyClass::spheropolygon, BodyClass::simple_polygon},
         {BodyClass::disk}),
     .prepare = shapes::pair_of<EdgeDistance>,
     .resolution = 1e-12,
     .speed = 2,
     .touching = true,
     .proves_apart = true});

}  // namespace
}  // namespace touchstone::optimized
