// gpu/hpmc/pair_screen.hpp
// Purpose   Single precision decides about most pairs of bodies: apart for certain, overlapping for
//           certain, or left to double precision.
// Source    Anderson, Irrgang, Glotzer 2016, section 3 (double positions, overlap checks in single
//           or double precision); separating axis theorem. The tests are those of
//           optimized/hpmc/screen/pair_screen.hpp, one pair at a time.
// Tests     Each body has a facet through which the segment between the centres leaves it. Where
//           the two parts of the segment inside the bodies meet, the bodies have a point in common.
//           Where one of the two facets has the other body beyond it, its plane separates them.
//           Else the two points of the other body that are deepest behind that facet span a
//           segment of that body, which is clipped against the first body's planes (in the plane,
//           its deepest point): a point of it inside is a point in common.
// Certain   A point or a plane proves the answer when it does so by more than all errors: `slack`
//           of the sum of the circumradii, and four times the error of a coordinate. Matrices come
//           of quaternions in floats, each of whose numbers is off by less than 8 roundings (5e-7);
//           three of them are applied one after another, and a sum of three products has 3 more:
//           less than 2e-6 of a radius. kSlack is 20 times that. So the answer is that of double
//           precision, unless double precision cannot tell.
// Cost      In the plane some 40 operations and 8 for each point of both bodies, in space 200 and
//           30 for each facet and point, less where a plane separates; a point or facet is one load
//           of 16 bytes that all threads share where there is one type.
// Not here  How bodies get these numbers (screen_shapes.hpp).
#pragma once
#include <cmath>

#include "gpu/exec/multiply_add.hpp"
#include "gpu/hpmc/screen_shapes.hpp"
#include "models/hpmc/vector.hpp"

namespace touchstone::gpu {

/// An orientation: a quaternion of length 1 (s, x, y, z), or in the plane (cosine, sine).
struct alignas(16) FloatTurn {
  float a = 1;
  float b = 0;
  float c = 0;
  float d = 0;
};

TOUCHSTONE_HD inline FloatTurn float_turn(const shapes::Orientation& q, bool plane) {
  if (plane) {
    const shapes::Turn turn(q);
    return {static_cast<float>(turn.c), static_cast<float>(turn.s), 0, 0};
  }
  return {static_cast<float>(q.s), static_cast<float>(q.x), static_cast<float>(q.y),
          static_cast<float>(q.z)};
}

enum class Screen { apart, overlap, undecided };

namespace screens {

/// a / b to a few roundings, for places along a segment that any error leaves on it.
TOUCHSTONE_HD inline float quotient(float a, float b) {
#ifdef __CUDA_ARCH__
  return ::__fdividef(a, b);
#else
  return a / b;
#endif
}

struct Point {
  float x, y, z;
};
TOUCHSTONE_HD inline Point minus(Point u) { return {-u.x, -u.y, -u.z}; }
TOUCHSTONE_HD inline Point sum(Point u, Point v) { return {u.x + v.x, u.y + v.y, u.z + v.z}; }

/// Arithmetic of the plane and of space.
template <bool kPlane>
TOUCHSTONE_HD float dot(Point u, Point v) {
  const float xy = multiply_add(u.x, v.x, u.y * v.y);
  return kPlane ? xy : multiply_add(u.z, v.z, xy);
}
template <bool kPlane>
TOUCHSTONE_HD float dot(const FloatPoint& u, Point v) {
  return dot<kPlane>(Point{u.x, u.y, u.z}, v);
}

template <bool kPlane>
class Matrix;

template <>
class Matrix<true> {
 public:
  TOUCHSTONE_HD explicit Matrix(const FloatTurn& turn) : c_(turn.a), s_(turn.b) {}
  TOUCHSTONE_HD Point operator()(Point u) const {
    return {multiply_add(c_, u.x, -(s_ * u.y)), multiply_add(s_, u.x, c_ * u.y), 0};
  }
  TOUCHSTONE_HD Point back(Point u) const {
    return {multiply_add(c_, u.x, s_ * u.y), multiply_add(c_, u.y, -(s_ * u.x)), 0};
  }

