// optimized/longrange/lane_math-inl.hpp
// Purpose   Sine and cosine, 1/x and x^(-3/2) in vector lanes.
// Source    Sine and cosine: reduction by Cody and Waite in three parts and polynomials of
//           S. L. Moshier's Cephes (sin.c), absolute error about 1e-16. Reciprocals: the machine's
//           estimate of 14 bits, then the binomial series of its error.
// Cost      Sine and cosine together 30 operations; x^(-3/2) 8 beside the estimate.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#undef TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#else
#define TOUCHSTONE_LONGRANGE_LANE_MATH_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "optimized/core/vector_targets.hpp"
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

/// For |x| <= pi/4.
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

/// 1 / x for positive normal x.
HWY_INLINE VD inverse(VD x) {
  const DD d;
#if HWY_TARGET == HWY_AVX3
  const VD y{_mm512_rcp14_pd(x.raw)};
  const VD e = hn::NegMulAdd(x, y, hn::Set(d, 1.0));  // below 2^-14
  const VD once = hn::MulAdd(y, e, y);                // 1/x = y (1 + e) (1 + e^2) (1 + O(e^4))
  return hn::MulAdd(once, e * e, once);
#else
  return hn::Set(d, 1.0) / x;
#endif
}
HWY_INLINE VS inverse(VS x) {
  const DS d;
  const VS y = hn::ApproximateReciprocal(x);
  return hn::MulAdd(y, hn::NegMulAdd(x, y, hn::Set(d, 1.0f)), y);
}

/// x^(-3/2) for positive normal x: with the estimate y of x^(-1/2) and e = 1 - x y^2,
/// y^3 (1 - e)^(-3/2).
HWY_INLINE VD inverse_three_halves(VD x) {
  const DD d;
#if HWY_TARGET == HWY_AVX3
  const VD y{_mm512_rsqrt14_pd(x.raw)};
  const VD y2 = y * y;
  const VD e = hn::NegMulAdd(x, y2, hn::Set(d, 1.0));  // below 2^-13
  VD series = hn::MulAdd(hn::Set(d, 35.0 / 16), e, hn::Set(d, 15.0 / 8));
  series = hn::MulAdd(series, e, hn::Set(d, 1.5));
  series = hn::MulAdd(series, e, hn::Set(d, 1.0));
  return y * y2 * series;
#else
  return hn::Set(d, 1.0) / (x * hn::Sqrt(x));
#endif
}
HWY_INLINE VS inverse_three_halves(VS x) {
  const DS d;
  const VS y = hn::ApproximateReciprocalSqrt(x);
  const VS y2 = y * y;
  const VS e = hn::NegMulAdd(x, y2, hn::Set(d, 1.0f));
  // The estimate of AVX2 has 12 bits: the second term of the series is seen there.
  const VS series = HWY_TARGET == HWY_AVX3 ? hn::Set(d, 1.5f)
                                           : hn::MulAdd(hn::Set(d, 15.0f / 8), e, hn::Set(d, 1.5f));
  return y * y2 * hn::MulAdd(series, e, hn::Set(d, 1.0f));
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
