// optimized/mpmc/lane_kernels.cpp
// Purpose   The checkerboard sweep in vector lanes, one active cell per lane: Algorithms 2 and 4
//           with the same expressions, in the same order, as the serial reference.
// Source    Anderson et al. 2013, Algorithms 2 and 4 (line numbers).
// Cost      Per vector of cells and nM = 4, slots up to 3: two Philox blocks (about 190
//           operations), 24 neighbour slots moved to the cell's coordinates (about 150 with
//           stores), and per trial 24 tests of 3 operations (two fused multiply-adds and a
//           maximum).
// Not here  Which rows a thread does (checkerboard_simd.cpp).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/mpmc/lane_kernels.cpp"
// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/foreach_target.h>  // compiles this file once per target
#include <hwy/highway.h>

#include "optimized/core/philox_lanes-inl.hpp"
#include "optimized/mpmc/lane_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;
using VF = hn::Vec<DF>;
using VI = hn::Vec<DI>;
using Mask = hn::Mask<DF>;

constexpr std::size_t kMaxLanes = 16;
constexpr std::size_t kNeighbours = 8;

struct Point {
  VF x;
  VF y;
};

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

/// Row pointers of the three rows around an active row, both parities.
struct Rows {
  const float* x[3][2];
  const float* y[3][2];
  const std::uint8_t* n[3][2];
};

HWY_INLINE VI load_counts(const std::uint8_t* n) {
  const DI di;
  const hn::Rebind<std::uint8_t, DI> d8;
  return hn::PromoteTo(di, hn::LoadU(d8, n));
}

/// Cell q of a parity is column 2 q + parity; the column at `offset` is this number of its own
/// parity (-1 and half() are the copies across the boundary).
HWY_INLINE std::ptrdiff_t beside(std::size_t q, unsigned parity, int offset) {
  const auto at = static_cast<std::ptrdiff_t>(q);
  return offset == 0 ? at : at + static_cast<int>(parity) + (offset - 1) / 2;
}

template <int kUsed>
HWY_INLINE void gather_neighbours(const Rows& rows, std::size_t stride, std::size_t q,
                                  unsigned parity_x, disks::Vec<float> width, Neighbourhood& out) {
  const DF d;
  std::size_t k = 0;
  HWY_UNROLL(9)
  for (const disks::CellOffset offset : disks::kPlaneNeighbourhood) {
    if (offset == disks::CellOffset{}) continue;
    const auto row = static_cast<std::size_t>(offset.y + 1);
    const std::size_t parity = offset.x == 0 ? parity_x : 1 - parity_x;
    const std::ptrdiff_t at = beside(q, parity_x, offset.x);
    const float* from_x = rows.x[row][parity] + at;
    const float* from_y = rows.y[row][parity] + at;
    HWY_UNROLL(4)
    for (int slot = 0; slot < kUsed; ++slot, ++k, from_x += stride, from_y += stride) {
      VF x = hn::LoadU(d, from_x);
      VF y = hn::LoadU(d, from_y);
      if (offset.x != 0) x = x + hn::Set(d, static_cast<float>(offset.x) * width.x);
      if (offset.y != 0) y = y + hn::Set(d, static_cast<float>(offset.y) * width.y);
      hn::Store(x, d, out.x + k * kMaxLanes);
      hn::Store(y, d, out.y + k * kMaxLanes);
      hn::Store(hn::MulAdd(x, x, y * y), d, out.norm2 + k * kMaxLanes);
    }
  }
}

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

/// Line 9's word: the low bytes of the first block, as in CellStream.
HWY_INLINE V32 shuffle_word(const Words& words) {
  const V32 byte = hn::Set(D32(), 0xFFu);
  return hn::Or(
      hn::Or(hn::And(words.word[0], byte), hn::ShiftLeft<8>(hn::And(words.word[1], byte))),
      hn::Or(hn::ShiftLeft<16>(hn::And(words.word[2], byte)), hn::ShiftLeft<24>(words.word[3])));
}

