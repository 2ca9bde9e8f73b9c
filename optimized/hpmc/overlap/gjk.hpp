// optimized/hpmc/overlap/gjk.hpp
// Purpose   Distance of two convex bodies given by support functions, with proved bounds: the
//           nearest point of a growing simplex bounds it from above, each support plane from below.
// Source    E. G. Gilbert, D. W. Johnson, S. S. Keerthi, IEEE J. Robotics Autom. 4, 193 (1988);
//           C. Ericson, Real-Time Collision Detection (2005), sections 5.1 and 9.5 (nearest
//           points).
// Cost      Some 5 to 20 supports; each at most four nearest points of triangles.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "models/hpmc/vector.hpp"

namespace touchstone::optimized {

struct DistanceBounds {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  int iterations = 0;
  bool gave_up = false;
};

/// The corners of a simplex, reduced to those of the feature nearest to the origin.
class Simplex {
 public:
  void add(shapes::Vec3 p) { p_[size_++] = p; }
  bool has(shapes::Vec3 p) const { return std::find(p_, p_ + size_, p) != p_ + size_; }
  /// The point nearest to the origin.
  shapes::Vec3 reduce() {
    switch (size_) {
      case 1:
        return p_[0];
      case 2:
        return segment();
      case 3:
        return triangle();
      default:
        return tetrahedron();
    }
  }

 private:
  using Vec3 = shapes::Vec3;

  Vec3 segment() {
    const Vec3 d = p_[1] - p_[0];
    const double along = -dot(p_[0], d);
    const double length2 = norm2(d);
    if (along <= 0) return keep(0);
    if (along >= length2) return keep(1);
    // p_[0] + along / length2 * d, but at right angles with d to the last digit however short: the
    // next support is sought along it, and edges may be parallel to d up to rounding.
    return (1 / length2) * cross(d, cross(p_[0], d));
  }
  Vec3 keep(int i) {
    p_[0] = p_[i];
    size_ = 1;
    return p_[0];
  }
  Vec3 keep(int i, int j) {
    const Vec3 a = p_[i];
    const Vec3 b = p_[j];
    p_[0] = a;
    p_[1] = b;
    size_ = 2;
    return segment();
  }
  Vec3 triangle() {
    const Vec3 a = p_[0];
    const Vec3 b = p_[1];
    const Vec3 c = p_[2];
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    const Vec3 n = cross(ab, ac);
    const double n2 = norm2(n);
    // Outside an edge, seen along the normal: the nearest point is on one of the edges.
    const bool inside = n2 > 0 && dot(cross(ab, -a), n) >= 0 && dot(cross(c - b, -b), n) >= 0 &&
                        dot(cross(a - c, -c), n) >= 0;
    if (inside) return (dot(a, n) / n2) * n;
    return nearest_of({{0, 1}, {1, 2}, {2, 0}});
  }
  Vec3 nearest_of(const int (&edges)[3][2]) {
    double best = std::numeric_limits<double>::infinity();
    Simplex nearest;
    Vec3 point{};
    for (const auto& [i, j] : edges) {
      Simplex one = *this;
      const Vec3 p = one.keep(i, j);
      if (!(norm2(p) < best)) continue;
      best = norm2(p);
      nearest = one;
      point = p;
    }
    *this = nearest;
    return point;
  }
  Vec3 tetrahedron() {
    static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    double best = std::numeric_limits<double>::infinity();
    Simplex nearest = *this;
    Vec3 point{};
    for (const auto& [i, j, k, opposite] : kFaces) {
      const Vec3 n = cross(p_[j] - p_[i], p_[k] - p_[i]);
      const double origin = -dot(n, p_[i]);
      const double other = dot(n, p_[opposite] - p_[i]);
      // The origin is on the side of the opposite corner: this face is not the nearest.
      if (other != 0 && origin * other > 0) continue;
      Simplex face;
      face.add(p_[i]);
      face.add(p_[j]);
      face.add(p_[k]);
      const Vec3 p = face.triangle();
      if (!(norm2(p) < best)) continue;
      best = norm2(p);
      nearest = face;
      point = p;
    }
    *this = nearest;
    return point;  // no face separates it: the origin is inside
  }

  Vec3 p_[4] = {};
  int size_ = 0;
};

/// Runs until the distance is above `limit`, at most `limit`, or as exact as rounding allows.
/// `support(n)` is the point of the difference b - a farthest along n; `any` is one of its points.
template <class Support>
DistanceBounds gjk(const Support& support, shapes::Vec3 any, double limit, bool to_the_end) {
  constexpr int kMost = 200;
  DistanceBounds bounds;
  Simplex simplex;
  shapes::Vec3 nearest = support(-any);
  simplex.add(nearest);
  double scale2 = norm2(nearest);
  for (; bounds.iterations < kMost; ++bounds.iterations) {
    const double distance = norm(nearest);
    bounds.high = std::min(bounds.high, distance);
    if (distance * distance <= 1e-30 * scale2) {  // as near as rounding can tell
      bounds.high = distance;
      return bounds;
    }
    if (!to_the_end && distance <= limit) return bounds;
    const shapes::Vec3 p = support(-nearest);
    const double plane = dot(p, nearest) / distance;
    bounds.low = std::max(bounds.low, plane);
    if (!to_the_end && bounds.low > limit) return bounds;
    scale2 = std::max(scale2, norm2(p));
    // Narrower than rounding allows to know it, or a corner that is there already.
    if (bounds.high - bounds.low <= 2e-15 * std::sqrt(scale2) || simplex.has(p)) return bounds;
    simplex.add(p);
    const shapes::Vec3 next = simplex.reduce();
    if (!(norm2(next) < distance * distance)) return bounds;  // rounding: no progress
    nearest = next;
  }
  bounds.gave_up = true;
  return bounds;
}

}  // namespace touchstone::optimized
