// optimized/longrange/nufft/ring_nufft_lanes.cpp
// Purpose   The bodies of ring_nufft_lanes.hpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/nufft/ring_nufft_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "optimized/longrange/lane_math-inl.hpp"
#include "optimized/longrange/nufft/ring_nufft_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kLanes = hn::MaxLanes(DD());
constexpr std::size_t kVectors = kCellMoments / kLanes;  // of one cell
constexpr std::size_t kBlock = 64;                       // angles located before they are used
static_assert(kVectors * kLanes == kCellMoments);

/// Where angles are: first moment of the cell, and x in [-1, 1] within it.
struct Places {
  HWY_ALIGN std::uint64_t moment[kBlock];
  HWY_ALIGN double x[kBlock];
};

/// Into one turn: by Cody and Waite; angles too large for that by the standard library.
HWY_INLINE VD within_a_turn(VD angle) {
  const DD d;
  const VD turns = hn::Round(angle * hn::Set(d, 1.59154943091895335769e-1));
  VD r = hn::NegMulAdd(turns, hn::Set(d, 8 * 7.85398125648498535156e-1), angle);
  r = hn::NegMulAdd(turns, hn::Set(d, 8 * 3.77489470793079817668e-8), r);
  r = hn::NegMulAdd(turns, hn::Set(d, 8 * 2.69515142907905952645e-15), r);
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(angle), hn::Set(d, 1e6))))) {
    HWY_ALIGN double a[kLanes];
    hn::Store(angle, d, a);
    for (double& one : a) one = std::atan2(std::sin(one), std::cos(one));
    r = hn::Load(d, a);
  }
  return r;
}

HWY_INLINE void locate(const double* angles, std::size_t count, std::size_t cells, Places& places) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const VD scale = hn::Set(d, static_cast<double>(cells) * 1.59154943091895335769e-1);
  const VD magic = hn::Set(d, 0x1.8p52);  // u + magic has the nearest integer in its last bits
  for (std::size_t i = 0; i < kBlock; i += kLanes) {
    if (i >= count) break;
    VD angle;
    if (HWY_LIKELY(i + kLanes <= count)) {
      angle = hn::LoadU(d, angles + i);
    } else {
      HWY_ALIGN double last[kLanes] = {};
      std::copy(angles + i, angles + count, last);
      angle = hn::Load(d, last);
    }
    const VD r = within_a_turn(angle);
    const VD shifted = hn::MulAdd(r, scale, magic);
    const VD x = hn::MulAdd(r, scale, magic - shifted);
    const auto cell = hn::And(hn::BitCast(du, shifted), hn::Set(du, cells - 1));
    hn::Store(hn::ShiftLeft<3>(cell), du, places.moment + i);  // times kCellMoments
    hn::Store(x + x, d, places.x + i);
  }
}

/// Of many cells each is a miss of the cache: all of a block are asked for before one is used.
HWY_INLINE void fetch(const double* moments, std::size_t count, std::size_t cells,
                      const Places& places) {
  constexpr std::size_t kCellsInCache = 8192;
  if (cells <= kCellsInCache) return;
  for (std::size_t i = 0; i < count; ++i) hwy::Prefetch(moments + places.moment[i]);
}

/// x^0 ... x^(kLanes - 1)
HWY_INLINE VD powers(VD x, VD x2, VD x4) {
  const DD d;
  const VD lane = hn::Iota(d, 0);
  const VD one = hn::Set(d, 1.0);
  const auto has_bit = [&](double bit) {  // of the number of the lane
    const VD half = hn::Floor(lane * hn::Set(d, 1 / bit));
    return hn::Ne(half, hn::Set(d, 2.0) * hn::Floor(half * hn::Set(d, 0.5)));
  };
  VD v = hn::IfThenElse(has_bit(1), x, one);
  if constexpr (kLanes > 2) v = hn::IfThenElse(has_bit(2), v * x2, v);
  if constexpr (kLanes > 4) v = hn::IfThenElse(has_bit(4), v * x4, v);
  return v;
}

/// Calls body(v, powers) for the vectors of one cell.
template <class Body>
HWY_INLINE void for_powers(double at, const Body& body) {
  const DD d;
  const VD x = hn::Set(d, at);
  const VD x2 = x * x;
  const VD x4 = x2 * x2;
  VD v = powers(x, x2, x4);
  body(0, v);
  for (std::size_t k = 1; k < kVectors; ++k) {
    v = v * (kLanes == 4 ? x4 : x2);
    body(k, v);
  }
}

void spread(const double* angles, std::size_t count, std::size_t cells, double* moments) {
  const DD d;
  Places places;
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t size = std::min(kBlock, count - first);
    locate(angles + first, size, cells, places);
    fetch(moments, size, cells, places);
    for (std::size_t i = 0; i < size; ++i) {
      double* cell = moments + places.moment[i];
      for_powers(places.x[i], [&](std::size_t k, VD v) {
        hn::Store(hn::Load(d, cell + k * kLanes) + v, d, cell + k * kLanes);
      });
    }
  }
}

void gather(const double* angles, std::size_t count, std::size_t cells, const double* series,
            double* out) {
  const DD d;
  Places places;
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t size = std::min(kBlock, count - first);
    locate(angles + first, size, cells, places);
    fetch(series, size, cells, places);
    for (std::size_t i = 0; i < size; ++i) {
      const double* cell = series + places.moment[i];
      VD sum = hn::Zero(d);
      for_powers(places.x[i], [&](std::size_t k, VD v) {
        sum = hn::MulAdd(hn::Load(d, cell + k * kLanes), v, sum);
      });
      out[first + i] = hn::GetLane(hn::SumOfLanes(d, sum));
    }
  }
}

}  // namespace

constexpr RingNufftLanes ring_lanes(const char* backend, bool available) {
  return {backend, available, &spread, &gather};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const RingNufftLanes> ring_nufft_lanes() {
  static const RingNufftLanes all[] = {TOUCHSTONE_ROW_PER_TARGET(ring_lanes)};
  return all;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
