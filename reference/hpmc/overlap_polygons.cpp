// reference/hpmc/overlap_polygons.cpp
// Purpose   Whether polygons overlap, for certain: convex ones, rounded ones, simple (concave)
//           ones, and all of them with disks, which are rounded points. Convex: a line along an
//           edge with both strictly on different sides. Others: edges that meet, or a vertex of one
//           inside the other.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; separating axis theorem.
// Cost      All edges times all vertices or edges, in integers where long double is in doubt.
#include <cmath>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/common_area.hpp"
#include "reference/hpmc/features.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

Vertices in_space(const std::vector<shapes::Vec2>& v, double rounding) {
  Vertices vertices{.points = {}, .rounding = rounding};
  for (const shapes::Vec2& p : v) vertices.points.push_back({p.x, p.y, 0});
  return vertices;
}
Vertices vertices_of(const Body& body) {
  if (const auto* p = std::get_if<shapes::ConvexPolygon>(&body)) return in_space(p->vertices, 0);
  if (const auto* p = std::get_if<shapes::SimplePolygon>(&body)) return in_space(p->vertices, 0);
  if (const auto* d = std::get_if<shapes::Disk>(&body)) return {{{}}, d->radius};
  const auto& p = std::get<shapes::Spheropolygon>(body);
  return in_space(p.vertices, p.rounding);
}
/// Rotations about z only: other parts of a quaternion would leave the plane.
Orientation flat(const Orientation& q) { return {q.s, 0, 0, q.z}; }

Features boundary(std::size_t vertices) {
  Features features;
  const auto n = static_cast<std::uint32_t>(vertices);
  for (std::uint32_t i = 0; i < n; ++i)
    if (n > 2 || i + 1 < n) features.edges.push_back({i, (i + 1) % n});
  return features;
}