/// A vector of active cells of a row, from cell q, which hold, like their neighbours, at most
/// kUsed disks each.
template <int kUsed>
void update_cells(const Rows& rows, float* own_x, float* own_y, std::size_t stride, std::size_t q,
                  std::size_t half, std::uint32_t first_cell, const SubSweep& task,
                  const PhiloxLanes* blocks, disks::Vec<float> width, LaneCounts& counts) {
  const DF d;
  const DI di;
  const D32 du;
  OwnCell own;
  own.n = hn::IfThenElseZero(hn::FirstN(di, half - q),  // nothing beyond the row
                             load_counts(rows.n[1][task.parity_x] + q));
  own.active = hn::RebindMask(d, hn::Gt(own.n, hn::Zero(di)));
  HWY_UNROLL(4)
  for (std::size_t slot = 0; slot < kUsed; ++slot) {
    own.x[slot] = hn::LoadU(d, own_x + q + slot * stride);
    own.y[slot] = hn::LoadU(d, own_y + q + slot * stride);
  }
  Neighbourhood near;
  gather_neighbours<kUsed>(rows, stride, q, task.parity_x, width, near);
  // Make the compiler forget what it stored: else it keeps the 72 vectors of `near` as values too,
  // and, having 32 registers, spills each of them a second time.
  __asm__ volatile("" : : "r"(&near) : "memory");
  const V32 cells = hn::ShiftLeft<1>(hn::Iota(du, 0)) +
                    hn::Set(du, first_cell + 2 * static_cast<std::uint32_t>(q));
  const Words words = blocks[0](cells);
  shuffle<kUsed>(own, shuffle_word(words));
  Trials<kUsed> trials(near, own, task, width, counts);
  trials.pair(0, words);
  for (unsigned s = 2; s < task.trials_per_cell; s += 2) trials.pair(s, blocks[s / 2](cells));
  HWY_UNROLL(4)
  for (std::size_t slot = 0; slot < kUsed; ++slot) {
    hn::StoreU(own.x[slot], d, own_x + q + slot * stride);
    hn::StoreU(own.y[slot], d, own_y + q + slot * stride);
  }
  counts.cells += hn::CountTrue(d, own.active);
  counts.particles += static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(di, own.n)));
}

/// The largest occupancy of a vector of cells and all their neighbours.
HWY_INLINE int largest_count(const Rows& rows, std::size_t q, unsigned parity_x) {
  const hn::Rebind<std::uint8_t, DI> d8;
  auto largest = hn::Zero(d8);
  const std::ptrdiff_t left = beside(q, parity_x, -1);
  for (std::size_t row = 0; row < 3; ++row) {
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][parity_x] + q));
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][1 - parity_x] + left));
    largest = hn::Max(largest, hn::LoadU(d8, rows.n[row][1 - parity_x] + left + 1));
  }
  const auto above = [&](std::uint8_t n) {
    return !hn::AllFalse(d8, hn::Eq(hn::Max(largest, hn::Set(d8, n)), largest));
  };
  return above(4) ? 4 : above(3) ? 3 : 2;
}

/// The row at an offset of -1, 0 or 1, through the periodic boundary.
std::size_t row_at(const LaneCells& cells, std::size_t y, int offset) {
  if (offset < 0) return y == 0 ? cells.rows() - 1 : y - 1;
  if (offset > 0) return y + 1 == cells.rows() ? 0 : y + 1;
  return y;
}

