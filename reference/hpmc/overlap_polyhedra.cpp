// reference/hpmc/overlap_polyhedra.cpp
// Purpose   Whether convex polyhedra and spheropolyhedra overlap, and they and balls, for certain:
//           for polyhedra by a plane with both strictly on different sides, sought among all
//           normals that a facet of the Minkowski difference can have; for rounded ones by the
//           distance of all features.
// Source    Separating axis theorem; Anderson, Irrgang, Glotzer 2016, section 2.2.
// Cost      All normals (triangles, and pairs of edges) times all vertices, in long double; again
//           in integers where that is in doubt. Milliseconds.
#include <cmath>
#include <optional>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/features.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

Vertices vertices_of(const Body& body) {
  if (const auto* p = std::get_if<shapes::ConvexPolyhedron>(&body)) return {p->vertices, 0};
  if (const auto* b = std::get_if<shapes::Ball>(&body)) return {{{}}, b->radius};
  const auto& p = std::get<shapes::Spheropolyhedron>(body);
  return {p.vertices, p.rounding};
}

/// min over b less max over a, along n.
template <class T>
T gap(const Placed<T>& placed, const Point<T>& n) {
  T high = dot(n, placed.a[0]);
  T low = dot(n, placed.b[0]);
  for (const Point<T>& p : placed.a) high = std::max(high, dot(n, p));
  for (const Point<T>& p : placed.b) low = std::min(low, dot(n, p));
  return low - high;
}
template <class T>
T width(const Placed<T>& placed, const Point<T>& n) {
  return T(-gap(placed, n) - gap(placed, T(-1) * n));
}

/// All normals a facet of the Minkowski difference can have, up to sign.
template <class T, class Visit>
void visit_normals(const Placed<T>& placed, const Features& fa, const Features& fb, Visit visit) {
  const auto of_triangles = [&](const std::vector<Point<T>>& p, const Features& f) {
    for (const auto& [i, j, k] : f.triangles) visit(cross(p[j] - p[i], p[k] - p[i]));
  };
  of_triangles(placed.a, fa);
  of_triangles(placed.b, fb);
  for (const auto& [i, j] : fa.edges)
    for (const auto& [k, l] : fb.edges)
      visit(cross(placed.a[j] - placed.a[i], placed.b[l] - placed.b[k]));
}

/// The largest gap of the hulls along any normal, in long double: minus the penetration depth when
/// it is negative; and a bound on it. The normal of two edges that are almost parallel is uncertain
/// by the rounding of their product.
struct Gap {
  Real likely = 0;
  Real bound = 0;
};

/// Largest gap; empty when the Minkowski difference is flat: then no normal tells.
std::optional<Gap> largest_gap(const Placed<Real>& placed, const Features& fa, const Features& fb) {
  std::optional<Gap> best;
  bool flat = false;
  visit_normals(placed, fa, fb, [&](Point<Real> n) {
    const Real length = std::sqrt(dot(n, n));
    if (!(length > 1e-15L * placed.size * placed.size)) return;
    n = Real(1 / length) * n;
    flat |= width(placed, n) < kDoubt * placed.size;
    const Real here = std::max(gap(placed, n), gap(placed, Real(-1) * n));
    const Real bound = here + 1e-18L * placed.size * placed.size / length * placed.size;
    if (!best) best = Gap{here, bound};
    best->likely = std::max(best->likely, here);
    best->bound = std::max(best->bound, bound);
  });
  return flat ? std::nullopt : best;
}

bool separated_exactly(const Placed<Integer>& placed, const Features& fa, const Features& fb) {
  bool separated = false;
  visit_normals(placed, fa, fb, [&](const Point<Integer>& n) {
    separated = separated || gap(placed, n) > 0 || gap(placed, Integer(-1) * n) > 0;
  });
  return separated;
}

class ConvexPair final : public shapes::PairOverlap {
 public:
  ConvexPair(const Body& a, const Body& b)
      : a_(vertices_of(a)),
        b_(vertices_of(b)),
        fa_(features_of_hull(a_.points)),
        fb_(features_of_hull(b_.points)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Placed<Real> near = placed_nearly(a_, qa, b_, qb, r);
    const Real doubt = kDoubt * near.size;
    const std::optional<Gap> hulls = largest_gap(near, fa_, fb_);
    OverlapAnswer answer{.error = static_cast<double>(doubt), .exact = true};
    const auto decided = [&](Real margin) {
      answer.margin = static_cast<double>(margin);
      answer.overlap = margin <= 0;
      return answer;
    };
    if (hulls && hulls->bound < -doubt) return decided(hulls->likely - near.rounding);
    const Real distance = surface_distance(near, fa_, fb_);
    const Real margin = distance - near.rounding;
    // Hulls that may meet, and are not rounded: the sign of their gap decides.
    if (std::abs(margin) > doubt && (!hulls || hulls->likely > doubt || margin < 0))
      return decided(margin);
    const Placed<Integer> exact = placed_exactly(a_, qa, b_, qb, r);
    answer.overlap = near.rounding == 0 && hulls ? !separated_exactly(exact, fa_, fb_)
                                                 : surfaces_within_rounding(exact, fa_, fb_);
    answer.margin = static_cast<double>(answer.overlap ? std::min<Real>(margin, -0.0L)
                                                       : std::max<Real>(margin, 0));
    if (answer.overlap && near.rounding == 0 && hulls)
      answer.margin = static_cast<double>(std::min<Real>(hulls->likely, -0.0L));
    return answer;
  }

 private:
  Vertices a_;
  Vertices b_;
  Features fa_;
  Features fb_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-exact-polyhedra",
              .source = "separating axis theorem; rational arithmetic"},
     .takes = shapes::classes_and_partners(
         {BodyClass::convex_polyhedron, BodyClass::spheropolyhedron}, {BodyClass::ball}),
     .prepare = [](const Body& a, const Body& b) { return std::make_unique<ConvexPair>(a, b); },
     .resolution = 0,
     .reference = true,
     .touching = true});

}  // namespace
}  // namespace touchstone::reference
