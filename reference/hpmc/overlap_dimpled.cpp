// reference/hpmc/overlap_dimpled.cpp
// Purpose   Whether balls with dimples overlap, for certain: whether a point is in both balls and
//           in none of the dimples. If there is one, there is one on the surface of a ball or of a
//           dimple. On that sphere every other ball and dimple is a half space, and their common
//           part, a convex polyhedron, meets the sphere exactly if its nearest point is not beyond
//           the radius and its farthest not below it.
// Source    Geometry of the class "Sphinx" of the public HPMC 4.8.2. Nearest and farthest points: of
//           the flats where up to three planes meet, by Cramer's rule.
// Cost      For s surfaces s^4 / 6 in long double, decided with all radii a little larger and a
//           little smaller; in integers, some 20 ms, where these differ.
#include <cmath>
#include <optional>
#include <type_traits>

#include "models/hpmc/bodies/overlap.hpp"
#include "models/hpmc/bodies/overlap_classes.hpp"
#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::Orientation;
using shapes::OverlapAnswer;
using shapes::Vec3;

template <class T>
struct Surface {
  Point<T> centre;
  T radius;
  bool dimple;
};
/// normal . y <= offset
template <class T>
struct Plane {
  Point<T> normal;
  T offset;
};

template <class T>
inline constexpr bool kExact = std::is_same_v<T, Integer>;

/// Nothing: rounding does not allow to tell.
using Perhaps = std::optional<bool>;

/// Whether planes and the sphere of a radius about the origin have a point in common. In long
/// double normals have length 1 and so has the radius; flats that rounding may have moved leave the
/// answer open.
template <class T>
class PlanesAndSphere {
 public:
  PlanesAndSphere(std::vector<Plane<T>> planes, const T& radius)
      : planes_(std::move(planes)), radius2_(radius * radius) {
    // No point of the sphere is beyond these: the polyhedron has a farthest point.
    for (const int sign : {1, -1})
      for (int k = 0; k < 3; ++k)
        planes_.push_back(
            {{T(k == 0 ? sign : 0), T(k == 1 ? sign : 0), T(k == 2 ? sign : 0)}, T(2 * radius)});
  }
  Perhaps meet() {
    offer({}, T(1), false);
    const std::size_t m = planes_.size();
    for (std::size_t i = 0; i < m && !found(); ++i) {
      const Plane<T>& p = planes_[i];
      offer(p.offset * p.normal, dot(p.normal, p.normal), false);
      for (std::size_t j = 0; j < i && !found(); ++j) {
        const Plane<T>& q = planes_[j];
        const T pq = dot(p.normal, q.normal), pp = dot(p.normal, p.normal);
        const T qq = dot(q.normal, q.normal);
        offer(T(p.offset * qq - q.offset * pq) * p.normal +
                  T(q.offset * pp - p.offset * pq) * q.normal,
              T(pp * qq - pq * pq), false);
        for (std::size_t k = 0; k < j && !found(); ++k) {
          const Plane<T>& s = planes_[k];
          const Point<T> qs = cross(q.normal, s.normal);
          offer(p.offset * qs + q.offset * cross(s.normal, p.normal) +
                    s.offset * cross(p.normal, q.normal),
                dot(p.normal, qs), true);
        }
      }
    }
    if (open_) return {};
    return found();
  }

 private:
  bool found() const { return near_ && far_; }
  /// The point n / w, if it satisfies all constraints; farthest points are corners.
  void offer(Point<T> n, T w, bool corner) {
    if (w == 0) return;
    if (w < 0) {
      n = T(-1) * n;
      w = -w;
    }
    const T n2 = dot(n, n);
    const T w2 = w * w;
    if constexpr (!kExact<T>) {
      if (w < 1e-6L && n2 <= 16 * w2) open_ = true;
      if (w < 1e-6L) return;
    }
    if (!satisfies(n, w)) return;
    near_ |= n2 <= radius2_ * w2;
    far_ |= corner && n2 >= radius2_ * w2;
  }
  bool satisfies(const Point<T>& n, const T& w) const {
    for (const Plane<T>& p : planes_) {
      T above = T(dot(p.normal, n) - p.offset * w);
      if constexpr (!kExact<T>) above -= 1e-15L * w;  // on its own planes
      if (above > 0) return false;
    }
    return true;
  }
  std::vector<Plane<T>> planes_;
  T radius2_;
  bool near_ = false;
  bool far_ = false;
  bool open_ = false;
};