void sub_sweep(LaneCells& cells, const SubSweep& task, std::size_t first, std::size_t last,
               LaneCounts& counts) {
  const D32 du;
  const std::size_t lanes = hn::Lanes(du);
  std::vector<PhiloxLanes> blocks;
  for (unsigned b = 0; b < (task.trials_per_cell + 1) / 2; ++b) {
    const auto high = static_cast<std::uint32_t>(task.sweep >> 32) & 0x00FFFFFFu;
    blocks.emplace_back(task.key,
                        PhiloxBlock{b, 0, static_cast<std::uint32_t>(task.sweep),
                                    static_cast<std::uint32_t>(Purpose::cell_update) << 24 | high});
  }
  const auto columns = static_cast<std::uint32_t>(cells.columns());
  for (std::size_t pair = first; pair < last; ++pair) {
    const std::size_t y = 2 * pair + task.parity_y;
    Rows rows;
    for (const int offset : {-1, 0, 1})
      for (std::size_t parity = 0; parity < 2; ++parity) {
        const std::size_t line = row_at(cells, y, offset);
        const auto row = static_cast<std::size_t>(offset + 1);
        rows.x[row][parity] = cells.x(0, line, parity);
        rows.y[row][parity] = cells.y(0, line, parity);
        rows.n[row][parity] = cells.count(line, parity);
      }
    float* const own_x = cells.x(0, y, task.parity_x);
    float* const own_y = cells.y(0, y, task.parity_x);
    const std::uint32_t first_cell = static_cast<std::uint32_t>(y) * columns + task.parity_x;
    for (std::size_t q = 0; q < cells.half(); q += lanes) {
      const auto update = [&](auto used) {
        update_cells<used.value>(rows, own_x, own_y, cells.slot_stride(), q, cells.half(),
                                 first_cell, task, blocks.data(), cells.cell_width(), counts);
      };
      const int largest = largest_count(rows, q, task.parity_x);
      if (largest == 4) {
        update(std::integral_constant<int, 4>{});
      } else if (largest == 3) {
        update(std::integral_constant<int, 3>{});
      } else {
        update(std::integral_constant<int, 2>{});
      }
    }
    cells.copy_across(y, task.parity_x, false);
  }
}

/// Lists under construction: Algorithm 4's Dsh and nnew in every lane.
struct NewCell {
  VF x[kSlots];
  VF y[kSlots];
  VI n;

  NewCell() {
    const DF d;
    HWY_UNROLL(4)
    for (int slot = 0; slot < kSlots; ++slot) x[slot] = y[slot] = hn::Set(d, kEmptySlot);
    n = hn::Zero(DI());
  }
  /// Appends candidate number `number` (0, 1, ...) of its cell where `mask`.
  template <int kNumber>
  void append(Mask mask, VF px, VF py) {
    const DF d;
    const DI di;
    constexpr int kHighest = kNumber < kSlots - 1 ? kNumber : kSlots - 1;
    for (int slot = 0; slot <= kHighest; ++slot) {
      const Mask here = hn::And(mask, hn::RebindMask(d, hn::Eq(n, hn::Set(di, slot))));
      x[slot] = hn::IfThenElse(here, px, x[slot]);
      y[slot] = hn::IfThenElse(here, py, y[slot]);
    }
    n = n - hn::BitCast(di, hn::VecFromMask(d, mask));  // a true lane is -1
  }
};

/// Lines 7-28 for a vector of cells along one axis. `along` is the coordinate that moves.
template <bool kAlongX>
class ShiftLanes {
 public:
  ShiftLanes(disks::GridShift<float> shift, disks::Vec<float> width) {
    const DF d;
    const int sign = kAlongX ? shift.direction.x : shift.direction.y;
    const float w = kAlongX ? width.x : width.y;
    moved_ = hn::Set(d, static_cast<float>(sign) * shift.distance);
    neighbour_ = hn::Set(d, static_cast<float>(sign) * w);
    width_ = hn::Set(d, w);
  }

  template <int kNumber>
  void own(NewCell& cell, VI n, VF x, VF y) const {
    const VF local = (kAlongX ? x : y) - moved_;
    const Mask stays = hn::And(filled<kNumber>(n), inside(local));
    cell.append<kNumber>(stays, kAlongX ? local : x, kAlongX ? y : local);
  }
  template <int kNumber>
  void neighbour(NewCell& cell, VI n, VF x, VF y) const {
    const VF local = (kAlongX ? x : y) - moved_;  // the same expression as own()
    const Mask enters = hn::AndNot(inside(local), filled<kNumber>(n));
    const VF entered = local + neighbour_;
    cell.append<kSlots + kNumber>(enters, kAlongX ? entered : x, kAlongX ? y : entered);
  }

