// reference/hpmc/overlap_dimpled.cpp
// Purpose   Whether balls with dimples overlap: whether a point is in both balls and in none of the
//           dimples. If there is one, there is a lowest one in any direction, and it is the lowest
//           or highest point of a sphere, of the circle of two, or one of the two points of three.
// Source    Geometry of the class "Sphinx" of the public HPMC 4.8.2.
// Cost      All triples of spheres. Not exact: points within 1e-12 of a surface count as on it.
#include <cmath>

#include "models/shapes/overlap.hpp"
#include "reference/hpmc/exact_points.hpp"

namespace touchstone::reference {
namespace {

using shapes::Body;
using shapes::BodyClass;
using shapes::DimpledBall;
using shapes::Orientation;
using shapes::Vec3;

struct Surface {
  Point<Real> centre;
  Real radius;
  bool dimple;
};

class Region {
 public:
  Region(std::vector<Surface> surfaces, Real size) : all_(std::move(surfaces)), size_(size) {}

  bool has_a_point() const {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (of_one(all_[i])) return true;
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        if (of_two(all_[i], all_[j])) return true;
        for (std::size_t k = j + 1; k < all_.size(); ++k)
          if (of_three(all_[i], all_[j], all_[k])) return true;
      }
    }
    return false;
  }

 private:
  static constexpr Point<Real> kDown{0.36L, 0.48L, 0.8L};  ///< any direction of length 1

  bool contains(const Point<Real>& p) const {
    for (const Surface& s : all_) {
      const Point<Real> d = p - s.centre;
      const Real height = std::sqrt(dot(d, d)) - s.radius;
      if (s.dimple ? height < -1e-12L * size_ : height > 1e-12L * size_) return false;
    }
    return true;
  }
  bool either(const Point<Real>& middle, const Point<Real>& step) const {
    return contains(middle + step) || contains(middle - step);
  }
  bool of_one(const Surface& s) const { return either(s.centre, s.radius * kDown); }
  bool of_two(const Surface& s, const Surface& t) const {
    const Point<Real> axis = t.centre - s.centre;
    const Real d2 = dot(axis, axis);
    if (!(d2 > 0)) return false;
    const Real along = (1 + (s.radius * s.radius - t.radius * t.radius) / d2) / 2;
    const Real radius2 = s.radius * s.radius - along * along * d2;
    if (radius2 < 0) return false;
    const Point<Real> in_plane = kDown - Real(dot(kDown, axis) / d2) * axis;
    const Real length = std::sqrt(dot(in_plane, in_plane));
    return either(s.centre + along * axis, Real(std::sqrt(radius2) / length) * in_plane);
  }
  bool of_three(const Surface& s, const Surface& t, const Surface& u) const {
    const Point<Real> p = t.centre - s.centre;
    const Point<Real> q = u.centre - s.centre;
    const Point<Real> n = cross(p, q);
    const Real n2 = dot(n, n);
    if (!(n2 > 0)) return false;
    const Real hp = (dot(p, p) + s.radius * s.radius - t.radius * t.radius) / 2;
    const Real hq = (dot(q, q) + s.radius * s.radius - u.radius * u.radius) / 2;
    const Point<Real> foot = Real(hp / n2) * cross(q, n) + Real(hq / n2) * cross(n, p);
    const Real height2 = s.radius * s.radius - dot(foot, foot);
    if (height2 < 0) return false;
    return either(s.centre + foot, Real(std::sqrt(height2 / n2)) * n);
  }
  std::vector<Surface> all_;
  Real size_;
};

void add(const DimpledBall& body, const Orientation& q_, const Point<Real>& centre,
         std::vector<Surface>& all) {
  const auto q = real(q_);
  const Real n = norm2(q);
  const auto place = [&](Vec3 v) { return centre + Real(1 / n) * turned(q, real(v)); };
  all.push_back({place(body.centre), body.radius, false});
  for (std::size_t i = 0; i < body.dimple_centres.size(); ++i)
    all.push_back({place(body.dimple_centres[i]), body.dimple_radii[i], true});
}

class DimpledPair final : public shapes::PairOverlap {
 public:
  DimpledPair(const DimpledBall& a, const DimpledBall& b)
      : a_(a), b_(b), size_(circumradius(Body{a}) + circumradius(Body{b})) {}
  bool overlaps(const Orientation& qa, const Orientation& qb, Vec3 r) const override {
    std::vector<Surface> all;
    add(a_, qa, {}, all);
    add(b_, qb, real(r), all);
    return Region(std::move(all), size_).has_a_point();
  }

 private:
  DimpledBall a_;
  DimpledBall b_;
  Real size_;
};

const bool registered = shapes::register_overlap(
    {.info = {.name = "hpmc/overlap-candidate-points-dimpled",
              .source = "lowest point of the common part of balls and outsides of balls"},
     .takes = shapes::any_of_classes({BodyClass::dimpled_ball}),
     .prepare = [](const Body& a, const Body& b) -> std::unique_ptr<shapes::PairOverlap> {
       return std::make_unique<DimpledPair>(std::get<DimpledBall>(a), std::get<DimpledBall>(b));
     },
     .resolution = 1e-9,
     .reference = true});

}  // namespace
}  // namespace touchstone::reference
