// optimized/hpmc/tree/four_floats.hpp
// Purpose   Four floats at a time, as every x86-64 has them, with comparisons that give four bits;
//           plain C++ elsewhere.
#pragma once
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <algorithm>
#include <cmath>
#endif

namespace touchstone::optimized {

struct FourFloats {
#if defined(__SSE2__)
  __m128 v;
  static FourFloats load(const float* p) { return {_mm_load_ps(p)}; }  ///< aligned to 16 bytes
  static FourFloats all(float x) { return {_mm_set1_ps(x)}; }
  /// Lanes from doubles, rounded to nearest; the fourth is 0.
  static FourFloats rounded(double x, double y, double z) {
    return {_mm_movelh_ps(_mm_cvtpd_ps(_mm_set_pd(y, x)), _mm_cvtpd_ps(_mm_set_sd(z)))};
  }
  void store(float* p) const { _mm_store_ps(p, v); }  ///< aligned to 16 bytes
  friend FourFloats abs(FourFloats a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }
  friend FourFloats operator+(FourFloats a, FourFloats b) { return {_mm_add_ps(a.v, b.v)}; }
  friend FourFloats operator-(FourFloats a, FourFloats b) { return {_mm_sub_ps(a.v, b.v)}; }
  friend FourFloats operator*(FourFloats a, FourFloats b) { return {_mm_mul_ps(a.v, b.v)}; }
  /// Bit k: lane k of a is at most that of b.
  friend unsigned at_most(FourFloats a, FourFloats b) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(a.v, b.v)));
  }
  /// Whether a <= b and c <= d in every lane.
  friend bool all_at_most(FourFloats a, FourFloats b, FourFloats c, FourFloats d) {
    return _mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(a.v, b.v), _mm_cmple_ps(c.v, d.v))) == 15;
  }
#else
  float v[4];
  static FourFloats load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static FourFloats all(float x) { return {{x, x, x, x}}; }
  static FourFloats rounded(double x, double y, double z) {
    return {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0}};
  }
  void store(float* p) const { std::copy(v, v + 4, p); }
  friend FourFloats abs(FourFloats a) {
    return {{std::abs(a.v[0]), std::abs(a.v[1]), std::abs(a.v[2]), std::abs(a.v[3])}};
  }
  template <class F>
  static FourFloats each(FourFloats a, FourFloats b, F f) {
    return {{f(a.v[0], b.v[0]), f(a.v[1], b.v[1]), f(a.v[2], b.v[2]), f(a.v[3], b.v[3])}};
  }
  friend FourFloats operator+(FourFloats a, FourFloats b) {
    return each(a, b, [](float x, float y) { return x + y; });
  }
  friend FourFloats operator-(FourFloats a, FourFloats b) {
    return each(a, b, [](float x, float y) { return x - y; });
  }
  friend FourFloats operator*(FourFloats a, FourFloats b) {
    return each(a, b, [](float x, float y) { return x * y; });
  }
  friend unsigned at_most(FourFloats a, FourFloats b) {
    unsigned bits = 0;
    for (unsigned k = 0; k < 4; ++k) bits |= a.v[k] <= b.v[k] ? 1u << k : 0u;
    return bits;
  }
  friend bool all_at_most(FourFloats a, FourFloats b, FourFloats c, FourFloats d) {
    return (at_most(a, b) & at_most(c, d)) == 15;
  }
#endif
};

}  // namespace touchstone::optimized
