// optimized/longrange/hmf/hmf_kernels.cpp
// Purpose   The bodies of hmf_kernels.hpp.
// Source    Rocha Filho, equations 6 and 7.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/hmf/hmf_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include <algorithm>

#include "optimized/longrange/hmf/hmf_kernels.hpp"
#include "optimized/longrange/lane_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

// Steps: what a pass does to vectors of particles beginning at i. They return the new sines and
// cosines, and raise `largest` to the largest p^2 where somebody will ask for it.
struct Begin {
  explicit Begin(const HmfPass&) {}
  template <std::size_t kVectors>
  HWY_INLINE void operator()(const HmfArrays& a, std::size_t i, SinCos (&at)[kVectors], VD&) const {
    const DD d;
    for (std::size_t v = 0; v < kVectors; ++v)
      at[v] = sincos(hn::LoadU(d, a.angle + i + v * hn::Lanes(d)));
  }
};

/// Kicks momenta; sines and cosines stay.
class Kick {
 public:
  explicit HWY_INLINE Kick(const HmfPass& pass)
      : kick_x_(hn::Set(DD(), pass.kick_x)), kick_y_(hn::Set(DD(), pass.kick_y)) {}

  template <std::size_t kVectors>
  HWY_INLINE void operator()(const HmfArrays& a, std::size_t i, SinCos (&at)[kVectors],
                             VD& largest) const {
    VD p[kVectors];
    momenta(a, i, at, p);
    for (std::size_t v = 0; v < kVectors; ++v) largest = hn::Max(largest, p[v] * p[v]);
  }

 protected:
  template <std::size_t kVectors>
  HWY_INLINE void momenta(const HmfArrays& a, std::size_t i, SinCos (&at)[kVectors],
                          VD (&p)[kVectors]) const {
    const DD d;
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      const std::size_t k = i + v * hn::Lanes(d);
      at[v] = {hn::LoadU(d, a.sine + k), hn::LoadU(d, a.cosine + k)};
      p[v] = hn::MulAdd(kick_y_, at[v].cosine, hn::LoadU(d, a.p + k));
    }
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      p[v] = hn::NegMulAdd(kick_x_, at[v].sine, p[v]);
      hn::StoreU(p[v], d, a.p + i + v * hn::Lanes(d));
    }
  }

 private:
  VD kick_x_, kick_y_;
};

/// With the angle, of which sines and cosines are computed anew.
class Stored : Kick {
 public:
  explicit HWY_INLINE Stored(const HmfPass& pass) : Kick(pass), drift_(hn::Set(DD(), pass.drift)) {}

  template <std::size_t kVectors>
  HWY_INLINE void operator()(const HmfArrays& a, std::size_t i, SinCos (&at)[kVectors], VD&) const {
    const DD d;
    VD p[kVectors];
    momenta(a, i, at, p);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      double* const there = a.angle + i + v * hn::Lanes(d);
      const VD angle = hn::MulAdd(drift_, p[v], hn::LoadU(d, there));
      hn::StoreU(angle, d, there);
      at[v] = sincos(angle);
    }
  }

 private:
  VD drift_;
};

/// Sine and cosine of the angle turned by `by`, however large.
inline HWY_NOINLINE void turn_far(SinCos& at, VD by) {
  const SinCos turn = sincos(by);
  at = {hn::MulAdd(at.sine, turn.cosine, at.cosine * turn.sine),
        hn::NegMulAdd(at.sine, turn.sine, at.cosine * turn.cosine)};
}

/// To length 1 within the square of what it is away from it.
HWY_INLINE SinCos normalised(const SinCos& at) {
  const DD d;
  const VD square = hn::MulAdd(at.sine, at.sine, at.cosine * at.cosine);
  const VD factor = hn::NegMulAdd(hn::Set(d, 0.5), square, hn::Set(d, 1.5));
  return {at.sine * factor, at.cosine * factor};
}

/// Without the angle: sines and cosines are turned by drift * p, whose own are polynomials in p
/// with the powers of the drift in their coefficients. Turns larger than 1/2 go another way; to
/// look for them costs a tenth of the time, so it is done only where there may be some.
template <bool kNear, bool kNormalise>
class Rotation : Kick {
 public:
  explicit HWY_INLINE Rotation(const HmfPass& pass) : Kick(pass) {
    const DD d;
    // Interpolated at Chebyshev's nodes of [0, 1/4], absolute errors 4e-17 and 1e-18.
    constexpr double kSine[] = {1,
                                -1.66666666666666352e-01,
                                8.33333333327225360e-03,
                                -1.98412696457900490e-04,
                                2.75571002260694683e-06,
                                -2.49519332877044839e-08};
    constexpr double kCosine[] = {-0.5,
                                  4.16666666666666435e-02,
                                  -1.38888888888452438e-03,
                                  2.48015871619095187e-05,
                                  -2.75571627470166652e-07,
                                  2.08051860484405832e-09};
    const double square = pass.drift * pass.drift;
    double power = 1;
    for (std::size_t k = 0; k < kTerms; ++k) {
      sine_[k] = hn::Set(d, kSine[k] * power * pass.drift);
      power *= square;
      cosine_[k] = hn::Set(d, kCosine[k] * power);
    }
    drift_ = hn::Set(d, pass.drift);
    limit_ = hn::Set(d, kNearTurn * kNearTurn / square);
  }

