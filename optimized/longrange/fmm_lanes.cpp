// optimized/longrange/fmm_lanes.cpp
// Purpose   The bodies of fmm_lanes.hpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/fmm_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>
// Not sorted: compiled once per target, too.
#include <hwy/contrib/math/math-inl.h>

#include "optimized/longrange/fmm_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using DD = hn::ScalableTag<double>;
using VD = hn::Vec<DD>;
constexpr std::size_t kLanes = hn::MaxLanes(DD());

/// 1 / x for positive normal x: the estimate of 14 bits and the binomial series of its error.
HWY_INLINE VD reciprocal(VD x) {
  const DD d;
#if HWY_TARGET == HWY_AVX3
  const VD y{_mm512_rcp14_pd(x.raw)};
  const VD e = hn::NegMulAdd(x, y, hn::Set(d, 1.0));
  const VD once = hn::MulAdd(y, e, y);
  return hn::MulAdd(once, e * e, once);
#else
  return hn::Set(d, 1.0) / x;
#endif
}

void forces(const double* target_x, const double* target_y, const double* x, const double* y,
            std::size_t count, double softening, double* sum_x, double* sum_y) {
  const DD d;
  constexpr std::size_t kVectors = 4;  // one broadcast of a source serves four chains
  const VD soft = hn::Set(d, softening);
  for (std::size_t i = 0; i < kNearBlock; i += kVectors * kLanes) {
    VD at_x[kVectors], at_y[kVectors], to_x[kVectors], to_y[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      at_x[v] = hn::LoadU(d, target_x + i + v * kLanes);
      at_y[v] = hn::LoadU(d, target_y + i + v * kLanes);
      to_x[v] = hn::LoadU(d, sum_x + i + v * kLanes);
      to_y[v] = hn::LoadU(d, sum_y + i + v * kLanes);
    }
    for (std::size_t j = 0; j < count; ++j) {
      const VD there_x = hn::Set(d, x[j]);
      const VD there_y = hn::Set(d, y[j]);
      HWY_UNROLL(4)
      for (std::size_t v = 0; v < kVectors; ++v) {
        const VD dx = at_x[v] - there_x;
        const VD dy = at_y[v] - there_y;
        const VD w = reciprocal(hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, soft)));
        to_x[v] = hn::MulAdd(dx, w, to_x[v]);
        to_y[v] = hn::MulAdd(dy, w, to_y[v]);
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(to_x[v], d, sum_x + i + v * kLanes);
      hn::StoreU(to_y[v], d, sum_y + i + v * kLanes);
    }
  }
}

void potentials(const double* target_x, const double* target_y, const double* x, const double* y,
                std::size_t count, double softening, double* sum) {
  const DD d;
  for (std::size_t i = 0; i < kNearBlock; i += kLanes) {
    const VD at_x = hn::LoadU(d, target_x + i);
    const VD at_y = hn::LoadU(d, target_y + i);
    VD to = hn::LoadU(d, sum + i);
    for (std::size_t j = 0; j < count; ++j) {
      const VD dx = at_x - hn::Set(d, x[j]);
      const VD dy = at_y - hn::Set(d, y[j]);
      to = to + hn::Log(d, hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Set(d, softening))));
    }
    hn::StoreU(to, d, sum + i);
  }
}

void multiply(const double* matrix, std::size_t size, const double* in, double* out) {
  const hn::CappedTag<double, kBoxBatch> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kRows = 4;
  constexpr std::size_t kVectors = kBoxBatch / hn::MaxLanes(d);
  for (std::size_t row = 0; row < size; row += kRows)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const double* from = in + v * hn::MaxLanes(d);
      const double* factors = matrix + row * size;
      // Odd and even columns apart: eight chains of dependent operations.
      V even[kRows], odd[kRows];
      for (std::size_t r = 0; r < kRows; ++r) even[r] = odd[r] = hn::Zero(d);
      for (std::size_t j = 0; j < size; j += 2) {
        const V a = hn::Load(d, from + j * kBoxBatch);
        const V b = hn::Load(d, from + (j + 1) * kBoxBatch);
        HWY_UNROLL(4)
        for (std::size_t r = 0; r < kRows; ++r) {
          even[r] = hn::MulAdd(hn::Set(d, factors[r * size + j]), a, even[r]);
          odd[r] = hn::MulAdd(hn::Set(d, factors[r * size + j + 1]), b, odd[r]);
        }
      }
      for (std::size_t r = 0; r < kRows; ++r)
        hn::Store(even[r] + odd[r], d, out + (row + r) * kBoxBatch + v * hn::MaxLanes(d));
    }
}

}  // namespace

FmmLanes box_lanes(const char* backend, bool available) {
  return {backend, available, &forces, &potentials, &multiply};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const FmmLanes> fmm_lanes() {
  static const FmmLanes all[] = {TOUCHSTONE_ROW_PER_TARGET(box_lanes)};
  return all;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
