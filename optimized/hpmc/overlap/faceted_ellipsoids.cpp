// optimized/hpmc/overlap/faceted_ellipsoids.cpp
// Purpose   Overlap of ellipsoids cut by planes, and of whole ones and ellipses, by XenoCollide
//           and by GJK with their support function: the best of the candidates that satisfy every
//           constraint - the point of the sphere, of the circle of each plane, of the two points of
//           each pair of planes, and of the corners of three planes.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.2; all planes are first transformed to where
//           the ellipsoid is the unit sphere. Whole ellipsoids: a second way beside the contact
//           function (ellipsoid_contact.cpp). Ellipses are the sections z = 0 of ellipsoids, which
//           overlap there if anywhere, each being its own mirror image.
// Cost      For p planes up to p^3 / 6 corners, found once; p^2 of them in each support.
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "optimized/hpmc/overlap/gjk.hpp"
#include "optimized/hpmc/overlap/xenocollide-inl.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::FacetedEllipsoid;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Rotation;
using shapes::Vec3;

/// Plane in units of the half axes (the ellipsoid is a sphere): normal . u <= offset, |normal| = 1.
struct Plane {
  Vec3 normal;
  double offset;
};

class CutBall {
 public:
  explicit CutBall(const FacetedEllipsoid& body)
      : axes_{body.a, body.b, body.c}, origin_(body.origin) {
    for (std::size_t i = 0; i < body.normals.size(); ++i) {
      const Vec3 normal = by_axes(body.normals[i]);
      const double length = norm(normal);
      const Plane plane{(1 / length) * normal, -body.offsets[i] / length};
      if (plane.offset < 1) planes_.push_back(plane);  // others cut nothing
    }
    for (std::size_t i = 0; i < planes_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        add_pair(planes_[i], planes_[j]);
        for (std::size_t k = 0; k < j; ++k) add_corner(planes_[i], planes_[j], planes_[k]);
      }
  }
  Vec3 origin() const { return origin_; }
  double circumradius() const { return std::max({axes_.x, axes_.y, axes_.z}); }

  /// Support point in the frame of the body.
  Vec3 support(Vec3 direction) const {
    Vec3 n = by_axes(direction);
    const double length = norm(n);
    if (!(length > 0)) return origin_;
    n = (1 / length) * n;
    if (inside(n)) return by_axes(n);
    double most = -2;
    Vec3 best{};
    // A point of a plane's circle is on that plane: the direction within the plane is a small
    // difference when n is nearly its normal, and its rounding must not lose the point.
    const auto offer = [&](Vec3 p, const Plane& own) {
      if (dot(n, p) > most && inside(p, &own)) {
        most = dot(n, p);
        best = p;
      }
    };
    for (const Plane& plane : planes_) {
      Vec3 across = n - dot(n, plane.normal) * plane.normal;
      across = across - dot(across, plane.normal) * plane.normal;
      const double size = norm(across);
      const double radius = std::sqrt(std::max(0.0, 1 - plane.offset * plane.offset));
      if (size > 1e-14)
        offer(plane.offset * plane.normal + (radius / size) * across, plane);
      else if (dot(n, plane.normal) > 0)  // the whole disk is farthest: its middle, if it is there
        offer(plane.offset * plane.normal, plane);
    }
    for (const Vec3& corner : corners_)
      if (dot(n, corner) > most) {
        most = dot(n, corner);
        best = corner;
      }
    return by_axes(best);
  }

 private:
  /// Points on several planes count as inside them.
  static constexpr double kSlack = 1e-13;

  Vec3 by_axes(Vec3 v) const { return {axes_.x * v.x, axes_.y * v.y, axes_.z * v.z}; }
  bool inside(Vec3 u, const Plane* but = nullptr, const Plane* nor = nullptr) const {
    for (const Plane& plane : planes_)
      if (&plane != but && &plane != nor && dot(plane.normal, u) > plane.offset + kSlack)
        return false;
    return true;
  }
  /// Adds the points in which two planes and the sphere meet.
  void add_pair(const Plane& p, const Plane& q) {
    const Vec3 along = cross(p.normal, q.normal);
    const double sine2 = norm2(along);
    if (sine2 < 1e-24) return;
    // Sum and difference of the normals are at right angles: nothing cancels.
    const Vec3 sum = p.normal + q.normal;
    const Vec3 difference = p.normal - q.normal;
    const Vec3 foot = ((p.offset + q.offset) / norm2(sum)) * sum +
                      ((p.offset - q.offset) / norm2(difference)) * difference;
    const double rest = 1 - norm2(foot);
    if (rest < 0) return;
    const Vec3 step = std::sqrt(rest / sine2) * along;
    for (const Vec3 corner : {foot + step, foot - step})
      if (inside(corner, &p, &q)) corners_.push_back(corner);
  }
  /// Adds the point in which three planes meet inside the sphere.
  void add_corner(const Plane& p, const Plane& q, const Plane& s) {
    const double det = dot(p.normal, cross(q.normal, s.normal));
    if (std::abs(det) < 1e-12) return;
    const Vec3 corner =
        (1 / det) * (p.offset * cross(q.normal, s.normal) + q.offset * cross(s.normal, p.normal) +
                     s.offset * cross(p.normal, q.normal));
    if (norm2(corner) <= 1 + kSlack && inside(corner)) corners_.push_back(corner);
  }

