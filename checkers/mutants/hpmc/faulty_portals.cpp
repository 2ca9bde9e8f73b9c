// checkers/mutants/hpmc/faulty_portals.cpp
// Purpose   XenoCollide with faults planted: the support of a without its sign, exact contact that
//           ends as no overlap, and the half axis b of a cut ellipsoid hidden by the offset of a
//           plane.
// Source    HPMC 4.8.2, XenoCollide3D and FacetedEllipsoid.
#include "checkers/mutants/hpmc/faulty_portals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "checkers/hpmc/overlap_kind.hpp"

namespace touchstone::mutants {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::FacetedEllipsoid;
using shapes::Orientation;
using shapes::Rotation;
using shapes::Vec3;

using Support = std::function<Vec3(Vec3)>;

/// XenoCollide as public codes implement it (Snethen 2008), in double precision, with one fault.
bool holds_the_origin(const Support& s, Vec3 v0, double size, PortalFault fault) {
  const double tolerance = 1e-13 * size;
  if (norm(v0) < tolerance) return true;
  Vec3 v1 = s(-v0);
  if (dot(v1, v0) > 0) return false;
  Vec3 n = cross(v1, v0);
  if (norm(n) <= tolerance * norm(v0)) return true;
  Vec3 v2 = s(n);
  if (dot(v2, n) < 0) return false;
  n = cross(v1 - v0, v2 - v0);
  if (dot(n, v0) > 0) {
    std::swap(v1, v2);
    n = -n;
  }
  Vec3 v3{};
  for (int i = 0;; ++i) {
    v3 = s(n);
    if (i > 1024) return true;
    if (dot(v3, n) < 0) return false;
    if (dot(cross(v1, v3), v0) < 0) {
      v2 = v3;
    } else if (dot(cross(v3, v2), v0) < 0) {
      v1 = v3;
      if (fault == PortalFault::second_side_stale) continue;
    } else {
      break;
    }
    n = cross(v1 - v0, v2 - v0);
  }
  for (int i = 0;; ++i) {
    n = cross(v2 - v1, v3 - v1);
    const bool strict = fault == PortalFault::contact_lost;
    if (strict ? dot(v1, n) > 0 : dot(v1, n) >= 0) return true;
    const Vec3 v4 = s(n);
    if (dot(v4, n) < 0) return false;
    if (dot(v4 - v1, n) <= tolerance * norm(n))
      return !strict && -dot(v1, n) <= tolerance * norm(n);
    if (i > 1024) return true;
    const Vec3 side = cross(v4, v0);
    if (dot(v1, side) > 0)
      (dot(v2, side) > 0 ? v1 : v3) = v4;
    else
      (dot(v3, side) > 0 ? v2 : v1) = v4;
  }
}

Support of_points(std::vector<Vec3> points) {
  return [points = std::move(points)](Vec3 n) {
    return *std::max_element(points.begin(), points.end(),
                             [n](Vec3 p, Vec3 q) { return dot(p, n) < dot(q, n); });
  };
}

/// Candidates in coordinates of the unit sphere. With the fault, the y component of the second
/// normal of each pair is multiplied by the first plane's offset instead of the half axis.
Support of_cut_ellipsoid(const FacetedEllipsoid& f, PortalFault fault) {
  struct Plane {
    Vec3 n;
    double d;
  };
  std::vector<Plane> planes;
  const auto unit = [&](Vec3 v, double b, double offset) -> Plane {
    const Vec3 n{f.a * v.x, b * v.y, f.c * v.z};
    return {(1 / norm(n)) * n, -offset / norm(n)};
  };
  for (std::size_t i = 0; i < f.normals.size(); ++i)
    planes.push_back(unit(f.normals[i], f.b, f.offsets[i]));
  const auto inside = [](const std::vector<Plane>& all, Vec3 u) {
    return std::all_of(all.begin(), all.end(),
                       [u](const Plane& p) { return dot(p.n, u) <= p.d + 1e-12; });
  };
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = i + 1; j < planes.size(); ++j) {
      const bool hidden = fault == PortalFault::half_axis_hidden;
      const Plane p = planes[i];
      const Plane q = hidden ? unit(f.normals[j], f.offsets[i], f.offsets[j]) : planes[j];
      const Vec3 along = cross(p.n, q.n);
      const double c = dot(p.n, q.n);
      if (norm2(along) < 1e-20) continue;
      const Vec3 foot = (1 / norm2(along)) * ((p.d - c * q.d) * p.n + (q.d - c * p.d) * q.n);
      if (norm2(foot) > 1) continue;
      const Vec3 step = std::sqrt((1 - norm2(foot)) / norm2(along)) * along;
      for (const Vec3 u : {foot + step, foot - step}) {
        std::vector<Plane> others = planes;
        if (hidden) others[j] = q;
        if (inside(others, u)) corners.push_back(u);
      }
      for (std::size_t k = j + 1; k < planes.size(); ++k) {
        const Plane& s = planes[k];
        const double det = dot(planes[i].n, cross(planes[j].n, s.n));
        if (std::abs(det) < 1e-12) continue;
        const Vec3 u = (1 / det) * (planes[i].d * cross(planes[j].n, s.n) +
                                    planes[j].d * cross(s.n, planes[i].n) +
                                    s.d * cross(planes[i].n, planes[j].n));
        if (norm2(u) <= 1 && inside(planes, u)) corners.push_back(u);
      }
    }
  return [=](Vec3 direction) -> Vec3 {
    Vec3 n{f.a * direction.x, f.b * direction.y, f.c * direction.z};
    n = (1 / norm(n)) * n;
    double most = -2;
    Vec3 best{};
    const auto offer = [&](Vec3 u) {
      if (dot(n, u) <= most || !inside(planes, u)) return;
      most = dot(n, u);
      best = u;
    };
    offer(n);
    for (const Plane& p : planes) {
      if (p.d >= 1) continue;
      Vec3 across = n - dot(n, p.n) * p.n;
      across = across - dot(across, p.n) * p.n;  // once more, without its rounding
      const double radius = std::sqrt(1 - p.d * p.d);
      offer(norm(across) > 1e-12 ? p.d * p.n + (radius / norm(across)) * across : p.d * p.n);
    }
    for (const Vec3& u : corners)
      if (dot(n, u) > most) {
        most = dot(n, u);
        best = u;
      }
    return {f.a * best.x, f.b * best.y, f.c * best.z};
  };
}