/// Twice the area of the triangle.
template <class T>
T area(const Point<T>& a, const Point<T>& b, const Point<T>& c) {
  return T((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/// The largest gap along the outward normals of the edges of both. Not normalised when exact.
template <class T, class Length>
T largest_gap(const std::vector<Point<T>>& a, const std::vector<Point<T>>& b, Length length) {
  T best{};
  bool first = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Point<T>& p = a[i];
    const Point<T>& q = a[(i + 1) % a.size()];
    T nearest = -area(p, q, b[0]);
    for (const Point<T>& v : b) nearest = std::min(nearest, T(-area(p, q, v)));
    nearest = length(nearest, q - p);
    if (first || nearest > best) best = nearest;
    first = false;
  }
  return best;
}
template <class T, class Length>
T largest_gap_of_both(const Placed<T>& p, Length length) {
  return std::max(largest_gap(p.a, p.b, length), largest_gap(p.b, p.a, length));
}

template <class T>
int side(const Point<T>& a, const Point<T>& b, const Point<T>& c) {
  const T twice = area(a, b, c);
  return twice > 0 ? 1 : twice < 0 ? -1 : 0;
}

template <class T>
bool edges_meet(const Point<T>& a, const Point<T>& b, const Point<T>& c, const Point<T>& d) {
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0 &&
         std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <=
             std::min(std::max(a.x, b.x), std::max(c.x, d.x)) &&
         std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <=
             std::min(std::max(a.y, b.y), std::max(c.y, d.y));
}

template <class T>
bool any_edges_meet(const Placed<T>& p) {
  for (std::size_t i = 0; i < p.a.size(); ++i)
    for (std::size_t j = 0; j < p.b.size(); ++j)
      if (edges_meet(p.a[i], p.a[(i + 1) % p.a.size()], p.b[j], p.b[(j + 1) % p.b.size()]))
        return true;
  return false;
}

/// Whether a point is inside, by crossings of a ray to the right with half-open edges.
template <class T>
bool inside(const Point<T>& p, const std::vector<Point<T>>& polygon) {
  bool odd = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point<T>& a = polygon[i];
    const Point<T>& b = polygon[(i + 1) % polygon.size()];
    if ((a.y <= p.y) == (b.y <= p.y)) continue;
    odd ^= (side(a, b, p) > 0) == (b.y > a.y);
  }
  return odd;
}

template <class T>
bool boundaries_meet_or_nest(const Placed<T>& p) {
  return any_edges_meet(p) || inside(p.a[0], p.b) || inside(p.b[0], p.a);
}

class PolygonPair final : public shapes::PairOverlap {
 public:
  PolygonPair(const Body& a, const Body& b)
      : a_(vertices_of(a)),
        b_(vertices_of(b)),
        fa_(boundary(a_.points.size())),
        fb_(boundary(b_.points.size())),
        convex_(class_of(a) != BodyClass::simple_polygon &&
                class_of(b) != BodyClass::simple_polygon),
        solid_(a_.points.size() > 2 && b_.points.size() > 2) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    r.z = 0;
    const Placed<Real> near = placed_nearly(a_, flat(qa), b_, flat(qb), r);
    const Real doubt = kDoubt * near.size;
    OverlapAnswer answer{.error = static_cast<double>(doubt), .exact = true};
    const Real depth = depth_of(near);  // of the hulls; 0 or above where they do not overlap
    if (convex_ && depth < -doubt) {
      answer.overlap = true;
      answer.margin = static_cast<double>(depth - near.rounding);
      return answer;
    }
    const Real margin = distance(near) - near.rounding;
    answer.overlap = margin > doubt ? false : margin < -doubt ? true : overlap_exactly(qa, qb, r);
    if (!answer.overlap)
      answer.margin = static_cast<double>(std::max<Real>(margin, 0));
    else if (!convex_ && near.rounding > 0) {  // how deep is known while the hulls are apart
      answer.margin = distance(near) > doubt ? static_cast<double>(std::min<Real>(margin, -0.0L))
                                             : OverlapAnswer::kUnknown;
      if (std::isnan(answer.margin)) answer.error = OverlapAnswer::kUnknown;
    } else if (!convex_)
      answer.margin = -static_cast<double>(std::sqrt(common_area(near.a, near.b)));
    else
      answer.margin = static_cast<double>(std::min<Real>(margin, -0.0L));
    return answer;
  }

 private:
  Real depth_of(const Placed<Real>& near) const {
    if (!convex_ || near.a.size() + near.b.size() < 5) return 0;
    if (!solid_) return nested(near) ? depth_with_flat(near) : 0;
    return largest_gap_of_both(
        near, [](Real gap, const Point<Real>& edge) { return gap / std::sqrt(dot(edge, edge)); });
  }
  /// A point or segment that meets a polygon: by the edges of the polygon, and both normals of it.
  Real depth_with_flat(const Placed<Real>& near) const {
    return largest_gap_of_both(near, [](Real gap, const Point<Real>& edge) {
      const Real length = std::sqrt(dot(edge, edge));
      return length > 0 ? gap / length : -std::numeric_limits<Real>::infinity();
    });
  }
  bool nested(const Placed<Real>& near) const {
    if (any_edges_meet(near)) return true;
    return (near.b.size() > 2 && inside(near.a[0], near.b)) ||
           (near.a.size() > 2 && inside(near.b[0], near.a));
  }
  /// 0 where boundaries meet or one is inside the other.
  Real distance(const Placed<Real>& near) const {
    if (nested(near)) return 0;
    return surface_distance(near, fa_, fb_);
  }
  bool overlap_exactly(const Orientation& qa, const Orientation& qb, Vec3 r) const {
    const Placed<Integer> exact = placed_exactly(a_, flat(qa), b_, flat(qb), r);
    if (exact.rounding > 0) return surfaces_within_rounding(exact, fa_, fb_);
    if (!convex_) return boundaries_meet_or_nest(exact);
    return largest_gap_of_both(exact, [](const Integer& gap, const auto&) { return gap; }) <= 0;
  }

  Vertices a_;
  Vertices b_;
  Features fa_;
  Features fb_;
  bool convex_;
  bool solid_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-exact-polygons",
              .source = "separating axis theorem; edges that meet; rational arithmetic"},
     .takes = shapes::classes_and_partners(
         {BodyClass::convex_polygon, BodyClass::spheropolygon, BodyClass::simple_polygon},
         {BodyClass::disk}),
     .prepare = [](const Body& a, const Body& b) { return std::make_unique<PolygonPair>(a, b); },
     .resolution = 0,
     .reference = true,
     .touching = true});

}  // namespace
}  // namespace touchstone::reference