  template <std::size_t kVectors>
  HWY_INLINE void operator()(const HmfArrays& a, std::size_t i, SinCos (&at)[kVectors],
                             VD& largest) const {
    const DD d;
    VD p[kVectors], z[kVectors], s[kVectors], c[kVectors];
    momenta(a, i, at, p);
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      z[v] = p[v] * p[v];
      largest = hn::Max(largest, z[v]);
      s[v] = sine_[kTerms - 1];
      c[v] = cosine_[kTerms - 1];
    }
    if constexpr (!kNear) {
      auto near = hn::Le(z[0], limit_);
      for (std::size_t v = 1; v < kVectors; ++v) near = hn::And(near, hn::Le(z[v], limit_));
      if (!hn::AllTrue(d, near)) {
        for (std::size_t v = 0; v < kVectors; ++v) {
          turn_far(at[v], drift_ * p[v]);
          if constexpr (kNormalise) at[v] = normalised(at[v]);
        }
        return;
      }
    }
    HWY_UNROLL(5)
    for (std::size_t k = 2; k <= kTerms; ++k) {
      HWY_UNROLL(2)
      for (std::size_t v = 0; v < kVectors; ++v) {
        s[v] = hn::MulAdd(s[v], z[v], sine_[kTerms - k]);
        c[v] = hn::MulAdd(c[v], z[v], cosine_[kTerms - k]);
      }
    }
    HWY_UNROLL(2)
    for (std::size_t v = 0; v < kVectors; ++v) {
      s[v] = s[v] * p[v];
      c[v] = hn::MulAdd(c[v], z[v], hn::Set(d, 1.0));
      at[v] = {hn::MulAdd(at[v].sine, c[v], at[v].cosine * s[v]),
               hn::NegMulAdd(at[v].sine, s[v], at[v].cosine * c[v])};
      if constexpr (kNormalise) at[v] = normalised(at[v]);
    }
  }

 private:
  static constexpr std::size_t kTerms = 6;
  VD sine_[kTerms], cosine_[kTerms];
  VD drift_;
  VD limit_;  // of p^2
};

struct Sums {
  VD sine;
  VD cosine;
  VD largest;
};

/// One vector or several, of which the first `used` particles have a weight.
template <std::size_t kVectors, class Step>
HWY_INLINE void advance(const Step& step, const HmfArrays& a, std::size_t i, Sums& sums,
                        std::size_t used = static_cast<std::size_t>(-1)) {
  const DD d;
  SinCos at[kVectors];
  step(a, i, at, sums.largest);
  HWY_UNROLL(2)
  for (std::size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(at[v].sine, d, a.sine + i + v * hn::Lanes(d));
    hn::StoreU(at[v].cosine, d, a.cosine + i + v * hn::Lanes(d));
    if (used < hn::Lanes(d)) {
      const auto weight = hn::FirstN(d, used);
      at[v] = {hn::IfThenElseZero(weight, at[v].sine), hn::IfThenElseZero(weight, at[v].cosine)};
    }
    sums.sine = sums.sine + at[v].sine;
    sums.cosine = sums.cosine + at[v].cosine;
  }
}

template <class Step>
HmfSums run(const HmfArrays& arrays, const HmfPass& pass, std::size_t first, std::size_t last,
            std::size_t count) {
  const DD d;
  const HmfArrays a = arrays;  // which no store can change
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t kVectors = 2;  // side by side, so that one hides what the other waits for
  const Step step(pass);
  Sums sums{hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t i = first;
  for (const std::size_t full = std::min(last, count); i + kVectors * lanes <= full;
       i += kVectors * lanes)
    advance<kVectors>(step, a, i, sums);
  for (; i < last; i += lanes) advance<1>(step, a, i, sums, count > i ? count - i : 0);
  return {hn::GetLane(hn::SumOfLanes(d, sums.cosine)), hn::GetLane(hn::SumOfLanes(d, sums.sine)),
          hn::GetLane(hn::MaxOfLanes(d, sums.largest))};
}

HmfSums begin_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                   std::size_t count) {
  return run<Begin>(a, pass, first, last, count);
}
HmfSums stored_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                    std::size_t count) {
  return (pass.drift == 0 ? &run<Kick> : &run<Stored>)(a, pass, first, last, count);
}
HmfSums rotation_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                      std::size_t count) {
  const HmfKernel kernel =
      pass.drift == 0 ? &run<Kick>
      : pass.near     ? (pass.normalise ? &run<Rotation<true, true>> : &run<Rotation<true, false>>)
                  : (pass.normalise ? &run<Rotation<false, true>> : &run<Rotation<false, false>>);
  return kernel(a, pass, first, last, count);
}

constexpr HmfKernels kernels(const char* backend, bool available) {
  return {backend, available, &stored_pass, &rotation_pass, &begin_pass};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const HmfKernels> hmf_kernels() {
  static const HmfKernels kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