 private:
  float c_, s_;
};

template <>
class Matrix<false> {
 public:
  TOUCHSTONE_HD explicit Matrix(const FloatTurn& q) {
    const float x2 = q.b + q.b, y2 = q.c + q.c, z2 = q.d + q.d;
    const float xx = q.b * x2, yy = q.c * y2, zz = q.d * z2;
    const float xy = q.b * y2, xz = q.b * z2, yz = q.c * z2;
    const float sx = q.a * x2, sy = q.a * y2, sz = q.a * z2;
    row_[0] = {1 - (yy + zz), xy - sz, xz + sy};
    row_[1] = {xy + sz, 1 - (xx + zz), yz - sx};
    row_[2] = {xz - sy, yz + sx, 1 - (xx + yy)};
  }
  TOUCHSTONE_HD Point operator()(Point u) const {
    return {dot<false>(row_[0], u), dot<false>(row_[1], u), dot<false>(row_[2], u)};
  }
  TOUCHSTONE_HD Point back(Point u) const {
    return {multiply_add(u.z, row_[2].x, multiply_add(u.y, row_[1].x, u.x * row_[0].x)),
            multiply_add(u.z, row_[2].y, multiply_add(u.y, row_[1].y, u.x * row_[0].y)),
            multiply_add(u.z, row_[2].z, multiply_add(u.y, row_[1].z, u.x * row_[0].z))};
  }

