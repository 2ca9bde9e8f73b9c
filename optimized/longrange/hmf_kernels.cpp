// optimized/longrange/hmf_kernels.cpp
// Purpose   The bodies of hmf_kernels.hpp.
// Source    Rocha Filho, equations 6 and 7.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/longrange/hmf_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "optimized/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/longrange/hmf_kernels.hpp"
#include "optimized/longrange/lane_math-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace {

enum class Form { begin, stored, rotation };

/// Sine and cosine of the angle turned by `by`.
HWY_INLINE SinCos turned(const SinCos& at, VD by) {
  const DD d;
  SinCos turn = sincos_near_zero(by);
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Le(hn::Abs(by), hn::Set(d, 0.78))))) turn = sincos(by);
  return {hn::MulAdd(at.sine, turn.cosine, at.cosine * turn.sine),
          hn::NegMulAdd(at.sine, turn.sine, at.cosine * turn.cosine)};
}

/// To length 1 within the square of what it is away from it.
HWY_INLINE SinCos normalised(const SinCos& at) {
  const DD d;
  const VD square = hn::MulAdd(at.sine, at.sine, at.cosine * at.cosine);
  const VD factor = hn::NegMulAdd(hn::Set(d, 0.5), square, hn::Set(d, 1.5));
  return {at.sine * factor, at.cosine * factor};
}

template <Form kForm>
HWY_INLINE SinCos advance(const HmfArrays& a, const HmfPass& pass, std::size_t i) {
  const DD d;
  if constexpr (kForm == Form::begin) return sincos(hn::LoadU(d, a.angle + i));
  SinCos at{hn::LoadU(d, a.sine + i), hn::LoadU(d, a.cosine + i)};
  VD p = hn::LoadU(d, a.p + i);
  p = hn::MulAdd(hn::Set(d, pass.kick_y), at.cosine, p);
  p = hn::NegMulAdd(hn::Set(d, pass.kick_x), at.sine, p);
  hn::StoreU(p, d, a.p + i);
  if (pass.drift == 0) return at;
  const VD by = hn::Set(d, pass.drift) * p;
  if constexpr (kForm == Form::rotation) {
    at = turned(at, by);
    return pass.normalise ? normalised(at) : at;
  }
  const VD angle = hn::LoadU(d, a.angle + i) + by;
  hn::StoreU(angle, d, a.angle + i);
  return sincos(angle);
}

template <Form kForm>
HmfSums run(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
            std::size_t count) {
  const DD d;
  VD sine = hn::Zero(d);
  VD cosine = hn::Zero(d);
  for (std::size_t i = first; i < last; i += hn::Lanes(d)) {
    const SinCos at = advance<kForm>(a, pass, i);
    hn::StoreU(at.sine, d, a.sine + i);
    hn::StoreU(at.cosine, d, a.cosine + i);
    if (HWY_LIKELY(i + hn::Lanes(d) <= count)) {
      sine = sine + at.sine;
      cosine = cosine + at.cosine;
    } else if (i < count) {
      const auto used = hn::FirstN(d, count - i);
      sine = sine + hn::IfThenElseZero(used, at.sine);
      cosine = cosine + hn::IfThenElseZero(used, at.cosine);
    }
  }
  return {hn::GetLane(hn::SumOfLanes(d, cosine)), hn::GetLane(hn::SumOfLanes(d, sine))};
}

HmfSums begin_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                   std::size_t count) {
  return run<Form::begin>(a, pass, first, last, count);
}
HmfSums stored_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                    std::size_t count) {
  return run<Form::stored>(a, pass, first, last, count);
}
HmfSums rotation_pass(const HmfArrays& a, const HmfPass& pass, std::size_t first, std::size_t last,
                      std::size_t count) {
  return run<Form::rotation>(a, pass, first, last, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const HmfKernels> hmf_kernels() {
  const auto supported = [](std::int64_t target) {
    return (hwy::SupportedTargets() & target) != 0;
  };
  static const HmfKernels kernels[] = {
#if HWY_TARGETS & HWY_AVX3
    {"avx512", supported(HWY_AVX3), &N_AVX3::stored_pass, &N_AVX3::rotation_pass,
     &N_AVX3::begin_pass},
#endif
#if HWY_TARGETS & HWY_AVX2
    {"avx2", supported(HWY_AVX2), &N_AVX2::stored_pass, &N_AVX2::rotation_pass,
     &N_AVX2::begin_pass},
#endif
    {"portable", true, &N_EMU128::stored_pass, &N_EMU128::rotation_pass, &N_EMU128::begin_pass}
  };
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
