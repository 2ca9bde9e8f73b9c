// optimized/longrange/direct_kernels.cpp
// Purpose   The bodies of direct_kernels.hpp.
// Source    Rocha Filho, section 3.2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/direct_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "optimized/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "optimized/longrange/direct_kernels.hpp"
#include "optimized/longrange/lane_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

/// Which model; the weight of a pair.
struct Ring {
  template <class V>
  static HWY_INLINE V weight(V d) {
    return inverse_three_halves(d);
  }
};
struct Plane {
  template <class V>
  static HWY_INLINE V weight(V d) {
    return inverse(d);
  }
};

/// Targets of four vectors and their sums. Four, so that one broadcast of a source serves four
/// chains of dependent operations.
template <class D>
struct Targets {
  using V = hn::Vec<D>;
  using T = hn::TFromD<D>;
  static constexpr std::size_t kVectors = 4;
  V x[kVectors], y[kVectors], sum_x[kVectors], sum_y[kVectors];

  HWY_INLINE Targets(const T* from_x, const T* from_y) {
    const D d;
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < kVectors; ++v) {
      x[v] = hn::LoadU(d, from_x + v * hn::Lanes(d));
      y[v] = hn::LoadU(d, from_y + v * hn::Lanes(d));
    }
    clear();
  }
  HWY_INLINE void clear() {
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < kVectors; ++v) sum_x[v] = sum_y[v] = hn::Zero(D());
  }
  /// Sources [first, last).
  template <class Model>
  HWY_INLINE void add(const T* from_x, const T* from_y, std::size_t first, std::size_t last,
                      T softening) {
    const D d;
    const V soft = hn::Set(d, softening);
    for (std::size_t j = first; j < last; ++j) {
      const V there_x = hn::Set(d, from_x[j]);
      const V there_y = hn::Set(d, from_y[j]);
      HWY_UNROLL(4)
      for (std::size_t v = 0; v < kVectors; ++v) {
        const V dx = x[v] - there_x;
        const V dy = y[v] - there_y;
        const V w = Model::weight(hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, soft)));
        sum_x[v] = hn::MulAdd(dx, w, sum_x[v]);
        sum_y[v] = hn::MulAdd(dy, w, sum_y[v]);
      }
    }
  }
};

template <class Model>
void force_in_double(const DirectArrays& a, std::size_t first, double* out_x, double* out_y) {
  const DD d;
  const std::size_t step = Targets<DD>::kVectors * hn::Lanes(d);
  for (std::size_t i = 0; i < kTargetBlock; i += step) {
    Targets<DD> targets(a.x + first + i, a.y + first + i);
    targets.add<Model>(a.x, a.y, 0, a.count, a.softening);
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < Targets<DD>::kVectors; ++v) {
      hn::StoreU(targets.sum_x[v], d, out_x + i + v * hn::Lanes(d));
      hn::StoreU(targets.sum_y[v], d, out_y + i + v * hn::Lanes(d));
    }
  }
}

/// to[lane] += v[lane]
HWY_INLINE void add_to(VS v, double* to) {
  const DD d;
  const hn::Rebind<float, DD> half;
  const VD low = hn::PromoteTo(d, hn::LowerHalf(half, v));
  const VD high = hn::PromoteTo(d, hn::UpperHalf(half, v));
  const std::size_t lanes = hn::Lanes(d);
  hn::StoreU(hn::LoadU(d, to) + low, d, to);
  hn::StoreU(hn::LoadU(d, to + lanes) + high, d, to + lanes);
}

/// Sums of `chunk` sources in single precision, added up in double. A chunk of 1 is the paper's.
template <class Model, std::size_t kChunk>
void force_in_single(const DirectArrays& a, std::size_t first, double* out_x, double* out_y) {
  const DS d;
  const std::size_t lanes = hn::Lanes(d);
  const auto softening = static_cast<float>(a.softening);
  std::fill(out_x, out_x + kTargetBlock, 0.0);
  std::fill(out_y, out_y + kTargetBlock, 0.0);
  for (std::size_t i = 0; i < kTargetBlock; i += Targets<DS>::kVectors * lanes) {
    Targets<DS> targets(a.x_single + first + i, a.y_single + first + i);
    for (std::size_t j = 0; j < a.count; j += kChunk) {
      targets.add<Model>(a.x_single, a.y_single, j, std::min(a.count, j + kChunk), softening);
      HWY_UNROLL(4)
      for (std::size_t v = 0; v < Targets<DS>::kVectors; ++v) {
        add_to(targets.sum_x[v], out_x + i + v * lanes);
        add_to(targets.sum_y[v], out_y + i + v * lanes);
      }
      targets.clear();
    }
  }
}

