// optimized/hpmc/overlap/xenocollide-inl.hpp
// Purpose   XenoCollide: whether the origin is in a convex body given by its support function, by
//           refining a triangle ("portal") through which the ray from an interior point leaves. A
//           template over the support function; compiled once per vector unit, as its includers
//           are.
// Source    G. Snethen, "XenoCollide: complex collision made simple", Game Programming Gems 7
//           (2008); Anderson, Irrgang, Glotzer 2016, section 2.2, with double precision, tolerances
//           that are lengths, and touching as overlap.
// Cost      4 supports to find a portal and one for each refinement: 5 to 10 for polyhedra.
#if defined(TOUCHSTONE_HPMC_XENOCOLLIDE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_HPMC_XENOCOLLIDE_INL_HPP
#undef TOUCHSTONE_HPMC_XENOCOLLIDE_INL_HPP
#else
#define TOUCHSTONE_HPMC_XENOCOLLIDE_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/overlap/xenocollide.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

/// `s(n)` is the point farthest along n, `v0` a point inside; lengths below `tolerance` count as 0.
template <class Support>
HWY_INLINE XenoResult portal_3d(const Support& s, shapes::Vec3 v0, double tolerance) {
  using shapes::Vec3;
  XenoResult result;
  Vec3 v1 = s(-v0);
  if (dot(v1, v0) > 0) return result.apart();
  Vec3 n = cross(v1, v0);
  if (norm2(n) <= tolerance * tolerance * norm2(v0)) return result.meet();  // on the ray
  Vec3 v2 = s(n);
  if (dot(v2, n) < 0) return result.apart();
  n = cross(v1 - v0, v2 - v0);
  if (dot(n, v0) > 0) {  // the origin on the positive side
    std::swap(v1, v2);
    n = -n;
  }
  Vec3 v3{};
  for (;; ++result.iterations) {
    if (result.iterations == kXenoMost) return result.give_up();
    v3 = s(n);
    if (dot(v3, n) < 0) return result.apart();
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
  for (;; ++result.iterations) {
    if (result.iterations == kXenoMost) return result.give_up();
    n = cross(v2 - v1, v3 - v1);
    const double outside = -dot(v1, n);
    if (outside <= 0) return result.meet();
    const Vec3 v4 = s(n);
    if (dot(v4, n) < 0) return result.apart();
    // The portal is on the surface, and the origin outside it; if by less than the tolerance, on
    // it.
    const double least = tolerance * std::sqrt(norm2(n));
    if (dot(v4 - v1, n) <= least) return outside <= least ? result.meet() : result.apart();
    const Vec3 side = cross(v4, v0);
    if (dot(v1, side) > 0)
      (dot(v2, side) > 0 ? v1 : v3) = v4;
    else
      (dot(v3, side) > 0 ? v2 : v1) = v4;
  }
}

/// The same in the plane z = 0, where the portal is a segment.
template <class Support>
HWY_INLINE XenoResult portal_2d(const Support& s, shapes::Vec3 v0, double tolerance) {
  using shapes::Vec3;
  XenoResult result;
  const auto area = [](Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; };
  Vec3 v1 = s(-v0);
  if (dot(v1, v0) > 0) return result.apart();
  const double turn = area(v1 - v0, -v0);
  if (std::abs(turn) <= tolerance * std::sqrt(norm2(v0))) return result.meet();
  // Across the ray, towards the side of the origin: of a thin body the first point may still be on
  // the side of v1, and a segment that the ray misses says nothing.
  Vec3 v2{};
  for (;; ++result.iterations) {
    if (result.iterations == kXenoMost) return result.give_up();
    const Vec3 along = v1 - v0;
    const Vec3 n = turn > 0 ? Vec3{-along.y, along.x, 0} : Vec3{along.y, -along.x, 0};
    v2 = s(n);
    if (dot(v2, n) < 0) return result.apart();
    if (turn * area(v2 - v0, -v0) <= 0) break;
    v1 = v2;
  }
  if (turn < 0) std::swap(v1, v2);  // v1, v2 counter-clockwise about v0
  for (;; ++result.iterations) {
    if (result.iterations == kXenoMost) return result.give_up();
    const Vec3 edge = v2 - v1;
    const Vec3 n{edge.y, -edge.x, 0};
    const double outside = -dot(v1, n);
    if (outside <= 0) return result.meet();
    const Vec3 v3 = s(n);
    if (dot(v3, n) < 0) return result.apart();
    const double least = tolerance * std::sqrt(norm2(n));
    if (dot(v3 - v1, n) <= least) return outside <= least ? result.meet() : result.apart();
    (area(v3 - v0, -v0) > 0 ? v1 : v2) = v3;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // per target
