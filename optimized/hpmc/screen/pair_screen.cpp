#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/hpmc/screen/pair_screen.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "optimized/hpmc/screen/pair_screen.hpp"
#include "optimized/hpmc/screen/screen_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

using namespace screen_lanes;

/// The largest of dual . u, and that dual.
struct Facet {
  V scale;
  Point dual;
};
template <int kDim, bool kMirrored>
HWY_INLINE Facet facet_of(const ScreenBody& body, const Point& u) {
  const D d;
  V most = hn::Zero(d);  // the origin is inside
  V sign = hn::Zero(d);
  Point dual{most, most, most};
  for (const FloatPoint& m : body.duals) {
    const V here = dot<kDim>(m, u);
    const V size = kMirrored ? hn::Abs(here) : here;
    const auto more = hn::Gt(size, most);
    most = hn::Max(most, size);
    dual.x = hn::IfThenElse(more, all(m.x), dual.x);
    dual.y = hn::IfThenElse(more, all(m.y), dual.y);
    if constexpr (kDim == 3) dual.z = hn::IfThenElse(more, all(m.z), dual.z);
    if constexpr (kMirrored) sign = hn::IfThenElse(more, here, sign);
  }
  if constexpr (kMirrored) {
    const V flip = hn::And(sign, hn::SignBit(d));
    dual = {hn::Xor(dual.x, flip), hn::Xor(dual.y, flip), hn::Xor(dual.z, flip)};
  }
  return {most, dual};
}
template <int kDim>
HWY_INLINE Facet facet_towards(const ScreenBody& body, const Point& u) {
  return body.mirrored_duals ? facet_of<kDim, true>(body, u) : facet_of<kDim, false>(body, u);
}

/// The largest of point . u.
template <int kDim>
HWY_INLINE V reach_along(const ScreenBody& body, const Point& u) {
  const FloatPoint* const p = body.points.data();
  const std::size_t count = body.points.size();
  const bool mirrored = body.mirrored_points;
  V even = dot<kDim>(p[0], u);
  V odd = dot<kDim>(p[count - 1], u);
  if (mirrored) {
    even = hn::Abs(even);
    odd = hn::Abs(odd);
    for (std::size_t i = 1; i + 1 < count; i += 2) {
      even = hn::Max(even, hn::Abs(dot<kDim>(p[i], u)));
      odd = hn::Max(odd, hn::Abs(dot<kDim>(p[i + 1], u)));
    }
  } else {
    for (std::size_t i = 1; i + 1 < count; i += 2) {
      even = hn::Max(even, dot<kDim>(p[i], u));
      odd = hn::Max(odd, dot<kDim>(p[i + 1], u));
    }
  }
  return hn::Max(even, odd);
}

/// Whether the plane of a facet, `u` in the frame of the other body, has that body beyond it.
template <int kDim>
HWY_INLINE hn::Mask<D> beyond(const Facet& facet, const ScreenBody& other, const Point& u,
                              float slack) {
  return hn::Gt(hn::Sub(facet.scale, reach_along<kDim>(other, u)), all(1 + slack));
}

/// The two points of the body farthest along u.
struct Segment {
  Point from, to;
};
template <int kDim, bool kMirrored>
HWY_INLINE Segment farthest_of(const ScreenBody& body, const Point& u) {
  const D d;
  V first = all(-std::numeric_limits<float>::infinity());
  V second = first;
  Segment s{{first, first, first}, {first, first, first}};
  for (const FloatPoint& p : body.points) {
    V here = dot<kDim>(p, u);
    Point point{all(p.x), all(p.y), all(p.z)};
    if constexpr (kMirrored) {
      const V flip = hn::And(here, hn::SignBit(d));
      here = hn::Abs(here);
      point = {hn::Xor(point.x, flip), hn::Xor(point.y, flip), hn::Xor(point.z, flip)};
    }
    const auto best = hn::Gt(here, first);
    s.to = chosen(best, s.from, chosen(hn::Gt(here, second), point, s.to));
    s.from = chosen(best, point, s.from);
    second = hn::Max(second, hn::Min(first, here));
    first = hn::Max(first, here);
  }
  return s;
}

/// A point of the segment in the middle of what all planes leave of it.
template <int kDim>
HWY_INLINE Point clipped(const ScreenBody& body, const Segment& s) {
  const D d;
  V low = hn::Zero(d);
  V high = all(1.0f);
  const auto plane = [&](V from, V to) HWY_ATTR {
    const V along = hn::Sub(to, from);
    const V end = hn::Div(hn::Sub(all(1.0f), from), along);
    const auto out = hn::Gt(along, hn::Zero(d));
    high = hn::IfThenElse(out, hn::Min(high, end), high);
    low = hn::IfThenElse(out, low, hn::Max(low, end));
  };
  for (const FloatPoint& m : body.duals) {
    const V from = dot<kDim>(m, s.from);
    const V to = dot<kDim>(m, s.to);
    plane(from, to);
    if (body.mirrored_duals) plane(hn::Neg(from), hn::Neg(to));
  }
  // Whatever was rounded above, this is a point of the segment.
  const V share = hn::Min(all(1.0f), hn::Max(hn::Zero(d), hn::Mul(all(0.5f), hn::Add(low, high))));
  const auto between = [&](V from, V to)
                           HWY_ATTR { return hn::MulAdd(share, hn::Sub(to, from), from); };
  return {between(s.from.x, s.to.x), between(s.from.y, s.to.y), between(s.from.z, s.to.z)};
}

