// optimized/mpmc/lane_shift-inl.hpp
// Purpose   The shift of the grid in vector lanes: every cell gathers the disks that are in it
//           after the shift.
// Source    Anderson et al. 2013, Algorithm 4, in place: rows and vectors in such an order that
//           nobody gathers from what is replaced already.
// Compiled once per instruction set: include inside foreach_target code only.
#if defined(TOUCHSTONE_LANE_SHIFT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TOUCHSTONE_LANE_SHIFT_INL_HPP
#undef TOUCHSTONE_LANE_SHIFT_INL_HPP
#else
#define TOUCHSTONE_LANE_SHIFT_INL_HPP
#endif

// clang-format off: the choice of targets must come before any header of Highway
#include "models/core/vector_targets.hpp"
// clang-format on
#include <hwy/highway.h>

#include "optimized/mpmc/lane_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace touchstone::optimized {
namespace HWY_NAMESPACE {

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

/// Cells of one parity of a row, from column `first` of it on.
struct HalfRow {
  HalfRow(LaneCells& cells, std::size_t row, std::size_t parity, std::ptrdiff_t first = 0)
      : x(cells.x(0, row, parity) + first),
        y(cells.y(0, row, parity) + first),
        n(cells.count(row, parity) + first),
        stride(cells.slot_stride()) {}
  float* x;
  float* y;
  std::uint8_t* n;
  std::size_t stride;  ///< from slot to slot
};

HWY_INLINE bool above_three(VI n) {
  const DI di;
  return !hn::AllFalse(di, hn::Gt(n, hn::Set(di, 3)));
}

/// Lists of cells from q on in the making. `full`: more than three disks were or are in a cell.
template <bool kAlongX>
HWY_INLINE NewCell gather(const ShiftLanes<kAlongX>& lanes, const HalfRow& own, const HalfRow& near,
                          std::size_t q, std::size_t cells, bool& full) {
  const DF d;
  const auto x = [&](const HalfRow& half, std::size_t slot) {
    return hn::LoadU(d, half.x + q + slot * half.stride);
  };
  const auto y = [&](const HalfRow& half, std::size_t slot) {
    return hn::LoadU(d, half.y + q + slot * half.stride);
  };
  const VI n = load_counts(own.n + q);
  const VI near_n = load_counts(near.n + q);
  const bool own_full = above_three(n);
  const bool near_full = above_three(near_n);
  NewCell cell;
  lanes.template own<0>(cell, n, x(own, 0), y(own, 0));
  lanes.template own<1>(cell, n, x(own, 1), y(own, 1));
  lanes.template own<2>(cell, n, x(own, 2), y(own, 2));
  if (own_full) lanes.template own<3>(cell, n, x(own, 3), y(own, 3));
  lanes.template neighbour<0>(cell, near_n, x(near, 0), y(near, 0));
  lanes.template neighbour<1>(cell, near_n, x(near, 1), y(near, 1));
  lanes.template neighbour<2>(cell, near_n, x(near, 2), y(near, 2));
  if (near_full) lanes.template neighbour<3>(cell, near_n, x(near, 3), y(near, 3));
  cell.n = hn::IfThenElseZero(hn::FirstN(DI(), cells - q), cell.n);  // none beyond the row
  full = own_full || near_full || above_three(cell.n);
  return cell;
}

/// Stores lists, the last slot only where it was or becomes occupied: else its quarter of the data
/// would never be read or written. Returns false when a cell overflows.
HWY_INLINE bool store(const NewCell& cell, const HalfRow& to, std::size_t q, bool full) {
  const DF d;
  const DI di;
  const hn::Rebind<std::uint8_t, DI> d8;
  hn::StoreU(hn::DemoteTo(d8, cell.n), d8, to.n + q);
  const auto put = [&](std::size_t slot) {
    hn::StoreU(cell.x[slot], d, to.x + q + slot * to.stride);
    hn::StoreU(cell.y[slot], d, to.y + q + slot * to.stride);
  };
  put(0);
  put(1);
  put(2);
  if (!full) return true;
  put(3);
  return hn::AllFalse(di, hn::Gt(cell.n, hn::Set(di, kSlots)));
}

/// Replaces a row by what it and the next one held.
template <bool kAlongX>
bool shift_row(LaneCells& cells, const ShiftLanes<kAlongX>& lanes, int direction, std::size_t row,
               std::size_t next) {
  const std::size_t step = hn::Lanes(DF());
  const std::size_t half = cells.half();
  const bool down = !kAlongX && direction < 0;  // the next row, with what enters it from this one
  const HalfRow to[] = {{cells, row, 0}, {cells, row, 1}};
  const HalfRow own[] = {{cells, down ? next : row, 0}, {cells, down ? next : row, 1}};
  const auto near_of = [&](unsigned parity) {
    if constexpr (kAlongX) return HalfRow(cells, row, 1 - parity, beside(0, parity, direction));
    return HalfRow(cells, down ? row : next, parity);
  };
  const HalfRow near[] = {near_of(0), near_of(1)};
  bool fits = true;
  bool full[2];
  for (std::size_t k = 0; k < half; k += step) {
    const std::size_t q = direction > 0 ? k : (half - 1) / step * step - k;
    const auto even = gather(lanes, own[0], near[0], q, half, full[0]);
    if constexpr (!kAlongX) fits = store(even, to[0], q, full[0]) && fits;
    const auto odd = gather(lanes, own[1], near[1], q, half, full[1]);
    if constexpr (kAlongX) fits = store(even, to[0], q, full[0]) && fits;  // odd gathers from even
    fits = store(odd, to[1], q, full[1]) && fits;
  }
  for (const std::size_t parity : {0u, 1u}) cells.copy_across(row, parity, true);
  return fits;
}

template <bool kAlongX>
bool shift_rows(LaneCells& cells, disks::GridShift<float> shift, std::size_t first,
                std::size_t last, std::size_t next) {
  const ShiftLanes<kAlongX> lanes(shift, cells.cell_width());
  const int direction = kAlongX ? shift.direction.x : shift.direction.y;
  bool fits = true;
  for (std::size_t row = first; row < last; ++row)
    fits = shift_row(cells, lanes, direction, row, row + 1 == last ? next : row + 1) && fits;
  return fits;
}

bool shift(LaneCells& cells, disks::GridShift<float> shift, std::size_t first, std::size_t last,
           std::size_t next) {
  return shift.direction.x != 0 ? shift_rows<true>(cells, shift, first, last, next)
                                : shift_rows<false>(cells, shift, first, last, next);
}

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