  Vec3 axes_;
  Vec3 origin_;
  std::vector<Plane> planes_;
  std::vector<Vec3> corners_;
};

/// b as a sees it.
struct Relative {
  Rotation turn;
  Vec3 shift;
  Relative(const Orientation& qa, const Orientation& qb, Vec3 r)
      : turn(conjugate(qa) * qb), shift(Rotation(qa).back(r)) {}
};

struct CutDifference {
  const CutBall& a;
  const CutBall& b;
  const Relative& at;
  HWY_INLINE Vec3 operator()(Vec3 n) const {
    return at.turn(b.support(at.turn.back(n))) + at.shift - a.support(-n);
  }
};

CutBall cut_ball(const Body& body) {
  if (const auto* e = std::get_if<shapes::Ellipse>(&body))
    return CutBall({.a = e->a, .b = e->b, .c = e->a});
  if (const auto* e = std::get_if<shapes::Ellipsoid>(&body))
    return CutBall({.a = e->a, .b = e->b, .c = e->c});
  if (const auto* d = std::get_if<shapes::Disk>(&body))
    return CutBall({.a = d->radius, .b = d->radius, .c = d->radius});
  if (const auto* b = std::get_if<shapes::Ball>(&body))
    return CutBall({.a = b->radius, .b = b->radius, .c = b->radius});
  return CutBall(std::get<FacetedEllipsoid>(body));
}

template <bool kGjk>
class FacetedPair final : public shapes::PairOverlap {
 public:
  FacetedPair(const Body& a, const Body& b)
      : a_(cut_ball(a)), b_(cut_ball(b)), flat_(dimensions(a) == 2) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return answer(qa, qb, r).overlap;
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    if (flat_) r.z = 0;
    const Relative at(qa, qb, r);
    const CutDifference support{a_, b_, at};
    const Vec3 v0 = at.turn(b_.origin()) + at.shift - a_.origin();
    const double size = a_.circumradius() + b_.circumradius();
    if constexpr (kGjk) {
      // Curved bodies that touch are approached step by step: what is nearer than 1e-9 touches.
      const DistanceBounds bounds = gjk(support, v0, 1e-10 * size, false);
      return {.overlap = bounds.low <= 1e-10 * size,
              .iterations = static_cast<std::uint32_t>(bounds.iterations),
              .gave_up = bounds.gave_up};
    } else {
      if (norm2(v0) == 0) return {.overlap = true};
      const XenoResult result = HWY_NAMESPACE::portal_3d(support, v0, 1e-13 * size);
      return {
          .overlap = result.overlap, .iterations = result.iterations, .gave_up = result.gave_up};
    }
  }

 private:
  CutBall a_;
  CutBall b_;
  bool flat_;
};

bool register_both(const char* bodies, BodyClass of, const std::vector<BodyClass>& partners,
                   int speed) {
  const std::string name = bodies;
  return shapes::register_overlap({.info = {.name = "hpmc/overlap-xenocollide-" + name,
                                            .source = "Snethen 2008; support of cut ellipsoids",
                                            .claims = Claims::equals_reference},
                                   .takes = shapes::classes_and_partners({of}, partners),
                                   .prepare = shapes::pair_of<FacetedPair<false>>,
                                   .resolution = 1e-7,
                                   .speed = speed + 2}) &&
         shapes::register_overlap({.info = {.name = "hpmc/overlap-gjk-" + name,
                                            .source = "Gilbert, Johnson, Keerthi 1988",
                                            .claims = Claims::equals_reference},
                                   .takes = shapes::classes_and_partners({of}, partners),
                                   .prepare = shapes::pair_of<FacetedPair<true>>,
                                   .resolution = 1e-7,
                                   .speed = speed});
}

// Whole ellipsoids are left to the contact function, which is faster (ellipsoid_contact.cpp).
const bool registered = register_both("faceted", BodyClass::faceted_ellipsoid,
                                      {BodyClass::ball, BodyClass::ellipsoid}, 4) &&
                        register_both("ellipsoids", BodyClass::ellipsoid, {BodyClass::ball}, 2) &&
                        register_both("ellipses", BodyClass::ellipse, {BodyClass::disk}, 2);

}  // namespace
}  // namespace touchstone::optimized