/// The largest of dual . u.
template <int kDim>
HWY_INLINE V scale_of(const ScreenBody& body, const Point& u) {
  V most = hn::Zero(D());
  for (const FloatPoint& m : body.duals) {
    const V here = dot<kDim>(m, u);
    most = hn::Max(most, body.mirrored_duals ? hn::Abs(here) : here);
  }
  return most;
}

/// Whether the deepest segment of `other` along u has a point in `body`; in the plane, where this
/// leaves no pair that overlaps by more than the slack, whether its deepest point is.
template <int kDim, class Moved>
HWY_INLINE hn::Mask<D> pierces(const ScreenBody& body, const ScreenBody& other, const Point& u,
                               float inside, const Moved& moved) {
  const Segment deepest = other.mirrored_points ? farthest_of<kDim, true>(other, u)
                                                : farthest_of<kDim, false>(other, u);
  Point point = moved(deepest.from);
  if constexpr (kDim == 3) point = clipped<kDim>(body, {point, moved(deepest.to)});
  return hn::Lt(scale_of<kDim>(body, point), all(inside));
}

template <int kDim>
void screen(const ScreenPair& pair, const FloatTurn& turn_a, const FloatTurn* turns,
            NearBodies& near, ScreenVerdict& verdict) {
  const D d;
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  Turn of_a;
  for (std::size_t k = 0; k < 9; ++k) of_a.m[k] = all(turn_a.row[k / 3][k % 3]);
  std::fill_n(near.slot + near.count, kLanes, near.slot[0]);
  verdict.overlap = false;
  verdict.left = 0;
  for (std::size_t first = 0; first < near.count; first += kLanes) {
    const auto there =
        static_cast<std::uint32_t>((1u << std::min(kLanes, near.count - first)) - 1u);
    Turn of_b;
    for (std::size_t k = 0; k < kDim; ++k) load_row(turns, near.slot + first, k, of_b);
    const Point r{hn::LoadU(d, near.x + first), hn::LoadU(d, near.y + first),
                  kDim == 2 ? hn::Zero(d) : hn::LoadU(d, near.z + first)};
    const Facet a = facet_towards<kDim>(*pair.a, turned_back<kDim>(of_a, r));
    const Facet b = facet_towards<kDim>(*pair.b, turned_back<kDim>(of_b, minus(r)));
    // The parts of the segment inside are 1 / scale of it.
    const auto deep =
        hn::Le(hn::Mul(hn::Mul(all(pair.share), a.scale), b.scale), hn::Add(a.scale, b.scale));
    const auto close = hn::Le(norm2<kDim>(r), all(pair.inner2));
    if ((bits_of(hn::Or(deep, close)) & there) != 0) {
      verdict.overlap = true;
      return;
    }
    const Point a_seen = turned_back<kDim>(of_b, minus(turned<kDim>(of_a, a.dual)));
    const Point b_seen = turned_back<kDim>(of_a, minus(turned<kDim>(of_b, b.dual)));
    const auto a_apart = beyond<kDim>(a, *pair.b, a_seen, pair.slack_a);
    const auto b_apart = beyond<kDim>(b, *pair.a, b_seen, pair.slack_b);
    std::uint32_t left = there & ~bits_of(hn::Or(a_apart, b_apart));
    if (left == 0) continue;
    const auto to_a = [&](const Point& p) HWY_ATTR {
      return turned_back<kDim>(of_a, sum(turned<kDim>(of_b, p), r));
    };
    const auto to_b = [&](const Point& p) HWY_ATTR {
      return turned_back<kDim>(of_b, sum(turned<kDim>(of_a, p), minus(r)));
    };
    if ((bits_of(pierces<kDim>(*pair.a, *pair.b, a_seen, pair.inside, to_a)) & left) != 0 ||
        (bits_of(pierces<kDim>(*pair.b, *pair.a, b_seen, pair.inside, to_b)) & left) != 0) {
      verdict.overlap = true;
      return;
    }
    for (; left != 0; left &= left - 1)
      verdict.undecided[verdict.left++] =
          near.slot[first + static_cast<std::size_t>(std::countr_zero(left))];
  }
}

ScreenKernels kernels(const char* backend, bool available) {
  return {backend, available, &screen<2>, &screen<3>};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

FloatTurn float_turn(const shapes::Orientation& q) {
  const shapes::Rotation turn(q);
  FloatTurn floats;
  for (std::size_t k = 0; k < 3; ++k) {
    floats.row[k][0] = static_cast<float>(turn.row[k].x);
    floats.row[k][1] = static_cast<float>(turn.row[k].y);
    floats.row[k][2] = static_cast<float>(turn.row[k].z);
  }
  return floats;
}

ScreenPair::ScreenPair(const ScreenBody& body_a, const ScreenBody& body_b, double place,
                       double slack_share)
    : a(&body_a), b(&body_b) {
  const shapes::ScreenMargins margins(body_a, body_b, place, slack_share);
  slack_a = static_cast<float>(margins.slack_a);
  slack_b = static_cast<float>(margins.slack_b);
  share = static_cast<float>(margins.share);
  inside = static_cast<float>(margins.inside);
  inner2 = margins.core > 0 ? static_cast<float>(margins.core * margins.core) : -1;
}

std::span<const ScreenKernels> screen_kernels() {
  static const ScreenKernels kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return kernels;
}

const ScreenKernels& best_screen_kernels() { return first_available(screen_kernels()); }

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
