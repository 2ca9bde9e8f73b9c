// gpu/mpmc/cell_shift.hpp
// Purpose   The shift of the cell grid: one thread per cell gathers the disks that belong to it.
// Source    Anderson et al. 2013, Algorithm 4. The list grows in registers, not in shared memory.
// Cost      Reads two cells, writes one: 98 bytes per cell in single precision. All slots are read
//           at once, whether there are disks in them or not, so that no read waits for another.
#pragma once
#include "gpu/mpmc/device_cells.hpp"
#include "gpu/mpmc/register_cell.hpp"
#include "gpu/mpmc/sweep_plan.hpp"

namespace touchstone::gpu {

/// A cell after the shift.
template <class Real>
struct ShiftedCell {
  RegisterList<Real> list;
  int count = 0;  ///< disks, of which the list has the first kSlots
};

/// Gathers the disks of `cell` in the order of section 2.4. The cells that share a disk's boundary
/// both evaluate D - f d and no other expression, so no disk is lost or taken twice, whatever its
/// rounding. `disk(cell, j)` reads slot j of the old cells, and `others` is the number of disks of
/// the cell `ahead`. Empty slots are inside of no cell.
template <class Real, class Disk>
TOUCHSTONE_HD ShiftedCell<Real> gather_shifted(const disks::PlaneSpace<Real>& space,
                                               disks::GridShift<Real> shift, Cell cell, Cell ahead,
                                               int others, Disk disk) {
  ShiftedCell<Real> shifted;
  for (int j = 0; j < kSlots; ++j) shifted.list.at[j] = empty_slot<Real>();
  const auto keep = [&shifted](disks::Vec<Real> position) {
    shifted.list.set(shifted.count++, position);
  };
  TOUCHSTONE_UNROLL
  for (int j = 0; j < kSlots; ++j) {  // lines 7-14
    const disks::Vec<Real> local = space.shifted(disk(cell, j), shift);
    if (space.inside(local)) keep(local);
  }
  TOUCHSTONE_UNROLL
  for (int j = 0; j < kSlots; ++j) {  // lines 18-28
    const disks::Vec<Real> local = space.shifted(disk(ahead, j), shift);
    if (!space.inside(local) && j < others) keep(space.translated(local, shift.direction));
  }
  return shifted;
}

/// Writes a cell; `overflow` becomes 1 when it would hold a fifth disk.
template <class Context, class Real>
TOUCHSTONE_HD void store_shifted(const Context& ctx, const ShiftedCell<Real>& shifted,
                                 const Grid& grid, Cell cell, const DeviceCells<Real>& to,
                                 Span<std::uint32_t> overflow) {
  const auto slots = ctx.global(to.slots, "to.slots");
  for (int j = 0; j < kSlots; ++j) slots.store(grid.index(j, cell), shifted.list.at[j]);
  const int held = shifted.count < kSlots ? shifted.count : kSlots;
  ctx.global(to.counts, "to.counts").store(grid.index(0, cell), static_cast<std::uint8_t>(held));
  if (shifted.count > kSlots) ctx.atomic_max(ctx.global(overflow, "overflow"), 0, std::uint32_t{1});
}

template <class Real>
struct CellShift {
  static constexpr const char* kName = "mpmc/cell-shift";
  static constexpr bool kSynchronises = false;
  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  Span<SweepPlan<Real>> next_plan;
  DeviceCells<Real> from;
  DeviceCells<Real> to;
  Span<std::uint32_t> overflow;  ///< becomes 1 when a cell would hold a fifth disk

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k >= grid.cells()) return;
    const SweepPlan<Real> now = ctx.global(plan, "plan").load(0);
    plan_next(ctx, space, random, now, next_plan);
    shift_cell(ctx, grid.in_memory_order(k), now.shift);
  }

  template <class Context>
  TOUCHSTONE_HD void shift_cell(Context& ctx, Cell cell, disks::GridShift<Real> shift) const {
    const auto counts = ctx.global(from.counts, "from.counts");
    const auto slots = ctx.global(from.slots, "from.slots");
    const Cell ahead = grid.neighbour(cell, shift.direction);
    const auto shifted =
        gather_shifted(space, shift, cell, ahead, counts.load(grid.index(0, ahead)),
                       [&](Cell c, int j) { return slots.load(grid.index(j, c)); });
    store_shifted(ctx, shifted, grid, cell, to, overflow);
  }
};

}  // namespace touchstone::gpu
