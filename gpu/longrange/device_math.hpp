// gpu/longrange/device_math.hpp
// Purpose   Sines and cosines, reciprocals and inverse roots for kernels.
// Source    Sine and cosine: reduction by Cody and Waite in three parts and polynomials of
//           S. L. Moshier's Cephes (sin.c), absolute error about 1e-16. Reciprocals: the estimate
//           of a device's special function unit, in double precision followed by the binomial
//           series of its error. It has about 22 bits in single precision. In double (PTX, rcp and
//           rsqrt, .approx.ftz.f64) it sees the upper half of a number and gives 20 bits, without
//           conversions, which would take two more places of that unit.
// Computes  sine_cosine: the same bits on a device and on a processor up to a million, by fma. The
//           estimates differ in their last bit, and so does what is built on them.
// Cost      sine_cosine 20 operations in double precision, series 3 (1/x) and 6 (x^(-3/2)) beside
//           the estimate.
#pragma once
#include <cmath>

#include "gpu/exec/multiply_add.hpp"
#include "models/core/host_device.hpp"

namespace touchstone::gpu {

struct SineCosine {
  double sine;
  double cosine;
};

/// Sine and cosine for |x| <= pi/4.
TOUCHSTONE_HD inline SineCosine sine_cosine_near_zero(double x) {
  const double z = x * x;
  double s = 1.58962301576546568060e-10;
  s = ::fma(s, z, -2.50507477628578072866e-8);
  s = ::fma(s, z, 2.75573136213857245213e-6);
  s = ::fma(s, z, -1.98412698295895385996e-4);
  s = ::fma(s, z, 8.33333333332211858878e-3);
  s = ::fma(s, z, -1.66666666666666307295e-1);
  double c = -1.13585365213876817300e-11;
  c = ::fma(c, z, 2.08757008419747316778e-9);
  c = ::fma(c, z, -2.75573141792967388112e-7);
  c = ::fma(c, z, 2.48015872888517045348e-5);
  c = ::fma(c, z, -1.38888888888730564116e-3);
  c = ::fma(c, z, 4.16666666666665929218e-2);
  return {::fma(s * z, x, x), ::fma(c * z, z, ::fma(-0.5, z, 1.0))};
}

/// Largest argument of sine_cosine_within().
inline constexpr double kReducedAngle = 1e6;

/// Sine and cosine for |x| <= kReducedAngle, without a branch.
TOUCHSTONE_HD inline SineCosine sine_cosine_within(double x) {
  constexpr double kMagic = 0x1.8p52;  // x + kMagic is rounded to an integer
  const double quarters = ::fma(x, 6.36619772367581343076e-1, kMagic) - kMagic;
  double r = ::fma(quarters, -2 * 7.85398125648498535156e-1, x);
  r = ::fma(quarters, -2 * 3.77489470793079817668e-8, r);
  r = ::fma(quarters, -2 * 2.69515142907905952645e-15, r);
  const SineCosine near = sine_cosine_near_zero(r);
  const int k = static_cast<int>(quarters);
  const double s = (k & 1) != 0 ? near.cosine : near.sine;
  const double c = (k & 1) != 0 ? near.sine : near.cosine;
  return {(k & 2) != 0 ? -s : s, ((k + 1) & 2) != 0 ? -c : c};
}

/// Sine and cosine of any finite x.
TOUCHSTONE_HD inline SineCosine sine_cosine(double x) {
  if (!(::fabs(x) <= kReducedAngle)) return {::sin(x), ::cos(x)};
  return sine_cosine_within(x);
}

/// 1 / x for positive normal x. Without the treatment of subnormal numbers that the library has.
TOUCHSTONE_HD inline float inverse(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1.0f / x;
#endif
}
TOUCHSTONE_HD inline float inverse_root(float x) {
#ifdef __CUDA_ARCH__
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1.0f / ::sqrtf(x);
#endif
}

/// Estimates in double precision: on a processor those of single precision.
TOUCHSTONE_HD inline double inverse_estimate(double x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
#else
  return static_cast<double>(inverse(static_cast<float>(x)));
#endif
}
TOUCHSTONE_HD inline double inverse_root_estimate(double x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
#else
  return static_cast<double>(inverse_root(static_cast<float>(x)));
#endif
}

/// 1/x = y (1 + e + e^2 + O(e^3)) with e = 1 - x y, for x in the range of normal numbers of single
/// precision.
TOUCHSTONE_HD inline double inverse(double x) {
  const double y = inverse_estimate(x);
  const double e = multiply_add(-x, y, 1.0);
  return multiply_add(y, multiply_add(e, e, e), y);
}

/// x^(-3/2), from the estimate y of x^(-1/2): y^3 (1 - e)^(-3/2) with e = 1 - x y^2.
TOUCHSTONE_HD inline float inverse_three_halves(float x) {
  const float y = inverse_root(x);
  return y * y * y;
}
TOUCHSTONE_HD inline double inverse_three_halves(double x) {
  const double y = inverse_root_estimate(x);
  const double y2 = y * y;
  const double e = multiply_add(-x, y2, 1.0);
  const double series = multiply_add(multiply_add(15.0 / 8, e, 1.5), e, 1.0);
  return y * y2 * series;
}

}  // namespace touchstone::gpu
