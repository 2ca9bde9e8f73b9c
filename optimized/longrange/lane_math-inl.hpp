// optimized/longrange/lane_math-inl.hpp
// Purpose   Sine and cosine, 1/x and x^(-3/2) in vector lanes.
// Source    Sine and cosine: reduction by Cody and Waite in three parts and polynomials of
//           S. L. Moshier's Cephes (sin.c), absolute error about 1e-16. Reciprocals: the machine's
//           estimate of 14 bits, then the binomial series of its error.
// Cost      Multiplications and fused ones beside the estimate (AVX-512): x^(-3/2) 6 in double and
//           4 in single precision, 1/x 4 and 2; sine and cosine near zero 16.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#undef TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#else
#define TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using VD = hn::Vec<DD>;
using DS = hn::ScalableTag<float>;
using VS = hn::Vec<DS>;

struct SinCos {
  VD sine;
  VD cosine;
};

/// Sine and cosine for |x| <= pi/4.
HWY_INLINE SinCos sincos_near_zero(VD x) {
  const DD d;
  const auto c = [&](double value) { return hn::Set(d, value); };
  const VD z = x * x;
  VD s = c(1.58962301576546568060e-10);
  s = hn::MulAdd(s, z, c(-2.50507477628578072866e-8));
  s = hn::MulAdd(s, z, c(2.75573136213857245213e-6));
  s = hn::MulAdd(s, z, c(-1.98412698295895385996e-4));
  s = hn::MulAdd(s, z, c(8.33333333332211858878e-3));
  s = hn::MulAdd(s, z, c(-1.66666666666666307295e-1));
  VD e = c(-1.13585365213876817300e-11);
  e = hn::MulAdd(e, z, c(2.08757008419747316778e-9));
  e = hn::MulAdd(e, z, c(-2.75573141792967388112e-7));
  e = hn::MulAdd(e, z, c(2.48015872888517045348e-5));
  e = hn::MulAdd(e, z, c(-1.38888888888730564116e-3));
  e = hn::MulAdd(e, z, c(4.16666666666665929218e-2));
  return {hn::MulAdd(s * z, x, x), hn::MulAdd(e * z, z, hn::MulAdd(c(-0.5), z, c(1)))};
}

/// Lane by lane with the standard library: for angles too large for the reduction.
inline HWY_NOINLINE void sincos_by_library(const double* x, double* sine, double* cosine) {
  for (std::size_t lane = 0; lane < hn::Lanes(DD()); ++lane) {
    sine[lane] = std::sin(x[lane]);
    cosine[lane] = std::cos(x[lane]);
  }
}

/// Any finite x.
HWY_INLINE SinCos sincos(VD x) {
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const VD magic = hn::Set(d, 0x1.8p52);  // x + magic has the nearest integer in its last bits
  const VD shifted = hn::MulAdd(x, hn::Set(d, 6.36619772367581343076e-1), magic);
  const VD quarters = shifted - magic;
  VD r = hn::NegMulAdd(quarters, hn::Set(d, 2 * 7.85398125648498535156e-1), x);
  r = hn::NegMulAdd(quarters, hn::Set(d, 2 * 3.77489470793079817668e-8), r);
  r = hn::NegMulAdd(quarters, hn::Set(d, 2 * 2.69515142907905952645e-15), r);
  const SinCos near = sincos_near_zero(r);
  const auto k = hn::BitCast(du, shifted);
  const auto one = hn::Set(du, 1);
  const auto two = hn::Set(du, 2);
  const auto swapped = hn::RebindMask(d, hn::Eq(hn::And(k, one), one));
  const VD sign_s = hn::BitCast(d, hn::ShiftLeft<62>(hn::And(k, two)));
  const VD sign_c = hn::BitCast(d, hn::ShiftLeft<62>(hn::And(k + one, two)));
  SinCos result{hn::Xor(hn::IfThenElse(swapped, near.cosine, near.sine), sign_s),
                hn::Xor(hn::IfThenElse(swapped, near.sine, near.cosine), sign_c)};
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(x), hn::Set(d, 1e6))))) {
    HWY_ALIGN double in[HWY_MAX_BYTES / 8], sine[HWY_MAX_BYTES / 8], cosine[HWY_MAX_BYTES / 8];
    hn::Store(x, d, in);
    sincos_by_library(in, sine, cosine);
    result = {hn::Load(d, sine), hn::Load(d, cosine)};
  }
  return result;
}

