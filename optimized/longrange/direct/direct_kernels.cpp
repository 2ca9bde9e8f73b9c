// optimized/longrange/direct/direct_kernels.cpp
// Purpose   The bodies of direct_kernels.hpp.
// Source    Rocha Filho, section 3.2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/direct/direct_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "optimized/longrange/direct/direct_kernels.hpp"
#include "optimized/longrange/lane_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

/// Pair law of the Ring: squared distances become weights of pairs, up to a factor of all of them.
struct Ring {
  template <class T>
  static constexpr double kFactor = kThreeHalvesFactor<T>;
  template <class V, std::size_t kVectors>
  static HWY_INLINE void weigh(V (&squares)[kVectors]) {
    inverse_three_halves(squares);
  }
};
struct Plane {
  template <class T>
  static constexpr double kFactor = 1;
  template <class V, std::size_t kVectors>
  static HWY_INLINE void weigh(V (&squares)[kVectors]) {
    inverses(squares);
  }
};

/// Vectors of targets side by side: one broadcast of a source serves them all. More than two leave
/// too few registers.
constexpr std::size_t kVectors = 2;

/// Pairs of some vectors of targets with one source.
template <class D>
struct Pairs {
  using V = hn::Vec<D>;
  using T = hn::TFromD<D>;
  V dx[kVectors], dy[kVectors], weight[kVectors];
};

template <class D>
struct Targets {
  using V = hn::Vec<D>;
  using T = hn::TFromD<D>;
  V x[kVectors], y[kVectors];

  HWY_INLINE Targets(const T* from_x, const T* from_y) {
    const D d;
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      x[v] = hn::LoadU(d, from_x + v * hn::Lanes(d));
      y[v] = hn::LoadU(d, from_y + v * hn::Lanes(d));
    }
  }
  template <class Model>
  HWY_INLINE Pairs<D> with(T there_x, T there_y, V softening) const {
    const D d;
    Pairs<D> p;
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) p.dx[v] = x[v] - hn::Set(d, there_x);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) p.dy[v] = y[v] - hn::Set(d, there_y);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v)
      p.weight[v] = hn::MulAdd(p.dy[v], p.dy[v], softening);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v)
      p.weight[v] = hn::MulAdd(p.dx[v], p.dx[v], p.weight[v]);
    Model::weigh(p.weight);
    return p;
  }
};

/// Sums of pairs in their own precision.
template <class D>
struct Sums {
  using V = hn::Vec<D>;
  V x[kVectors], y[kVectors];

  HWY_INLINE Sums() {
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) x[v] = y[v] = hn::Zero(D());
  }
  HWY_INLINE void add(const Pairs<D>& p) {
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::MulAdd(p.dx[v], p.weight[v], x[v]);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::MulAdd(p.dy[v], p.weight[v], y[v]);
  }
};

template <class Model>
void force_in_double(const DirectArrays& a, std::size_t first, double* out_x, double* out_y) {
  const DD d;
  const VD softening = hn::Set(d, a.softening);
  const VD factor = hn::Set(d, Model::template kFactor<double>);
  for (std::size_t i = 0; i < kTargetBlock; i += kVectors * hn::Lanes(d)) {
    const Targets<DD> targets(a.x + first + i, a.y + first + i);
    Sums<DD> sums;
    for (std::size_t j = 0; j < a.count; ++j)
      sums.add(targets.with<Model>(a.x[j], a.y[j], softening));
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums.x[v] * factor, d, out_x + i + v * hn::Lanes(d));
      hn::StoreU(sums.y[v] * factor, d, out_y + i + v * hn::Lanes(d));
    }
  }
}

/// Sums in double of what was computed in single precision.
struct WideSums {
  VD x[2 * kVectors], y[2 * kVectors];  // lower and upper half of each vector

  HWY_INLINE WideSums() {
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < 2 * kVectors; ++v) x[v] = y[v] = hn::Zero(DD());
  }
  static HWY_INLINE void add_to(VD& low, VD& high, VS v) {
    const hn::Rebind<float, DD> half;
    low = low + hn::PromoteTo(DD(), hn::LowerHalf(half, v));
    high = high + hn::PromoteTo(DD(), hn::UpperHalf(half, v));
  }
  HWY_INLINE void add(const Sums<DS>& sums) {
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      add_to(x[2 * v], x[2 * v + 1], sums.x[v]);
      add_to(y[2 * v], y[2 * v + 1], sums.y[v]);
    }
  }
  HWY_INLINE void add(const Pairs<DS>& p) {
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      add_to(x[2 * v], x[2 * v + 1], p.dx[v] * p.weight[v]);
      add_to(y[2 * v], y[2 * v + 1], p.dy[v] * p.weight[v]);
    }
  }
  HWY_INLINE void store(double factor, double* out_x, double* out_y) const {
    const DD d;
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < 2 * kVectors; ++v) {
      hn::StoreU(x[v] * hn::Set(d, factor), d, out_x + v * hn::Lanes(d));
      hn::StoreU(y[v] * hn::Set(d, factor), d, out_y + v * hn::Lanes(d));
    }
  }
};

