#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/cmc/scattering/meeting_lanes.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/cmc/scattering/composition.hpp"
#include "optimized/cmc/scattering/meeting_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DD = hn::ScalableTag<double>;
using VD = hn::Vec<DD>;

HWY_INLINE VD set(double x) { return hn::Set(DD(), x); }

struct Lanes {
  VD mass[3], x[9], v[9], time, w, step;
};

HWY_INLINE void load(const MeetingBlock& b, std::size_t first, Lanes& s) {
  const DD d;
  for (std::size_t i = 0; i < 3; ++i) s.mass[i] = hn::Load(d, b.mass[i].data() + first);
  for (std::size_t i = 0; i < 9; ++i) {
    s.x[i] = hn::Load(d, b.position[i].data() + first);
    s.v[i] = hn::Load(d, b.velocity[i].data() + first);
  }
  s.time = hn::Load(d, b.time.data() + first);
  s.w = hn::Load(d, b.inverse_distances.data() + first);
  s.step = hn::Load(d, b.step.data() + first);
}

HWY_INLINE void store(const Lanes& s, std::size_t first, MeetingBlock& b) {
  const DD d;
  for (std::size_t i = 0; i < 9; ++i) {
    hn::Store(s.x[i], d, b.position[i].data() + first);
    hn::Store(s.v[i], d, b.velocity[i].data() + first);
  }
  hn::Store(s.time, d, b.time.data() + first);
  hn::Store(s.w, d, b.inverse_distances.data() + first);
}

/// All stars move on for `part` of a step.
HWY_INLINE void drift_lanes(Lanes& s, double part) {
  const VD dt = hn::Div(hn::Mul(set(part), s.step), s.w);
  s.time = hn::Add(s.time, dt);
  for (std::size_t i = 0; i < 9; ++i) s.x[i] = hn::MulAdd(dt, s.v[i], s.x[i]);
}

/// One pair of stars: both are pulled, and the rate of 1 / r is for the velocities in the middle of
/// the kick.
struct StarPairLanes {
  VD d[3], inverse, cube;
};

HWY_INLINE StarPairLanes pair_lanes(const Lanes& s, std::size_t a, std::size_t b) {
  StarPairLanes p;
  for (std::size_t c = 0; c < 3; ++c) p.d[c] = hn::Sub(s.x[3 * b + c], s.x[3 * a + c]);
  const VD r2 = hn::MulAdd(p.d[0], p.d[0], hn::MulAdd(p.d[1], p.d[1], hn::Mul(p.d[2], p.d[2])));
  p.inverse = hn::Div(set(1), hn::Sqrt(r2));
  p.cube = hn::Div(p.inverse, r2);
  return p;
}

HWY_INLINE VD rate_of_inverse(const Lanes& s, const StarPairLanes& p, std::size_t a,
                              std::size_t b) {
  VD sum = hn::Zero(DD());
  for (std::size_t c = 0; c < 3; ++c)
    sum = hn::MulAdd(p.d[c], hn::Sub(s.v[3 * b + c], s.v[3 * a + c]), sum);
  return hn::Neg(hn::Mul(sum, p.cube));
}

/// Gravity changes velocities for `part` of a step.
HWY_INLINE void kick_lanes(Lanes& s, double part) {
  const StarPairLanes p01 = pair_lanes(s, 0, 1), p02 = pair_lanes(s, 0, 2),
                      p12 = pair_lanes(s, 1, 2);
  const VD dt =
      hn::Div(hn::Mul(set(part), s.step), hn::Add(hn::Add(p01.inverse, p02.inverse), p12.inverse));
  const VD half = hn::Mul(set(0.5), dt);
  VD pull[9];
  for (std::size_t c = 0; c < 3; ++c) {
    const VD f01 = hn::Mul(p01.cube, p01.d[c]), f02 = hn::Mul(p02.cube, p02.d[c]),
             f12 = hn::Mul(p12.cube, p12.d[c]);
    pull[c] = hn::MulAdd(s.mass[1], f01, hn::Mul(s.mass[2], f02));
    pull[3 + c] = hn::MulSub(s.mass[2], f12, hn::Mul(s.mass[0], f01));
    pull[6 + c] = hn::Neg(hn::MulAdd(s.mass[0], f02, hn::Mul(s.mass[1], f12)));
  }
  for (std::size_t i = 0; i < 9; ++i) s.v[i] = hn::MulAdd(half, pull[i], s.v[i]);
  const VD rate = hn::Add(hn::Add(rate_of_inverse(s, p01, 0, 1), rate_of_inverse(s, p02, 0, 2)),
                          rate_of_inverse(s, p12, 1, 2));
  s.w = hn::MulAdd(dt, rate, s.w);
  for (std::size_t i = 0; i < 9; ++i) s.v[i] = hn::MulAdd(half, pull[i], s.v[i]);
}

void advance(MeetingBlock& block, std::size_t steps) {
  for (std::size_t first = 0; first < kMeetings; first += hn::Lanes(DD())) {
    Lanes s;
    load(block, first, s);
    drift_lanes(s, drift(0));
    for (std::size_t n = 0; n < steps; ++n)
      for (std::size_t k = 0; k < kStages; ++k) {
        kick_lanes(s, stage(k));
        // The last drift of a step is one with the first of the next.
        const bool joins = k + 1 == kStages && n + 1 < steps;
        drift_lanes(s, joins ? 2 * drift(0) : drift(k + 1));
      }
    store(s, first, block);
  }
}

static MeetingKernel kernel(const char* backend, bool available) {
  return {backend, available, &advance};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const MeetingKernel> meeting_kernels() {
  static const MeetingKernel kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernel)};
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
