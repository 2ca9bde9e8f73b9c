// optimized/hpmc/overlap/dimpled_region_kernel.hpp
// Purpose   Whether balls and the outsides of dimples have a point in common. If there is one,
//           there is a lowest one in any direction, and it is the lowest or highest point of a
//           sphere, of the circle of two, or one of the two points of three.
// Source    Geometry of the class "Sphinx" of the public HPMC 4.8.2.
// Cost      All triples of spheres, each candidate against all. Points within 1e-13 of a surface
//           count as on it.
#pragma once
#include <cmath>
#include <cstddef>

#include "models/hpmc/vector.hpp"

namespace touchstone::optimized {

struct DimpledSurface {
  shapes::Vec3 centre;
  double radius;
  bool dimple;
};

class DimpledRegion {
 public:
  DimpledRegion(const DimpledSurface* surfaces, std::size_t count, double size)
      : all_(surfaces), count_(count), slack_(1e-13 * size) {}

  bool has_a_point() const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (of_one(all_[i])) return true;
      for (std::size_t j = 0; j < i; ++j) {
        if (of_two(all_[i], all_[j])) return true;
        for (std::size_t k = 0; k < j; ++k)
          if (of_three(all_[i], all_[j], all_[k])) return true;
      }
    }
    return false;
  }

 private:
  using Vec3 = shapes::Vec3;

  static constexpr Vec3 kDown{0.36, 0.48, 0.8};  ///< any direction of length 1

  bool contains(Vec3 p) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const double height = norm(p - all_[i].centre) - all_[i].radius;
      if (!(all_[i].dimple ? height >= -slack_ : height <= slack_)) return false;
    }
    return true;
  }
  bool either(Vec3 middle, Vec3 step) const {
    return contains(middle + step) || contains(middle - step);
  }
  bool of_one(const DimpledSurface& s) const { return either(s.centre, s.radius * kDown); }
  bool of_two(const DimpledSurface& s, const DimpledSurface& t) const {
    const Vec3 axis = t.centre - s.centre;
    const double d2 = norm2(axis);
    if (!(d2 > 0)) return false;
    const double along = (1 + (s.radius - t.radius) * (s.radius + t.radius) / d2) / 2;
    const double radius2 = s.radius * s.radius - along * along * d2;
    if (radius2 < -slack_ * s.radius) return false;
    const Vec3 in_plane = downward(axis);
    return either(s.centre + along * axis,
                  (std::sqrt(std::max(0.0, radius2)) / norm(in_plane)) * in_plane);
  }
  /// The part of `kDown` across `axis`. By cross products, so that it is across however small it
  /// is; any direction across where `axis` is along `kDown`: all points of a circle are as low.
  static Vec3 downward(Vec3 axis) {
    const Vec3 side = cross(axis, kDown);
    return cross(norm2(side) > 0 ? side : cross(axis, {1, 0, 0}), axis);
  }
  bool of_three(const DimpledSurface& s, const DimpledSurface& t, const DimpledSurface& u) const {
    const Vec3 p = t.centre - s.centre;
    const Vec3 q = u.centre - s.centre;
    const Vec3 n = cross(p, q);
    const double n2 = norm2(n);
    if (!(n2 > 0)) return false;
    const double hp = (norm2(p) + (s.radius - t.radius) * (s.radius + t.radius)) / 2;
    const double hq = (norm2(q) + (s.radius - u.radius) * (s.radius + u.radius)) / 2;
    const Vec3 foot = (hp / n2) * cross(q, n) + (hq / n2) * cross(n, p);
    const double height2 = s.radius * s.radius - norm2(foot);
    if (height2 < -slack_ * s.radius) return false;
    return either(s.centre + foot, std::sqrt(std::max(0.0, height2) / n2) * n);
  }
  const DimpledSurface* all_;
  std::size_t count_;
  double slack_;
};

}  // namespace touchstone::optimized
