// optimized/mpmc/lane_trials-inl.hpp
// Purpose   The trial moves of a vector of cells, with the expressions of the serial reference in
//           their order: shuffle, trial position, tests against the cell and its neighbours.
// Source    Anderson et al. 2013, Algorithm 2, lines 9-33
// Cost      Per trial 24 tests of 3 operations (two fused multiply-adds and a maximum) with up to 3
//           disks per cell.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LANE_TRIALS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LANE_TRIALS_INL_HPP
#undef TOUCHSTONE_LANE_TRIALS_INL_HPP
#else
#define TOUCHSTONE_LANE_TRIALS_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include "models/disks/cell_stream.hpp"
#include "optimized/mpmc/lane_kernels.hpp"
#include "optimized/mpmc/lane_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

constexpr std::size_t kNeighbours = 8;

/// models/disks/cell_stream.hpp in_disc(), in every lane.
HWY_INLINE Point in_disc(V32 radial, V32 angular, VF radius) {
  const DF d;
  const DI di;
  const D32 du;
  const auto to_float = [&](V32 bits) { return hn::ConvertTo(d, hn::BitCast(di, bits)); };
  const VF r = hn::Sqrt(to_float(hn::ShiftRight<8>(radial)) * hn::Set(d, 0x1p-24f)) * radius;
  const V32 turn = hn::And(hn::ShiftRight<8>(angular), hn::Set(du, 0x1FFFFFu));
  const VF phi = to_float(turn) * hn::Set(d, disks::kEighthTurnPerBit);
  const VF z = phi * phi;
  const auto c = [&](float value) { return hn::Set(d, value); };
  const VF sine =
      ((c(disks::kSine[2]) * z + c(disks::kSine[1])) * z + c(disks::kSine[0])) * z * phi + phi;
  const VF cosine =
      (((c(disks::kCosine[2]) * z + c(disks::kCosine[1])) * z + c(disks::kCosine[0])) * z -
       c(0.5f)) *
          z +
      c(1.0f);
  const VF a = r * cosine;
  const VF b = r * sine;
  const Mask swapped = hn::MaskFromVec(
      hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, hn::ShiftLeft<2>(angular)))));  // bit 29
  const V32 sign = hn::Set(du, 0x80000000u);
  const VF sign_x = hn::BitCast(d, hn::And(hn::ShiftLeft<1>(angular), sign));  // bit 30
  const VF sign_y = hn::BitCast(d, hn::And(angular, sign));                    // bit 31
  return {hn::Xor(hn::IfThenElse(swapped, b, a), sign_x),
          hn::Xor(hn::IfThenElse(swapped, a, b), sign_y)};
}

/// The disks of the eight neighbours of a vector of cells, in the cells' own coordinates, with
/// their squared norm for the screening test.
struct Neighbourhood {
  HWY_ALIGN float x[kNeighbours * kSlots * kMaxLanes];
  HWY_ALIGN float y[kNeighbours * kSlots * kMaxLanes];
  HWY_ALIGN float norm2[kNeighbours * kSlots * kMaxLanes];
};

/// A vector of cells in registers.
struct OwnCell {
  VF x[kSlots];
  VF y[kSlots];
  VI n;
  Mask active;
};

HWY_INLINE void swap_if(Mask mask, VF& a, VF& b) {
  const VF old = a;
  a = hn::IfThenElse(mask, b, a);
  b = hn::IfThenElse(mask, old, b);
}