/// Squares of the softened distances of a vector of targets from a source.
HWY_INLINE VD squares(const DirectArrays& a, std::size_t target, std::size_t source) {
  const DD d;
  const VD dx = hn::LoadU(d, a.x + target) - hn::Set(d, a.x[source]);
  const VD dy = hn::LoadU(d, a.y + target) - hn::Set(d, a.y[source]);
  return hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Set(d, a.softening)));
}

void ring_potential(const DirectArrays& a, std::size_t first, double* out) {
  const DD d;
  for (std::size_t i = 0; i < kTargetBlock; i += hn::Lanes(d)) {
    VD sum = hn::Zero(d);
    for (std::size_t j = 0; j < a.count; ++j)
      sum = sum + hn::Set(d, 1.0) / hn::Sqrt(squares(a, first + i, j));
    hn::StoreU(sum, d, out + i);
  }
}

/// The logarithm of the product of all sources, whose binary exponent is kept apart: eight factors
/// neither overflow nor underflow (direct_run.cpp refuses states where they could).
void plane_potential(const DirectArrays& a, std::size_t first, double* out) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const auto one = hn::BitCast(du, hn::Set(d, 1.0));
  const auto mantissa_bits = hn::Set(du, 0xFFFFFFFFFFFFFu);
  const VD magic = hn::Set(d, 0x1p52);  // with k in its last bits it is 2^52 + k
  for (std::size_t i = 0; i < kTargetBlock; i += hn::Lanes(d)) {
    VD product = hn::Set(d, 1.0);  // its mantissa, in [1, 2)
    VD exponent = hn::Zero(d);
    for (std::size_t j = 0; j < a.count; j += 8) {
      for (std::size_t k = j; k < std::min(a.count, j + 8); ++k)
        product = product * squares(a, first + i, k);
      const auto bits = hn::BitCast(du, product);
      const auto biased = hn::Or(hn::ShiftRight<52>(bits), hn::BitCast(du, magic));
      exponent = exponent + (hn::BitCast(d, biased) - magic - hn::Set(d, 1023.0));
      product = hn::BitCast(d, hn::Or(hn::And(bits, mantissa_bits), one));
    }
    HWY_ALIGN double mantissas[HWY_MAX_BYTES / 8];
    HWY_ALIGN double exponents[HWY_MAX_BYTES / 8];
    hn::Store(product, d, mantissas);
    hn::Store(exponent, d, exponents);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
      out[i + lane] = std::log(mantissas[lane]) + exponents[lane] * std::numbers::ln2;
  }
}

void sincos_of(const double* angles, std::size_t count, double* sine, double* cosine) {
  const DD d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const SinCos at = sincos(hn::LoadU(d, angles + i));
    hn::StoreU(at.sine, d, sine + i);
    hn::StoreU(at.cosine, d, cosine + i);
  }
}

DirectKernels kernels(const char* backend, bool available) {
  return {
      backend,
      available,
      {&force_in_double<Ring>, &force_in_single<Ring, kSingleChunk>, &force_in_single<Ring, 1>},
      {&force_in_double<Plane>, &force_in_single<Plane, kSingleChunk>, &force_in_single<Plane, 1>},
      &ring_potential,
      &plane_potential,
      &sincos_of};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const DirectKernels> direct_kernels() {
  const auto supported = [](std::int64_t target) {
    return (hwy::SupportedTargets() & target) != 0;
  };
  static const DirectKernels all[] = {
#if HWY_TARGETS & HWY_AVX3
    N_AVX3::kernels("avx512", supported(HWY_AVX3)),
#endif
#if HWY_TARGETS & HWY_AVX2
    N_AVX2::kernels("avx2", supported(HWY_AVX2)),
#endif
    N_EMU128::kernels("portable", true)
  };
  return all;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
