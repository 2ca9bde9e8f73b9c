// reference/hpmc/overlap_meshes.cpp
// Purpose   Whether closed meshes of triangles (solids, also concave ones, perhaps rounded by a
//           ball) overlap, for certain: by the distance of all triangles, in integers where
//           long double is in doubt; without contact of the surfaces, by solid angles.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; A. Van Oosterom, J. Strackee, IEEE Trans.
//           Biomed. Eng. 30, 125 (1983), solid angle of a triangle.
// Cost      All pairs of triangles.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "models/hpmc/bodies/mesh.hpp"
#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/features.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Polyhedron;
using shapes::Vec3;

/// Vertices of each connected part: a part grows by the triangles that have a vertex in it. A body
/// without triangles is one part.
using Part = std::vector<std::uint32_t>;
std::vector<Part> parts_of(const Polyhedron& mesh) {
  if (mesh.triangles.empty()) return {Part{0}};
  std::vector<std::array<std::uint32_t, 3>> rest(mesh.triangles);
  std::vector<Part> parts;
  while (!rest.empty()) {
    std::set<std::uint32_t> part(rest.back().begin(), rest.back().end());
    const auto joins = [&](const std::array<std::uint32_t, 3>& t) {
      if (!part.contains(t[0]) && !part.contains(t[1]) && !part.contains(t[2])) return false;
      part.insert(t.begin(), t.end());
      return true;
    };
    while (std::erase_if(rest, joins) > 0) continue;
    parts.emplace_back(part.begin(), part.end());
  }
  return parts;
}

Features features_of(const Polyhedron& mesh) { return {edges_of(mesh), mesh.triangles}; }
Vertices vertices_of(const Polyhedron& mesh) { return {mesh.vertices, mesh.rounding}; }

/// Number of times that the mesh winds around a point not on it: 1 inside, 0 outside.
Real winding(const Point<Real>& p, const std::vector<Point<Real>>& v, const Features& f) {
  Real angle = 0;
  for (const auto& [i, j, k] : f.triangles) {
    const Point<Real> a = v[i] - p;
    const Point<Real> b = v[j] - p;
    const Point<Real> c = v[k] - p;
    const Real x = std::sqrt(dot(a, a));
    const Real y = std::sqrt(dot(b, b));
    const Real z = std::sqrt(dot(c, c));
    angle += 2 * std::atan2(dot(a, cross(b, c)),
                            x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y);
  }
  return angle / (4 * std::numbers::pi_v<Real>);
}

/// Surfaces do not meet: is a part of the first inside the second? Asked of its vertex farthest
/// from the other surface, so that rounding does not matter.
bool nested(const std::vector<Point<Real>>& inner, const std::vector<Part>& parts,
            const std::vector<Point<Real>>& outer, const Features& f) {
  if (f.triangles.empty()) return false;
  for (const Part& part : parts) {
    Real farthest = -1;
    Point<Real> best = inner[part[0]];
    for (const std::uint32_t i : part) {
      const Real d = surface_distance({{inner[i]}, outer, 0, 0}, {}, f);
      if (d > farthest) {
        farthest = d;
        best = inner[i];
      }
    }
    if (winding(best, outer, f) > 0.5L) return true;
  }
  return false;
}

/// Whether two triangles meet, exactly; those whose boxes are apart by more than the doubt are left
/// out.
bool surfaces_touch(const Placed<Real>& near, const Placed<Integer>& exact, const Features& fa,
                    const Features& fb, Real doubt) {
  const auto apart = [doubt](const std::array<Real, 3>& s, const std::array<Real, 3>& t) {
    return *std::max_element(s.begin(), s.end()) + doubt < *std::min_element(t.begin(), t.end()) ||
           *std::max_element(t.begin(), t.end()) + doubt < *std::min_element(s.begin(), s.end());
  };
  for (const auto& [i, j, k] : fa.triangles)
    for (const auto& [l, m, n] : fb.triangles) {
      const auto& a = near.a;
      const auto& b = near.b;
      if (apart({a[i].x, a[j].x, a[k].x}, {b[l].x, b[m].x, b[n].x}) ||
          apart({a[i].y, a[j].y, a[k].y}, {b[l].y, b[m].y, b[n].y}) ||
          apart({a[i].z, a[j].z, a[k].z}, {b[l].z, b[m].z, b[n].z}))
        continue;
      if (triangles_meet({exact.a[i], exact.a[j], exact.a[k]},
                         {exact.b[l], exact.b[m], exact.b[n]}))
        return true;
    }
  return false;
}

class MeshPair final : public shapes::PairOverlap {
 public:
  MeshPair(const Polyhedron& a, const Polyhedron& b)
      : a_(vertices_of(a)),
        b_(vertices_of(b)),
        fa_(features_of(a)),
        fb_(features_of(b)),
        parts_a_(parts_of(a)),
        parts_b_(parts_of(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Placed<Real> near = placed_nearly(a_, qa, b_, qb, r);
    const Real doubt = kDoubt * near.size;
    const Real distance = surface_distance(near, fa_, fb_);
    const Real margin = distance - near.rounding;
    OverlapAnswer answer{.error = static_cast<double>(doubt), .exact = true};
    if (margin < -doubt && near.rounding > 0)
      answer.overlap = true;
    else if (margin <= doubt)
      answer.overlap = touch(near, placed_exactly(a_, qa, b_, qb, r), doubt);
    const bool inside =
        (!answer.overlap || distance > doubt) &&
        (nested(near.a, parts_a_, near.b, fb_) || nested(near.b, parts_b_, near.a, fa_));
    if (inside) answer.overlap = true;
    if (!answer.overlap)
      answer.margin = static_cast<double>(std::max<Real>(margin, 0));
    else if (!inside && near.rounding > 0)
      answer.margin = static_cast<double>(std::min<Real>(margin, -0.0L));
    else  // Depth unknown: solids that are not convex have no simple one.
      answer.error = OverlapAnswer::kUnknown;
    return answer;
  }

 private:
  bool touch(const Placed<Real>& near, const Placed<Integer>& exact, Real doubt) const {
    if (near.rounding > 0) return surfaces_within_rounding(exact, fa_, fb_);
    return surfaces_touch(near, exact, fa_, fb_, doubt);
  }
  Vertices a_;
  Vertices b_;
  Features fa_;
  Features fb_;
  std::vector<Part> parts_a_;
  std::vector<Part> parts_b_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-exact-meshes",
              .source = "distances of all triangles; rational arithmetic; solid angles"},
     .takes = shapes::classes_and_partners({BodyClass::polyhedron},
                                           {BodyClass::ball, BodyClass::convex_polyhedron}),
     .prepare = [](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
       return std::make_unique<MeshPair>(shapes::as_mesh(a), shapes::as_mesh(b));
     },
     .resolution = 0,
     .reference = true});

}  // namespace
}  // namespace touchstone::reference
