// optimized/hpmc/overlap/mesh_pairs.hpp
// Purpose   Two triangles in space: whether they meet, and their distance.
// Source    Separating axis theorem; Gilbert, Johnson, Keerthi 1988 (gjk.hpp).
// Cost      At most 17 axes.
#pragma once
#include <algorithm>
#include <array>

#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/overlap/gjk.hpp"

namespace touchstone::optimized {

using TriangleCorners = std::array<shapes::Vec3, 3>;

/// Along n, all of one triangle strictly before all of the other, by more than rounding.
inline bool separates(shapes::Vec3 n, const TriangleCorners& s, const TriangleCorners& t) {
  const double a[3] = {dot(n, s[0]), dot(n, s[1]), dot(n, s[2])};
  const double b[3] = {dot(n, t[0]), dot(n, t[1]), dot(n, t[2])};
  const double high_a = std::max({a[0], a[1], a[2]});
  const double low_a = std::min({a[0], a[1], a[2]});
  const double high_b = std::max({b[0], b[1], b[2]});
  const double low_b = std::min({b[0], b[1], b[2]});
  const double slack =
      4e-16 * (std::abs(high_a) + std::abs(low_a) + std::abs(high_b) + std::abs(low_b));
  return high_a + slack < low_b || high_b + slack < low_a;
}

inline bool triangles_meet(const TriangleCorners& s_, const TriangleCorners& t_) {
  using shapes::Vec3;
  // About a corner: small numbers, and short axes do not vanish.
  const TriangleCorners s{Vec3{}, s_[1] - s_[0], s_[2] - s_[0]};
  const TriangleCorners t{t_[0] - s_[0], t_[1] - s_[0], t_[2] - s_[0]};
  const Vec3 es[3] = {s[1] - s[0], s[2] - s[1], s[0] - s[2]};
  const Vec3 et[3] = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  const Vec3 ns = cross(es[0], es[1]);
  const Vec3 nt = cross(et[0], et[1]);
  if (separates(ns, s, t) || separates(nt, s, t)) return false;
  for (const Vec3& u : es)
    for (const Vec3& v : et)
      if (separates(cross(u, v), s, t)) return false;
  for (const Vec3& u : es)  // of triangles in one plane
    if (separates(cross(u, ns), s, t)) return false;
  for (const Vec3& v : et)
    if (separates(cross(v, nt), s, t)) return false;
  return true;
}

/// Their distance compared with a limit above 0.
inline bool triangles_within(const TriangleCorners& s, const TriangleCorners& t, double limit) {
  using shapes::Vec3;
  const auto farthest = [](const TriangleCorners& c, Vec3 n) {
    const double d[3] = {dot(n, c[0]), dot(n, c[1]), dot(n, c[2])};
    return d[0] >= d[1] && d[0] >= d[2] ? c[0] : d[1] >= d[2] ? c[1] : c[2];
  };
  const auto support = [&](Vec3 n) { return farthest(t, n) - farthest(s, -n); };
  const Vec3 any = t[0] - s[0];
  return gjk(support, norm2(any) > 0 ? any : Vec3{1, 0, 0}, limit, false).low <= limit;
}

}  // namespace touchstone::optimized
