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

template <std::size_t kStars>
struct Lanes {
  VD mass[kStars], x[3 * kStars], v[3 * kStars], time, w, step;
};

template <std::size_t kStars>
HWY_INLINE void load(const MeetingBlock<kStars>& b, std::size_t first, Lanes<kStars>& s) {
  const DD d;
  for (std::size_t i = 0; i < kStars; ++i) s.mass[i] = hn::Load(d, b.mass[i].data() + first);
  for (std::size_t i = 0; i < 3 * kStars; ++i) {
    s.x[i] = hn::Load(d, b.position[i].data() + first);
    s.v[i] = hn::Load(d, b.velocity[i].data() + first);
  }
  s.time = hn::Load(d, b.time.data() + first);
  s.w = hn::Load(d, b.inverse_distances.data() + first);
  s.step = hn::Load(d, b.step.data() + first);
}

template <std::size_t kStars>
HWY_INLINE void store(const Lanes<kStars>& s, std::size_t first, MeetingBlock<kStars>& b) {
  const DD d;
  for (std::size_t i = 0; i < 3 * kStars; ++i) {
    hn::Store(s.x[i], d, b.position[i].data() + first);
    hn::Store(s.v[i], d, b.velocity[i].data() + first);
  }
  hn::Store(s.time, d, b.time.data() + first);
  hn::Store(s.w, d, b.inverse_distances.data() + first);
}

/// All stars move on for `part` of a step.
template <std::size_t kStars>
HWY_INLINE void drift_lanes(Lanes<kStars>& s, double part) {
  const VD dt = hn::Div(hn::Mul(set(part), s.step), s.w);
  s.time = hn::Add(s.time, dt);
  for (std::size_t i = 0; i < 3 * kStars; ++i) s.x[i] = hn::MulAdd(dt, s.v[i], s.x[i]);
}

/// One pair of stars: both are pulled, and the rate of 1 / r is for the velocities in the middle of
/// the kick.
struct StarPairLanes {
  VD d[3], inverse, cube;
};

template <std::size_t kStars>
HWY_INLINE StarPairLanes pair_lanes(const Lanes<kStars>& s, std::size_t a, std::size_t b) {
  StarPairLanes p;
  for (std::size_t c = 0; c < 3; ++c) p.d[c] = hn::Sub(s.x[3 * b + c], s.x[3 * a + c]);
  const VD r2 = hn::MulAdd(p.d[0], p.d[0], hn::MulAdd(p.d[1], p.d[1], hn::Mul(p.d[2], p.d[2])));
  p.inverse = hn::Div(set(1), hn::Sqrt(r2));
  p.cube = hn::Div(p.inverse, r2);
  return p;
}

template <std::size_t kStars>
HWY_INLINE VD rate_of_inverse(const Lanes<kStars>& s, const StarPairLanes& p, std::size_t a,
                              std::size_t b) {
  VD sum = hn::Zero(DD());
  for (std::size_t c = 0; c < 3; ++c)
    sum = hn::MulAdd(p.d[c], hn::Sub(s.v[3 * b + c], s.v[3 * a + c]), sum);
  return hn::Neg(hn::Mul(sum, p.cube));
}

/// Adds the pull of a pair on both to `pull`.
template <std::size_t kStars>
HWY_INLINE void add_pull(const Lanes<kStars>& s, const StarPairLanes& p, std::size_t a,
                         std::size_t b, VD* pull) {
  for (std::size_t c = 0; c < 3; ++c) {
    const VD force = hn::Mul(p.cube, p.d[c]);
    pull[3 * a + c] = hn::MulAdd(s.mass[b], force, pull[3 * a + c]);
    pull[3 * b + c] = hn::NegMulAdd(s.mass[a], force, pull[3 * b + c]);
  }
}

/// Calls `visit(pair, a, b)` for all pairs of stars, without a loop: their number is in the type.
template <std::size_t kStars, class Visit>
HWY_INLINE void for_pairs(const Visit& visit) {
  visit(0, 0, 1), visit(1, 0, 2), visit(2, 1, 2);
  if constexpr (kStars == 4) visit(3, 0, 3), visit(4, 1, 3), visit(5, 2, 3);
}

/// Gravity changes velocities for `part` of a step.
template <std::size_t kStars>
HWY_INLINE void kick_lanes(Lanes<kStars>& s, double part) {
  StarPairLanes pairs[kStars * (kStars - 1) / 2];
  VD pull[3 * kStars];
  for (std::size_t i = 0; i < 3 * kStars; ++i) pull[i] = hn::Zero(DD());
  VD inverse = hn::Zero(DD()), rate = hn::Zero(DD());
  for_pairs<kStars>([&](std::size_t k, std::size_t a, std::size_t b) HWY_ATTR {
    pairs[k] = pair_lanes(s, a, b);
    inverse = hn::Add(inverse, pairs[k].inverse);
    add_pull(s, pairs[k], a, b, pull);
  });
  const VD dt = hn::Div(hn::Mul(set(part), s.step), inverse);
  const VD half = hn::Mul(set(0.5), dt);
  for (std::size_t i = 0; i < 3 * kStars; ++i) s.v[i] = hn::MulAdd(half, pull[i], s.v[i]);
  for_pairs<kStars>([&](std::size_t k, std::size_t a, std::size_t b)
                        HWY_ATTR { rate = hn::Add(rate, rate_of_inverse(s, pairs[k], a, b)); });
  s.w = hn::MulAdd(dt, rate, s.w);
  for (std::size_t i = 0; i < 3 * kStars; ++i) s.v[i] = hn::MulAdd(half, pull[i], s.v[i]);
}

template <std::size_t kStars>
void advance(MeetingBlock<kStars>& block, std::size_t steps) {
  for (std::size_t first = 0; first < kMeetings; first += hn::Lanes(DD())) {
    Lanes<kStars> s;
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
  return {backend, available, &advance<3>, &advance<4>};
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
