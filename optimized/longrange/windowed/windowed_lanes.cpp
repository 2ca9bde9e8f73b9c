// optimized/longrange/windowed/windowed_lanes.cpp
// Purpose   The bodies of windowed_lanes.hpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/windowed/windowed_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <cmath>

#include "optimized/longrange/windowed/windowed_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;
constexpr std::size_t kLanes = hn::MaxLanes(D());

/// Values of the kernel at kPadded grid points, the first of which is returned.
template <std::size_t kPadded>
HWY_INLINE std::size_t values(const SpreadingKernel& kernel, double at, double* out) {
  const D d;
  constexpr std::size_t kVectors = kPadded / kLanes;
  const double left = at - 0.5 * static_cast<double>(kernel.width);
  const double first = std::ceil(left);
  const V x = hn::Set(d, 2 * (first - left) - 1);
  V sum[kVectors];
  const double* c = kernel.pieces.data() + (kernel.terms - 1) * kPadded;
  for (std::size_t v = 0; v < kVectors; ++v) sum[v] = hn::LoadU(d, c + v * kLanes);
  for (std::size_t m = 1; m < kernel.terms; ++m) {
    c -= kPadded;
    for (std::size_t v = 0; v < kVectors; ++v)
      sum[v] = hn::MulAdd(sum[v], x, hn::LoadU(d, c + v * kLanes));
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sum[v], d, out + v * kLanes);
  return static_cast<std::size_t>(first);
}

template <std::size_t kPadded>
void spread_padded(const SpreadingKernel& kernel, const double* x, const double* y,
                   std::size_t count, double* grid, std::size_t stride) {
  const D d;
  constexpr std::size_t kVectors = kPadded / kLanes;
  HWY_ALIGN double along_x[kPadded];
  HWY_ALIGN double along_y[kPadded];
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t column = values<kPadded>(kernel, x[i], along_x);
    const std::size_t row = values<kPadded>(kernel, y[i], along_y);
    double* to = grid + row * stride + column;
    for (std::size_t r = 0; r < kernel.width; ++r, to += stride) {
      const V factor = hn::Set(d, along_y[r]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        const V old = hn::LoadU(d, to + v * kLanes);
        hn::StoreU(hn::MulAdd(factor, hn::Load(d, along_x + v * kLanes), old), d, to + v * kLanes);
      }
    }
  }
}

template <std::size_t kPadded>
void gather_padded(const SpreadingKernel& kernel, const double* x, const double* y,
                   std::size_t count, const double* grid_x, const double* grid_y,
                   std::size_t stride, double* out_x, double* out_y) {
  const D d;
  constexpr std::size_t kVectors = kPadded / kLanes;
  HWY_ALIGN double along_x[kPadded];
  HWY_ALIGN double along_y[kPadded];
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t column = values<kPadded>(kernel, x[i], along_x);
    const std::size_t row = values<kPadded>(kernel, y[i], along_y);
    const double* from_x = grid_x + row * stride + column;
    const double* from_y = grid_y + row * stride + column;
    V sum_x[kVectors];
    V sum_y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) sum_x[v] = sum_y[v] = hn::Zero(d);
    for (std::size_t r = 0; r < kernel.width; ++r, from_x += stride, from_y += stride) {
      const V factor = hn::Set(d, along_y[r]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        sum_x[v] = hn::MulAdd(factor, hn::LoadU(d, from_x + v * kLanes), sum_x[v]);
        sum_y[v] = hn::MulAdd(factor, hn::LoadU(d, from_y + v * kLanes), sum_y[v]);
      }
    }
    V all_x = hn::Zero(d);
    V all_y = hn::Zero(d);
    for (std::size_t v = 0; v < kVectors; ++v) {
      all_x = hn::MulAdd(sum_x[v], hn::Load(d, along_x + v * kLanes), all_x);
      all_y = hn::MulAdd(sum_y[v], hn::Load(d, along_x + v * kLanes), all_y);
    }
    out_x[i] = hn::GetLane(hn::SumOfLanes(d, all_x));
    out_y[i] = hn::GetLane(hn::SumOfLanes(d, all_y));
  }
}

void spread(const SpreadingKernel& kernel, const double* x, const double* y, std::size_t count,
            double* grid, std::size_t stride) {
  (kernel.lanes == 8 ? spread_padded<8> : spread_padded<16>)(kernel, x, y, count, grid, stride);
}

void gather(const SpreadingKernel& kernel, const double* x, const double* y, std::size_t count,
            const double* grid_x, const double* grid_y, std::size_t stride, double* out_x,
            double* out_y) {
  (kernel.lanes == 8 ? gather_padded<8> : gather_padded<16>)(kernel, x, y, count, grid_x, grid_y,
                                                             stride, out_x, out_y);
}

}  // namespace

constexpr WindowedLanes grid_lanes(const char* backend, bool available) {
  return {backend, available, &spread, &gather};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const WindowedLanes> windowed_lanes() {
  static const WindowedLanes all[] = {TOUCHSTONE_ROW_PER_TARGET(grid_lanes)};
  return all;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
