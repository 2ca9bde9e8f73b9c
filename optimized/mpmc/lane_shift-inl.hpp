// optimized/mpmc/lane_shift-inl.hpp
// Purpose   The shift of the grid in vector lanes: every cell gathers the disks that are in it
//           after the shift.
// Source    Anderson et al. 2013, Algorithm 4
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

}  // namespace HWY_NAMESPACE
}  // namespace touchstone::optimized
HWY_AFTER_NAMESPACE();

#endif  // include guard per target