 private:
  Point row_[3];
};

/// The largest of dual . u, and that dual.
struct Facet {
  float scale;
  Point dual;
};
template <bool kPlane, class Duals>
TOUCHSTONE_HD Facet facet_towards(const Duals& duals, const ScreenShape& body, Point u) {
  Facet most{0, {0, 0, 0}};  // the origin is inside
  for (int i = 0; i < body.duals(); ++i) {
    const FloatPoint m = duals(body.first_dual + i);
    const float here = dot<kPlane>(m, u);
    const float size = body.mirrored_duals() ? std::abs(here) : here;
    if (size > most.scale) {
      most.scale = size;
      const float sign = size == here ? 1.0f : -1.0f;
      most.dual = {sign * m.x, sign * m.y, sign * m.z};
    }
  }
  return most;
}
template <bool kPlane, class Duals>
TOUCHSTONE_HD float scale_of(const Duals& duals, const ScreenShape& body, Point u) {
  float most = 0;
  for (int i = 0; i < body.duals(); ++i) {
    const float here = dot<kPlane>(duals(body.first_dual + i), u);
    most = std::fmax(most, body.mirrored_duals() ? std::abs(here) : here);
  }
  return most;
}

/// The two points of a body that are farthest along u, and how far the first is.
struct Deepest {
  float reach;
  float second;
  Point from, to;
};
template <bool kPlane, class Points>
TOUCHSTONE_HD Deepest deepest_along(const Points& points, const ScreenShape& body, Point u) {
  Deepest found{-3e38f, -3e38f, {0, 0, 0}, {0, 0, 0}};
  for (int i = 0; i < body.points(); ++i) {
    const FloatPoint p = points(body.first_point + i);
    const float along = dot<kPlane>(p, u);
    const float here = body.mirrored_points() ? std::abs(along) : along;
    const float sign = here == along ? 1.0f : -1.0f;
    if (here > found.reach) {
      found.second = found.reach;
      found.to = found.from;
      found.reach = here;
      found.from = {sign * p.x, sign * p.y, sign * p.z};
    } else if (!kPlane && here > found.second) {
      found.second = here;
      found.to = {sign * p.x, sign * p.y, sign * p.z};
    }
  }
  return found;
}

/// A point of the segment in the middle of what all planes leave of it.
template <class Duals>
TOUCHSTONE_HD Point clipped(const Duals& duals, const ScreenShape& body, Point from, Point to) {
  float low = 0, high = 1;
  const int sides = body.mirrored_duals() ? 2 : 1;
  for (int i = 0; i < body.duals(); ++i) {
    const FloatPoint m = duals(body.first_dual + i);
    const float first = dot<false>(m, from);
    const float last = dot<false>(m, to);
    for (int side = 0; side < sides; ++side) {
      const float start = side == 0 ? first : -first;
      const float along = (side == 0 ? last : -last) - start;
      const float end = quotient(1.0f - start, along);
      if (along > 0)
        high = std::fmin(high, end);
      else
        low = std::fmax(low, end);
    }
  }
  // Whatever was rounded above, this is a point of the segment.
  const float share = std::fmin(1.0f, std::fmax(0.0f, 0.5f * (low + high)));
  return {multiply_add(share, to.x - from.x, from.x), multiply_add(share, to.y - from.y, from.y),
          multiply_add(share, to.z - from.z, from.z)};
}

/// Whether a point of `other` that is deep behind a facet of `body` is in `body`; `moved` takes
/// points of `other` there.
template <bool kPlane, class Duals, class Moved>
TOUCHSTONE_HD bool pierces(const Duals& duals, const ScreenShape& body, const Deepest& deepest,
                           float inside, const Moved& moved) {
  Point point = moved(deepest.from);
  if constexpr (!kPlane) point = clipped(duals, body, point, moved(deepest.to));
  return scale_of<kPlane>(duals, body, point) < inside;
}

/// Bodies with facets; `r` is the origin of b less that of a.
template <bool kPlane, class Points, class Duals>
TOUCHSTONE_HD Screen by_facets(const Points& points, const Duals& duals, const ScreenPair& pair,
                               const ScreenShape& a, const FloatTurn& turn_a, const ScreenShape& b,
                               const FloatTurn& turn_b, Point r) {
  const Matrix<kPlane> of_a(turn_a);
  const Matrix<kPlane> of_b(turn_b);
  const Facet facet_a = facet_towards<kPlane>(duals, a, of_a.back(r));
  const Facet facet_b = facet_towards<kPlane>(duals, b, of_b.back(minus(r)));
  // The parts of the segment inside are 1 / scale of it.
  if (pair.share * facet_a.scale * facet_b.scale <= facet_a.scale + facet_b.scale)
    return Screen::overlap;
  const Point a_seen = of_b.back(minus(of_a(facet_a.dual)));
  const Deepest of_other = deepest_along<kPlane>(points, b, a_seen);
  if (facet_a.scale - of_other.reach > 1 + pair.slack_a) return Screen::apart;
  const Point b_seen = of_a.back(minus(of_b(facet_b.dual)));
  const Deepest of_own = deepest_along<kPlane>(points, a, b_seen);
  if (facet_b.scale - of_own.reach > 1 + pair.slack_b) return Screen::apart;
  const auto to_a = [&](Point p) { return of_a.back(sum(of_b(p), r)); };
  if (pierces<kPlane>(duals, a, of_other, pair.inside, to_a)) return Screen::overlap;
  const auto to_b = [&](Point p) { return of_b.back(sum(of_a(p), minus(r))); };
  return pierces<kPlane>(duals, b, of_own, pair.inside, to_b) ? Screen::overlap : Screen::undecided;
}

}  // namespace screens

/// Distances alone.
TOUCHSTONE_HD inline Screen screen_distance(const ScreenPair& pair, screens::Point r) {
  const float distance2 = screens::dot<false>(r, r);
  if (distance2 > pair.apart2) return Screen::apart;
  return distance2 < pair.overlap2 ? Screen::overlap : Screen::undecided;
}

/// Certain answer about two bodies, if any; `r` is the origin of b less that of a.
template <class Points, class Duals>
TOUCHSTONE_HD Screen screen_pair(const Points& points, const Duals& duals, const ScreenPair& pair,
                                 const ScreenShape& a, const FloatTurn& turn_a,
                                 const ScreenShape& b, const FloatTurn& turn_b, screens::Point r,
                                 bool plane) {
  const Screen near = screen_distance(pair, r);
  if (near != Screen::undecided || !pair.faceted()) return near;
  return plane ? screens::by_facets<true>(points, duals, pair, a, turn_a, b, turn_b, r)
               : screens::by_facets<false>(points, duals, pair, a, turn_a, b, turn_b, r);
}

}  // namespace touchstone::gpu
