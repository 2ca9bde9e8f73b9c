// gpu/hpmc/portal.hpp
// Purpose   XenoCollide for devices: whether the origin is in a convex body given by its support
//           function, by refining a triangle, or in the plane a segment ("portal"), through which
//           the ray from an interior point leaves. No calls but the support, no arrays.
// Source    G. Snethen, "XenoCollide: complex collision made simple", Game Programming Gems 7
//           (2008); Anderson, Irrgang, Glotzer, Comput. Phys. Commun. 204, 21 (2016), section 2.2,
//           in double precision, with tolerances that are lengths, and touching as overlap.
// Cost      4 supports to find a portal and one for each refinement: 5 to 10 for polyhedra.
#pragma once
#include <cmath>

#include "models/hpmc/vector.hpp"

namespace touchstone::gpu {

/// Refinements after which overlap is reported, as HPMC does.
inline constexpr int kMostRefinements = 1024;

/// `s(n)` is the point farthest along n, `v0` a point inside; lengths below `tolerance` count as 0.
template <class Support>
TOUCHSTONE_HD bool portal_in_space(const Support& s, shapes::Vec3 v0, double tolerance) {
  using shapes::Vec3;
  Vec3 v1 = s(-v0);
  if (dot(v1, v0) > 0) return false;
  Vec3 n = cross(v1, v0);
  if (norm2(n) <= tolerance * tolerance * norm2(v0)) return true;  // on the ray
  Vec3 v2 = s(n);
  if (dot(v2, n) < 0) return false;
  n = cross(v1 - v0, v2 - v0);
  if (dot(n, v0) > 0) {  // the origin on the positive side
    const Vec3 other = v1;
    v1 = v2;
    v2 = other;
    n = -n;
  }
  Vec3 v3{};
  int k = 0;
  for (;; ++k) {
    if (k == kMostRefinements) return true;
    v3 = s(n);
    if (dot(v3, n) < 0) return false;
    if (dot(cross(v1, v3), v0) < 0) {  // the ray passes the side of v1 and v3
      v2 = v3;
      n = cross(v1 - v0, v3 - v0);
    } else if (dot(cross(v3, v2), v0) < 0) {
      v1 = v3;
      n = cross(v3 - v0, v2 - v0);
    } else {
      break;
    }
  }
  for (; k < kMostRefinements; ++k) {
    n = cross(v2 - v1, v3 - v1);
    const double outside = -dot(v1, n);
    if (outside <= 0) return true;
    const Vec3 v4 = s(n);
    if (dot(v4, n) < 0) return false;
    // The portal is on the surface and the origin outside it; if by less than the tolerance, on it.
    const double least = tolerance * std::sqrt(norm2(n));
    if (dot(v4 - v1, n) <= least) return outside <= least;
    const Vec3 side = cross(v4, v0);
    if (dot(v1, side) > 0) {
      if (dot(v2, side) > 0)
        v1 = v4;
      else
        v3 = v4;
    } else {
      if (dot(v3, side) > 0)
        v2 = v4;
      else
        v1 = v4;
    }
  }
  return true;
}

/// The same in the plane z = 0.
template <class Support>
TOUCHSTONE_HD bool portal_in_plane(const Support& s, shapes::Vec3 v0, double tolerance) {
  using shapes::Vec3;
  Vec3 v1 = s(-v0);
  if (dot(v1, v0) > 0) return false;
  const double turn = (v1.y - v0.y) * v0.x - (v1.x - v0.x) * v0.y;
  if (std::abs(turn) <= tolerance * std::sqrt(norm2(v0))) return true;
  // Across the ray, towards the side of the origin: of a thin body the first point may still be on
  // the side of v1, and a segment that the ray misses says nothing.
  Vec3 v2{};
  for (int k = 0; k < kMostRefinements; ++k) {
    const Vec3 along = v1 - v0;
    const Vec3 n = turn > 0 ? Vec3{-along.y, along.x, 0} : Vec3{along.y, -along.x, 0};
    v2 = s(n);
    if (dot(v2, n) < 0) return false;
    const Vec3 d = v2 - v0;
    if (turn * (d.y * v0.x - d.x * v0.y) <= 0) break;
    v1 = v2;
  }
  if (turn < 0) {  // v1, v2 counter-clockwise about v0
    const Vec3 other = v1;
    v1 = v2;
    v2 = other;
  }
  for (int k = 0; k < kMostRefinements; ++k) {
    const Vec3 edge = v2 - v1;
    const Vec3 n{edge.y, -edge.x, 0};
    const double outside = -dot(v1, n);
    if (outside <= 0) return true;
    const Vec3 v3 = s(n);
    if (dot(v3, n) < 0) return false;
    const double least = tolerance * std::sqrt(norm2(n));
    if (dot(v3 - v1, n) <= least) return outside <= least;
    const Vec3 d = v3 - v0;
    if (d.y * v0.x - d.x * v0.y > 0)
      v1 = v3;
    else
      v2 = v3;
  }
  return true;
}

}  // namespace touchstone::gpu