/// Line 9, drawing from one word per lane exactly as CellStream::below does.
template <int kUsed>
HWY_INLINE void shuffle(OwnCell& own, V32 word) {
  const DF d;
  const DI di;
  const D32 du;
  const auto swap = [&](Mask mask, int a, int b) {
    swap_if(mask, own.x[a], own.x[b]);
    swap_if(mask, own.y[a], own.y[b]);
  };
  const auto at_least = [&](int n) { return hn::RebindMask(d, hn::Gt(own.n, hn::Set(di, n - 1))); };
  const auto below = [&](V32 a, std::uint32_t bound) {  // unsigned a < bound
    const V32 flip = hn::Set(du, 0x80000000u);
    return hn::RebindMask(d, hn::Lt(hn::BitCast(di, hn::Xor(a, flip)),
                                    hn::BitCast(di, hn::Set(du, bound ^ 0x80000000u))));
  };
  if constexpr (kUsed > 3) {
    const Mask four = at_least(4);
    const Mask low = below(word, 0x40000000u);
    const Mask mid = below(word, 0x80000000u);
    const Mask high = below(word, 0xC0000000u);
    swap(hn::And(four, low), 3, 0);
    swap(hn::And(four, hn::AndNot(low, mid)), 3, 1);
    swap(hn::And(four, hn::AndNot(mid, high)), 3, 2);
    word = hn::IfThenElse(hn::RebindMask(du, four), hn::ShiftLeft<2>(word), word);
  }
  if constexpr (kUsed > 2) {
    const Mask three = at_least(3);
    const Mask low = below(word, 0x55555556u);
    const Mask mid = below(word, 0xAAAAAAABu);
    swap(hn::And(three, low), 2, 0);
    swap(hn::And(three, hn::AndNot(low, mid)), 2, 1);
    const V32 tripled = hn::ShiftLeft<1>(word) + word;
    word = hn::IfThenElse(hn::RebindMask(du, three), tripled, word);
  }
  if constexpr (kUsed > 1) swap(hn::And(at_least(2), below(word, 0x80000000u)), 1, 0);
}

/// Line 9's word: the low bytes of the first block, as in CellStream.
HWY_INLINE V32 shuffle_word(const Words& words) {
  const V32 byte = hn::Set(D32(), 0xFFu);
  return hn::Or(
      hn::Or(hn::And(words.word[0], byte), hn::ShiftLeft<8>(hn::And(words.word[1], byte))),
      hn::Or(hn::ShiftLeft<16>(hn::And(words.word[2], byte)), hn::ShiftLeft<24>(words.word[3])));
}

/// The screening test decides the overlap by 2 m . D - |D|^2 > |m|^2 - 1. With |m| <= 2 and
/// |D| <= 4.1 all its roundings, and those of the exact test, add up to less than 1.2e-5: closer
/// calls are decided by the exact expression of the reference.
constexpr float kScreen = 1.6e-5f;

/// Lines 13-23 for the eight neighbours: `accepted` without the lanes whose position m overlaps a
/// neighbouring disk. Four chains of maxima hide the latency of the arithmetic.
template <int kUsed>
HWY_INLINE Mask off_neighbours(const Neighbourhood& near, Point m, Mask accepted) {
  constexpr std::size_t kChains = 4;
  const DF d;
  const VF twice_x = m.x + m.x;
  const VF twice_y = m.y + m.y;
  VF largest[kChains];
  HWY_UNROLL(8)
  for (std::size_t k = 0; k < kNeighbours * kUsed; k += kChains) HWY_UNROLL(4)
  for (std::size_t c = 0; c < kChains; ++c) {
    const std::size_t j = (k + c) * kMaxLanes;
    const VF excess =
        hn::MulAdd(twice_x, hn::Load(d, near.x + j),
                   hn::MulSub(twice_y, hn::Load(d, near.y + j), hn::Load(d, near.norm2 + j)));
    largest[c] = k == 0 ? excess : hn::Max(largest[c], excess);
  }
  const VF limit = hn::MulAdd(m.x, m.x, m.y * m.y) - hn::Set(d, 1.0f);
  const VF margin =
      hn::Max(hn::Max(largest[0], largest[1]), hn::Max(largest[2], largest[3])) - limit;
  const Mask clear = hn::And(accepted, hn::Lt(margin, hn::Set(d, kScreen)));
  const Mask close = hn::And(clear, hn::Ge(margin, hn::Set(d, -kScreen)));
  if (HWY_LIKELY(hn::AllFalse(d, close))) return clear;
  VF smallest = hn::Set(d, 1e30f);
  for (std::size_t j = 0; j < kNeighbours * kUsed * kMaxLanes; j += kMaxLanes) {
    const VF dx = m.x - hn::Load(d, near.x + j);
    const VF dy = m.y - hn::Load(d, near.y + j);
    smallest = hn::Min(smallest, dx * dx + dy * dy);
  }
  return hn::And(clear, hn::Ge(smallest, hn::Set(d, 1.0f)));
}