/// The half spaces that the other balls and dimples are on a sphere, about its centre; nothing when
/// a concentric one leaves no point of it.
template <class T>
std::optional<std::vector<Plane<T>>> half_spaces(const std::vector<Surface<T>>& all,
                                                 std::size_t own) {
  std::vector<Plane<T>> planes;
  const T& radius = all[own].radius;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == own) continue;
    const Point<T> d = all[i].centre - all[own].centre;
    const T sign = all[i].dimple ? T(1) : T(-1);
    Plane<T> plane{T(2 * sign) * d,
                   T(sign * (radius * radius + dot(d, d) - all[i].radius * all[i].radius))};
    if (dot(d, d) == 0) {
      if (plane.offset < 0) return {};
      continue;
    }
    if constexpr (!kExact<T>) {  // in units of the radius
      const Real length = std::sqrt(dot(plane.normal, plane.normal));
      plane = {Real(1 / length) * plane.normal, plane.offset / (length * radius)};
    }
    planes.push_back(plane);
  }
  return planes;
}

template <class T>
Perhaps have_a_point(const std::vector<Surface<T>>& all) {
  bool open = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!(all[i].radius > 0)) continue;
    auto planes = half_spaces(all, i);
    if (!planes) continue;
    const T radius = kExact<T> ? all[i].radius : T(1);
    const Perhaps here = PlanesAndSphere<T>(std::move(*planes), radius).meet();
    if (here && *here) return true;
    open |= !here;
  }
  if (open) return {};
  return false;
}

/// Spheres of a body, the ball first.
struct Spheres {
  Vertices centres;
  std::vector<double> radii;
};
Spheres spheres_of(const Body& body) {
  if (const auto* b = std::get_if<shapes::Ball>(&body)) return {{{{}}, 0}, {b->radius}};
  const auto& d = std::get<shapes::DimpledBall>(body);
  Spheres all{{{d.centre}, 0}, {d.radius}};
  all.centres.points.insert(all.centres.points.end(), d.dimple_centres.begin(),
                            d.dimple_centres.end());
  all.radii.insert(all.radii.end(), d.dimple_radii.begin(), d.dimple_radii.end());
  return all;
}

class DimpledPair final : public shapes::PairOverlap {
 public:
  DimpledPair(const Body& a, const Body& b) : a_(spheres_of(a)), b_(spheres_of(b)) {}

  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    const Perhaps more = have_a_point(nearly(qa, qb, r, kSlack));
    if (more && !*more) return false;
    const Perhaps less = have_a_point(nearly(qa, qb, r, -kSlack));
    if (less && *less) return true;
    return *have_a_point(exactly(qa, qb, r));
  }
  OverlapAnswer answer(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    return {.overlap = overlaps(qa, qb, r), .exact = true};
  }

 private:
  static constexpr Real kSlack = 1e-12L;

  /// Surfaces with all balls larger and all dimples smaller by so much of the largest length.
  std::vector<Surface<Real>> nearly(const Orientation& qa, const Orientation& qb, Vec3 r,
                                    Real slack) const {
    const Placed<Real> placed = placed_nearly(a_.centres, qa, b_.centres, qb, r);
    Real size = placed.size;
    for (const double radius : a_.radii) size = std::max<Real>(size, radius);
    for (const double radius : b_.radii) size = std::max<Real>(size, radius);
    std::vector<Surface<Real>> all;
    const auto add = [&](const std::vector<Point<Real>>& centres, const Spheres& from) {
      for (std::size_t i = 0; i < centres.size(); ++i)
        all.push_back({centres[i], from.radii[i] + (i == 0 ? slack : -slack) * size, i > 0});
    };
    add(placed.a, a_);
    add(placed.b, b_);
    return all;
  }
  std::vector<Surface<Integer>> exactly(const Orientation& qa, const Orientation& qb,
                                        Vec3 r) const {
    // All lengths times |q_a|^2 |q_b|^2 and a power of two, as placed_exactly() does.
    int e = std::numeric_limits<int>::max();
    lower(e, r);
    for (const Spheres* body : {&a_, &b_}) {
      for (const Vec3& v : body->centres.points) lower(e, v);
      for (const double radius : body->radii) e = std::min(e, exponent_of(radius));
    }
    const auto wa = whole(qa);
    const auto wb = whole(qb);
    const Integer na = norm2(wa);
    const Integer nb = norm2(wb);
    const Integer both = na * nb;
    std::vector<Surface<Integer>> all;
    for (std::size_t i = 0; i < a_.radii.size(); ++i)
      all.push_back(
          {nb * turned(wa, whole(a_.centres.points[i], e)), both * whole(a_.radii[i], e), i > 0});
    for (std::size_t i = 0; i < b_.radii.size(); ++i)
      all.push_back({both * whole(r, e) + na * turned(wb, whole(b_.centres.points[i], e)),
                     both * whole(b_.radii[i], e), i > 0});
    return all;
  }
  Spheres a_;
  Spheres b_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-exact-dimpled",
              .source = "spheres and half spaces; rational arithmetic"},
     .takes = shapes::classes_and_partners({BodyClass::dimpled_ball}, {BodyClass::ball}),
     .prepare = shapes::pair_of<DimpledPair>,
     .resolution = 0,
     .reference = true});

}  // namespace
}  // namespace touchstone::reference