// Reciprocals are taken of several vectors at a time, one operation of all of them after another:
// what one waits for is hidden by the others. Additions have ports of their own, so that a
// polynomial begins with one: its leading coefficient is left to the caller, as a factor of sums.

/// 1 / x for positive normal x.
template <std::size_t kVectors>
HWY_INLINE void inverses(VD (&x)[kVectors]) {
  const DD d;
#if HWY_TARGET == HWY_AVX3
  VD y[kVectors];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = VD{_mm512_rcp14_pd(x[v].raw)};
  HWY_UNROLL(4)  // e, below 2^-14
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::NegMulAdd(x[v], y[v], hn::Set(d, 1.0));
  HWY_UNROLL(4)  // 1/x = y (1 + e) (1 + e^2) (1 + O(e^4))
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::MulAdd(y[v], x[v], y[v]);
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = x[v] * x[v];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::MulAdd(y[v], x[v], y[v]);
#else
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::Set(d, 1.0) / x[v];
#endif
}
template <std::size_t kVectors>
HWY_INLINE void inverses(VS (&x)[kVectors]) {
  const DS d;
  VS y[kVectors];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::ApproximateReciprocal(x[v]);
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::NegMulAdd(x[v], y[v], hn::Set(d, 1.0f));
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::MulAdd(y[v], x[v], y[v]);
}

/// Factor that inverse_three_halves leaves out.
template <class T>
inline constexpr double kThreeHalvesFactor = 15.0 / 8;
template <>
inline constexpr double kThreeHalvesFactor<double> = HWY_TARGET == HWY_AVX3 ? 35.0 / 16 : 1;
#if HWY_TARGET == HWY_AVX3
template <>
inline constexpr double kThreeHalvesFactor<float> = 1.5;
#endif

/// x^(-3/2) / kThreeHalvesFactor for positive normal x: with the estimate y of x^(-1/2) and
/// e = 1 - x y^2, y^3 (1 - e)^(-3/2).
template <std::size_t kVectors>
HWY_INLINE void inverse_three_halves(VD (&x)[kVectors]) {
  const DD d;
#if HWY_TARGET == HWY_AVX3
  VD y[kVectors], z[kVectors];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = VD{_mm512_rsqrt14_pd(x[v].raw)};
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = y[v] * y[v];
  HWY_UNROLL(4)  // e, below 2^-13
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::NegMulAdd(x[v], z[v], hn::Set(d, 1.0));
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = y[v] * z[v];
  HWY_UNROLL(4)  // 1 + 3/2 e + 15/8 e^2 + 35/16 e^3
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = x[v] + hn::Set(d, 6.0 / 7);
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = hn::MulAdd(z[v], x[v], hn::Set(d, 24.0 / 35));
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = hn::MulAdd(z[v], x[v], hn::Set(d, 16.0 / 35));
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = y[v] * z[v];
#else
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::Set(d, 1.0) / (x[v] * hn::Sqrt(x[v]));
#endif
}
template <std::size_t kVectors>
HWY_INLINE void inverse_three_halves(VS (&x)[kVectors]) {
  const DS d;
  VS y[kVectors], z[kVectors];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = hn::ApproximateReciprocalSqrt(x[v]);
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = y[v] * y[v];
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) y[v] = y[v] * z[v];
#if HWY_TARGET == HWY_AVX3
  HWY_UNROLL(4)  // 1 + 3/2 e
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = hn::NegMulAdd(x[v], z[v], hn::Set(d, 5.0f / 3));
#else  // an estimate of 12 bits: the second term of the series is seen
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = hn::NegMulAdd(x[v], z[v], hn::Set(d, 1.0f));
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = x[v] + hn::Set(d, 0.8f);
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) z[v] = hn::MulAdd(z[v], x[v], hn::Set(d, 8.0f / 15));
#endif
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) x[v] = y[v] * z[v];
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
