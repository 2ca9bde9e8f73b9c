// optimized/longrange/fmm/fmm_lanes.cpp
// Purpose   The bodies of fmm_lanes.hpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/fmm/fmm_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>
// Not sorted: compiled once per target, too.
#include <hwy/contrib/math/math-inl.h>

#include <type_traits>

#include "optimized/longrange/fmm/fmm_lanes.hpp"

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

/// One broadcast of a source serves `kVectors` chains.
template <std::size_t kVectors>
HWY_INLINE void forces_on(const double* target_x, const double* target_y, const double* x,
                          const double* y, std::size_t count, double softening, double* sum_x,
                          double* sum_y) {
  const DD d;
  const VD soft = hn::Set(d, softening);
  VD at_x[kVectors], at_y[kVectors], to_x[kVectors], to_y[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) {
    at_x[v] = hn::LoadU(d, target_x + v * kLanes);
    at_y[v] = hn::LoadU(d, target_y + v * kLanes);
    to_x[v] = hn::LoadU(d, sum_x + v * kLanes);
    to_y[v] = hn::LoadU(d, sum_y + v * kLanes);
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
    hn::StoreU(to_x[v], d, sum_x + v * kLanes);
    hn::StoreU(to_y[v], d, sum_y + v * kLanes);
  }
}

void forces(std::size_t targets, const double* target_x, const double* target_y, const double* x,
            const double* y, std::size_t count, double softening, double* sum_x, double* sum_y) {
  const auto vectors = [&](std::size_t i, auto some) {
    forces_on<decltype(some)::value>(target_x + i, target_y + i, x, y, count, softening, sum_x + i,
                                     sum_y + i);
  };
  for (std::size_t i = 0; i < targets; i += 4 * kLanes) {
    const std::size_t left = (targets - i + kLanes - 1) / kLanes;
    if (left == 1)
      vectors(i, std::integral_constant<std::size_t, 1>());
    else if (left == 2)
      vectors(i, std::integral_constant<std::size_t, 2>());
    else if (left == 3)
      vectors(i, std::integral_constant<std::size_t, 3>());
    else
      vectors(i, std::integral_constant<std::size_t, 4>());
  }
}

/// T_k and its derivative k U_(k-1) for a vector of points, p of each.
HWY_INLINE void chebyshev(VD x, std::size_t p, VD* value, VD* slope) {
  const DD d;
  const VD twice = x + x;
  VD u = hn::Set(d, 1.0);  // U_(k-1), and the one before
  VD before = hn::Zero(d);
  value[0] = hn::Set(d, 1.0);
  slope[0] = hn::Zero(d);
  for (std::size_t k = 1; k < p; ++k) {
    value[k] = k == 1 ? x : hn::MulSub(twice, value[k - 1], value[k - 2]);
    slope[k] = hn::Set(d, static_cast<double>(k)) * u;
    const VD next = hn::MulSub(twice, u, before);
    before = u;
    u = next;
  }
}

void gradients(const double* x, const double* y, const double* series, std::size_t p,
               double* slope_x, double* slope_y) {
  const DD d;
  VD tx[kMostNodes], ty[kMostNodes], ux[kMostNodes], uy[kMostNodes];
  for (std::size_t i = 0; i < kNearBlock; i += kLanes) {
    chebyshev(hn::LoadU(d, x + i), p, tx, ux);
    chebyshev(hn::LoadU(d, y + i), p, ty, uy);
    VD to_x = hn::Zero(d);
    VD to_y = hn::Zero(d);
    for (std::size_t k = 0; k < p; ++k) {
      VD value = hn::Zero(d);  // of the polynomial in y that belongs to T_k(x)
      VD slope = hn::Zero(d);
      for (std::size_t l = 0; l < p; ++l) {
        const VD factor = hn::Set(d, series[k * p + l]);
        value = hn::MulAdd(factor, ty[l], value);
        slope = hn::MulAdd(factor, uy[l], slope);
      }
      to_x = hn::MulAdd(ux[k], value, to_x);
      to_y = hn::MulAdd(tx[k], slope, to_y);
    }
    hn::StoreU(to_x, d, slope_x + i);
    hn::StoreU(to_y, d, slope_y + i);
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
  const DD d;
  constexpr std::size_t kRows = 4;
  constexpr std::size_t kBeside = 2;  // vectors that one broadcast of the matrix serves
  static_assert(kBoxBatch % (kBeside * kLanes) == 0);
  for (std::size_t row = 0; row < size; row += kRows)
    for (std::size_t v = 0; v < kBoxBatch; v += kBeside * kLanes) {
      const double* factors = matrix + row * size;
      VD left[kRows], right[kRows];  // eight chains of dependent operations
      for (std::size_t r = 0; r < kRows; ++r) left[r] = right[r] = hn::Zero(d);
      for (std::size_t j = 0; j < size; ++j) {
        const VD a = hn::Load(d, in + j * kBoxBatch + v);
        const VD b = hn::Load(d, in + j * kBoxBatch + v + kLanes);
        HWY_UNROLL(4)
        for (std::size_t r = 0; r < kRows; ++r) {
          const VD factor = hn::Set(d, factors[r * size + j]);
          left[r] = hn::MulAdd(factor, a, left[r]);
          right[r] = hn::MulAdd(factor, b, right[r]);
        }
      }
      for (std::size_t r = 0; r < kRows; ++r) {
        hn::Store(left[r], d, out + (row + r) * kBoxBatch + v);
        hn::Store(right[r], d, out + (row + r) * kBoxBatch + v + kLanes);
      }
    }
}

}  // namespace

constexpr FmmLanes box_lanes(const char* backend, bool available) {
  return {backend, available, &forces, &gradients, &potentials, &multiply};
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