 private:
  template <int kNumber>
  static Mask filled(VI n) {
    return hn::RebindMask(DF(), hn::Gt(n, hn::Set(DI(), kNumber)));
  }
  Mask inside(VF local) const {
    return hn::And(hn::Gt(local, hn::Zero(DF())), hn::Le(local, width_));
  }
  VF moved_;
  VF neighbour_;
  VF width_;
};

template <bool kAlongX>
bool shift_rows(LaneCells& from, LaneCells& to, disks::GridShift<float> shift, std::size_t first,
                std::size_t last) {
  const DF d;
  const DI di;
  const hn::Rebind<std::uint8_t, DI> d8;
  const ShiftLanes<kAlongX> lanes(shift, from.cell_width());
  const std::size_t stride = from.slot_stride();
  bool fits = true;
  for (std::size_t y = first; y < last; ++y)
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const std::size_t near_parity = kAlongX ? 1 - parity : parity;
      const std::size_t near_row = row_at(from, y, shift.direction.y);
      for (std::size_t q = 0; q < from.half(); q += hn::Lanes(d)) {
        const std::ptrdiff_t at = beside(q, static_cast<unsigned>(parity), shift.direction.x);
        const float* const x = from.x(0, y, parity) + q;
        const float* const v = from.y(0, y, parity) + q;
        const float* const near_x = from.x(0, near_row, near_parity) + at;
        const float* const near_y = from.y(0, near_row, near_parity) + at;
        const VI n = load_counts(from.count(y, parity) + q);
        const VI near_n = load_counts(from.count(near_row, near_parity) + at);
        NewCell cell;
        const auto load = [&](const float* p, std::size_t slot) {
          return hn::LoadU(d, p + slot * stride);
        };
        lanes.template own<0>(cell, n, load(x, 0), load(v, 0));
        lanes.template own<1>(cell, n, load(x, 1), load(v, 1));
        lanes.template own<2>(cell, n, load(x, 2), load(v, 2));
        if (!hn::AllFalse(di, hn::Gt(n, hn::Set(di, 3))))
          lanes.template own<3>(cell, n, load(x, 3), load(v, 3));
        lanes.template neighbour<0>(cell, near_n, load(near_x, 0), load(near_y, 0));
        lanes.template neighbour<1>(cell, near_n, load(near_x, 1), load(near_y, 1));
        lanes.template neighbour<2>(cell, near_n, load(near_x, 2), load(near_y, 2));
        if (!hn::AllFalse(di, hn::Gt(near_n, hn::Set(di, 3))))
          lanes.template neighbour<3>(cell, near_n, load(near_x, 3), load(near_y, 3));
        HWY_UNROLL(4)
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
          hn::StoreU(cell.x[slot], d, to.x(slot, y, parity) + q);
          hn::StoreU(cell.y[slot], d, to.y(slot, y, parity) + q);
        }
        const auto valid = hn::FirstN(di, from.half() - q);
        fits = fits && hn::AllFalse(di, hn::And(valid, hn::Gt(cell.n, hn::Set(di, kSlots))));
        hn::StoreU(hn::DemoteTo(d8, cell.n), d8, to.count(y, parity) + q);
      }
      to.copy_across(y, parity, true);
    }
  return fits;
}

bool shift(LaneCells& from, LaneCells& to, disks::GridShift<float> shift, std::size_t first,
           std::size_t last) {
  return shift.direction.x != 0 ? shift_rows<true>(from, to, shift, first, last)
                                : shift_rows<false>(from, to, shift, first, last);
}

LaneKernels kernels(const char* backend, bool available) {
  return {backend, available, &sub_sweep, &shift};
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace touchstone::optimized {

std::span<const LaneKernels> lane_kernels() {
  static const LaneKernels kernels[] = {TOUCHSTONE_ROW_PER_TARGET(kernels)};
  return kernels;
}

}  // namespace touchstone::optimized
#endif  // HWY_ONCE