/// Line 12 and the tests within the cell for the disk that `chosen` points at: the trial position,
/// and whether it stays in the cell and off the cell's other disks.
template <int kUsed>
HWY_INLINE Mask trial_position(const OwnCell& own, const Mask* chosen, Point step,
                               disks::Vec<float> width, Point& m) {
  const DF d;
  Point p{own.x[0], own.y[0]};
  HWY_UNROLL(4)
  for (int t = 1; t < kUsed; ++t) {
    p.x = hn::IfThenElse(chosen[t], own.x[t], p.x);
    p.y = hn::IfThenElse(chosen[t], own.y[t], p.y);
  }
  m = {p.x + step.x, p.y + step.y};
  const VF zero = hn::Zero(d);
  Mask accepted =
      hn::And(hn::And(hn::Gt(m.x, zero), hn::Gt(m.y, zero)),
              hn::And(hn::Le(m.x, hn::Set(d, width.x)), hn::Le(m.y, hn::Set(d, width.y))));
  HWY_UNROLL(4)
  for (int t = 0; t < kUsed; ++t) {
    const VF dx = m.x - own.x[t];
    const VF dy = m.y - own.y[t];
    accepted = hn::And(accepted, hn::Or(chosen[t], hn::Ge(dx * dx + dy * dy, hn::Set(d, 1.0f))));
  }
  return hn::And(accepted, own.active);
}

/// Lines 10-33 for a vector of cells, two trials to a block of random words. The steps of both
/// trials are computed ahead of the first: their long chains then run side by side.
template <int kUsed>
class Trials {
 public:
  Trials(const Neighbourhood& near, OwnCell& own, const SubSweep& task, disks::Vec<float> width,
         LaneCounts& counts)
      : near_(near), own_(own), task_(task), width_(width), counts_(counts), i_(hn::Zero(DI())) {}

  /// Trials s and s + 1 (if there is one) with the words of one block.
  HWY_INLINE void pair(unsigned s, const Words& words) {
    const VF radius = hn::Set(DF(), task_.max_displacement);
    const Point first = in_disc(words.word[0], words.word[1], radius);
    const Point second = in_disc(words.word[2], words.word[3], radius);
    trial(s, first);
    if (s + 1 < task_.trials_per_cell) trial(s + 1, second);
  }

 private:
  HWY_INLINE void trial(unsigned s, Point step) {
    const DF d;
    const DI di;
    Mask chosen[kUsed];
    HWY_UNROLL(4)
    for (int t = 0; t < kUsed; ++t) chosen[t] = hn::RebindMask(d, hn::Eq(i_, hn::Set(di, t)));
    Point m;
    Mask accepted = trial_position<kUsed>(own_, chosen, step, width_, m);
    accepted = off_neighbours<kUsed>(near_, m, accepted);
    HWY_UNROLL(4)
    for (int t = 0; t < kUsed; ++t) {  // lines 24-28
      const Mask moved = hn::And(accepted, chosen[t]);
      own_.x[t] = hn::IfThenElse(moved, m.x, own_.x[t]);
      own_.y[t] = hn::IfThenElse(moved, m.y, own_.y[t]);
    }
    counts_.accepted[s] += hn::CountTrue(d, accepted);
    i_ = i_ + hn::Set(di, 1);  // lines 29-32
    i_ = hn::IfThenElse(hn::Lt(i_, own_.n), i_, hn::Zero(di));
  }

  const Neighbourhood& near_;
  OwnCell& own_;
  const SubSweep& task_;
  disks::Vec<float> width_;
  LaneCounts& counts_;
  VI i_;
};

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