/// Pairs in single precision; sums of kSingleChunk sources in single, or each pair in double.
template <class Model, PairPrecision kPrecision>
void force_in_single(const DirectArrays& a, std::size_t first, double* out_x, double* out_y) {
  const DS d;
  const VS softening = hn::Set(d, static_cast<float>(a.softening));
  for (std::size_t i = 0; i < kTargetBlock; i += kVectors * hn::Lanes(d)) {
    const Targets<DS> targets(a.x_single + first + i, a.y_single + first + i);
    WideSums all;
    if constexpr (kPrecision == PairPrecision::mixed) {
      for (std::size_t j = 0; j < a.count; ++j)
        all.add(targets.with<Model>(a.x_single[j], a.y_single[j], softening));
    } else {
      for (std::size_t begin = 0; begin < a.count; begin += kSingleChunk) {
        const std::size_t end = std::min(a.count, begin + kSingleChunk);
        Sums<DS> sums;
        for (std::size_t j = begin; j < end; ++j)
          sums.add(targets.with<Model>(a.x_single[j], a.y_single[j], softening));
        all.add(sums);
      }
    }
    all.store(Model::template kFactor<float>, out_x + i, out_y + i);
  }
}

/// Squares of the softened distances of a vector of targets from a source.
HWY_INLINE VD squares(const DirectArrays& a, std::size_t target, std::size_t source) {
  const DD d;
  const VD dx = hn::LoadU(d, a.x + target) - hn::Set(d, a.x[source]);
  const VD dy = hn::LoadU(d, a.y + target) - hn::Set(d, a.y[source]);
  return hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Set(d, a.softening)));
}

/// The same, but `own` for a particle and itself: the least softening would hide all other pairs.
HWY_INLINE VD squares_but(double own, const DirectArrays& a, std::size_t target,
                          std::size_t source) {
  const DD d;
  const auto is_own =
      hn::Eq(hn::Iota(d, static_cast<double>(target)), hn::Set(d, static_cast<double>(source)));
  return hn::IfThenElse(is_own, hn::Set(d, own), squares(a, target, source));
}

void ring_potential(const DirectArrays& a, std::size_t first, double* out) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const DD d;
  for (std::size_t i = 0; i < kTargetBlock; i += hn::Lanes(d)) {
    VD sum = hn::Zero(d);
    for (std::size_t j = 0; j < a.count; ++j)
      sum = sum + hn::Set(d, 1.0) / hn::Sqrt(squares_but(kInfinity, a, first + i, j));
    hn::StoreU(sum, d, out + i);
  }
}

/// The logarithm of the product of all sources, whose binary exponent is taken out after some.
void plane_potential(const DirectArrays& a, std::size_t first, double* out) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const auto one = hn::BitCast(du, hn::Set(d, 1.0));
  const auto mantissa_bits = hn::Set(du, 0xFFFFFFFFFFFFFu);
  const VD magic = hn::Set(d, 0x1p52);  // with k in its last bits it is 2^52 + k
  for (std::size_t i = 0; i < kTargetBlock; i += hn::Lanes(d)) {
    VD product = hn::Set(d, 1.0);  // its mantissa, in [1, 2)
    VD exponent = hn::Zero(d);
    for (std::size_t j = 0; j < a.count; j += a.factors) {
      for (std::size_t k = j; k < std::min(a.count, j + a.factors); ++k)
        product = product * squares_but(1, a, first + i, k);
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
  return {backend,
          available,
          {&force_in_double<Ring>, &force_in_single<Ring, PairPrecision::in_single>,
           &force_in_single<Ring, PairPrecision::mixed>},
          {&force_in_double<Plane>, &force_in_single<Plane, PairPrecision::in_single>,
           &force_in_single<Plane, PairPrecision::mixed>},
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
  static const DirectKernels all[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return all;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
