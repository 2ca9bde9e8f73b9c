// optimized/hpmc/screen/screen_lanes-inl.hpp
// Purpose   Points and rotations in vector lanes of floats, one body in each lane, as screens
//           need them (pair_screen.cpp).
// Compiled once per vector unit: include inside foreach_target code only.
#if defined(TOUCHSTONE_HPMC_SCREEN_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_HPMC_SCREEN_LANES_INL_HPP
#undef TOUCHSTONE_HPMC_SCREEN_LANES_INL_HPP
#else
#define TOUCHSTONE_HPMC_SCREEN_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "optimized/hpmc/screen/pair_screen.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace screen_lanes {

namespace hn = hwy::HWY_NAMESPACE;

/// Most trials have fewer than 8 bodies near, so that wider vectors would be half empty.
using D = hn::CappedTag<float, 8>;
using V = hn::Vec<D>;

struct Point {
  V x, y, z;
};

HWY_INLINE V all(float x) { return hn::Set(D(), x); }

template <int kDim>
HWY_INLINE V dot(FloatPoint p, const Point& u) {
  const V xy = hn::MulAdd(all(p.x), u.x, hn::Mul(all(p.y), u.y));
  if constexpr (kDim == 2) return xy;
  return hn::MulAdd(all(p.z), u.z, xy);
}
template <int kDim>
HWY_INLINE V norm2(const Point& u) {
  const V xy = hn::MulAdd(u.x, u.x, hn::Mul(u.y, u.y));
  if constexpr (kDim == 2) return xy;
  return hn::MulAdd(u.z, u.z, xy);
}

/// Nine numbers in each lane, by rows.
struct Turn {
  V m[9];
};

/// Row k of the matrices of as many bodies as there are lanes, turned into columns.
HWY_INLINE void load_row(const FloatTurn* turns, const std::uint32_t* slots, std::size_t k,
                         Turn& all) {
  const D d;
  const hn::Repartition<double, D> dd;
  V row[4];
  for (std::size_t i = 0; i < 4; ++i) {
    if constexpr (hn::MaxLanes(D()) == 8) {
      const hn::Half<D> half;
      row[i] = hn::Combine(d, hn::Load(half, turns[slots[i + 4]].row[k]),
                           hn::Load(half, turns[slots[i]].row[k]));
    } else {
      row[i] = hn::Load(d, turns[slots[i]].row[k]);
    }
  }
  const auto low = hn::BitCast(dd, hn::InterleaveLower(d, row[0], row[1]));
  const auto low2 = hn::BitCast(dd, hn::InterleaveLower(d, row[2], row[3]));
  const auto high = hn::BitCast(dd, hn::InterleaveUpper(d, row[0], row[1]));
  const auto high2 = hn::BitCast(dd, hn::InterleaveUpper(d, row[2], row[3]));
  all.m[3 * k] = hn::BitCast(d, hn::InterleaveLower(dd, low, low2));
  all.m[3 * k + 1] = hn::BitCast(d, hn::InterleaveUpper(dd, low, low2));
  all.m[3 * k + 2] = hn::BitCast(d, hn::InterleaveLower(dd, high, high2));
}
template <int kDim>
HWY_INLINE Point turned(const Turn& t, const Point& u) {
  if constexpr (kDim == 2)
    return {hn::MulAdd(t.m[0], u.x, hn::Mul(t.m[1], u.y)),
            hn::MulAdd(t.m[3], u.x, hn::Mul(t.m[4], u.y)), u.z};
  return {hn::MulAdd(t.m[2], u.z, hn::MulAdd(t.m[1], u.y, hn::Mul(t.m[0], u.x))),
          hn::MulAdd(t.m[5], u.z, hn::MulAdd(t.m[4], u.y, hn::Mul(t.m[3], u.x))),
          hn::MulAdd(t.m[8], u.z, hn::MulAdd(t.m[7], u.y, hn::Mul(t.m[6], u.x)))};
}
template <int kDim>
HWY_INLINE Point turned_back(const Turn& t, const Point& u) {
  if constexpr (kDim == 2)
    return {hn::MulAdd(t.m[0], u.x, hn::Mul(t.m[3], u.y)),
            hn::MulAdd(t.m[1], u.x, hn::Mul(t.m[4], u.y)), u.z};
  return {hn::MulAdd(t.m[6], u.z, hn::MulAdd(t.m[3], u.y, hn::Mul(t.m[0], u.x))),
          hn::MulAdd(t.m[7], u.z, hn::MulAdd(t.m[4], u.y, hn::Mul(t.m[1], u.x))),
          hn::MulAdd(t.m[8], u.z, hn::MulAdd(t.m[5], u.y, hn::Mul(t.m[2], u.x)))};
}
HWY_INLINE Point minus(const Point& u) { return {hn::Neg(u.x), hn::Neg(u.y), hn::Neg(u.z)}; }

HWY_INLINE Point chosen(hn::Mask<D> mask, const Point& yes, const Point& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}

HWY_INLINE std::uint32_t bits_of(hn::Mask<D> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(D(), mask, bytes);
  return bytes[0];
}

HWY_INLINE Point sum(const Point& u, const Point& v) {
  return {hn::Add(u.x, v.x), hn::Add(u.y, v.y), hn::Add(u.z, v.z)};
}

}  // namespace screen_lanes
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // per target