class FaultyPortals final : public shapes::PairOverlap {
 public:
  FaultyPortals(PortalFault fault, const Body& a, const Body& b)
      : fault_(fault),
        a_(support_of(a)),
        b_(support_of(b)),
        size_(circumradius(a) + circumradius(b)) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (fault_ == PortalFault::single_precision)
      r = {static_cast<float>(r.x), static_cast<float>(r.y), static_cast<float>(r.z)};
    const Rotation of_a(qa);
    const Rotation of_b(qb);
    const auto difference = [&](Vec3 n) {
      const Vec3 to_a = fault_ == PortalFault::support_without_sign ? n : -n;
      return r + of_b(b_(of_b.back(n))) - of_a(a_(of_a.back(to_a)));
    };
    return holds_the_origin(difference, r, size_, fault_);
  }

 private:
  Support support_of(const Body& body) const {
    if (const auto* p = std::get_if<shapes::ConvexPolyhedron>(&body)) return of_points(p->vertices);
    return of_cut_ellipsoid(std::get<FacetedEllipsoid>(body), fault_);
  }
  PortalFault fault_;
  Support a_;
  Support b_;
  double size_;
};

const bool registered =
    register_mutant(OverlapMutant{
        .scheme = faulty_portals("mutant/overlap-support-without-sign",
                                 PortalFault::support_without_sign),
        .origin =
            Origin::invented("seeded fault: s_A(n) where the difference of bodies needs s_A(-n)"),
        .killed_by = {"overlap/agreement", "overlap/near contact"}}) &&
    register_mutant(OverlapMutant{
        .scheme = faulty_portals("mutant/overlap-contact-lost", PortalFault::contact_lost),
        .origin = Origin::pitfall("known pitfall: v1.n >= 0, not > 0, as exact contact occurs"),
        .killed_by = {"overlap/touching"}}) &&
    register_mutant(OverlapMutant{
        .scheme = faulty_portals("mutant/overlap-single-precision", PortalFault::single_precision),
        .origin = Origin::pitfall("known pitfall: the difference of positions converted to float, "
                                  "with the claims of double precision"),
        .killed_by = {"overlap/contact sweep", "overlap/random bodies"}}) &&
    register_mutant(OverlapMutant{
        .scheme =
            faulty_portals("mutant/overlap-second-side-stale", PortalFault::second_side_stale),
        .origin = Origin::invented("generated fault: the normal of the portal before, once the ray "
                                   "has passed the second side"),
        .killed_by = {"overlap/simplices"}}) &&
    register_mutant(OverlapMutant{
        .scheme = faulty_portals("mutant/overlap-half-axis-hidden", PortalFault::half_axis_hidden),
        .origin = Origin::public_code(
            "HPMC 4.8.2, FacetedEllipsoid: half axis b hidden by the plane offset b"),
        .killed_by = {"overlap/agreement"}});

}  // namespace

shapes::OverlapAlgorithm faulty_portals(const char* name, PortalFault fault) {
  const bool cut = fault == PortalFault::half_axis_hidden || fault == PortalFault::none_on_cut;
  return {.info = {.name = name, .source = "XenoCollide with a planted fault"},
          .takes = shapes::any_of_classes(
              {cut ? BodyClass::faceted_ellipsoid : BodyClass::convex_polyhedron}),
          .prepare = [fault](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
            return std::make_unique<FaultyPortals>(fault, a, b);
          },
          .resolution = fault == PortalFault::single_precision ? 1e-10 : 1e-7,
          .touching = !cut};
}

}  // namespace touchstone::mutants
