// gpu/mpmc/cell_shift.hpp
// Purpose   The shift of the cell grid: one thread per cell gathers the disks that belong to it.
// Source    Anderson et al. 2013, Algorithm 4. The list grows in device memory instead of shared
//           memory: each disk is written once, and nothing is kept.
// Cost      Reads two cells, writes one: 99 bytes per cell in single precision.
#pragma once
#include "gpu/mpmc/device_cells.hpp"
#include "gpu/mpmc/sweep_plan.hpp"

namespace touchstone::gpu {

/// Gathers the list of `cell`: calls keep(position) for each disk, in the order of section 2.4. The
/// cells that share a disk's boundary both evaluate D - f d and no other expression, so no disk is
/// lost or taken twice, whatever its rounding. `disk(cell, j)` and `count(cell)` read the old
/// cells.
template <class Real, class Count, class Disk, class Keep>
TOUCHSTONE_HD void gather_shifted(const disks::PlaneSpace<Real>& space,
                                  disks::GridShift<Real> shift, Cell cell, Cell ahead, Count count,
                                  Disk disk, Keep keep) {
  const int own = count(cell);
  for (int j = 0; j < own; ++j) {  // lines 7-14
    const disks::Vec<Real> local = space.shifted(disk(cell, j), shift);
    if (space.inside(local)) keep(local);
  }
  const int others = count(ahead);
  for (int j = 0; j < others; ++j) {  // lines 18-28
    const disks::Vec<Real> local = space.shifted(disk(ahead, j), shift);
    if (!space.inside(local)) keep(space.translated(local, shift.direction));
  }
}

template <class Real>
struct CellShift {
  static constexpr const char* kName = "mpmc/cell-shift";
  static constexpr bool kSynchronises = false;
  disks::PlaneSpace<Real> space;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  DeviceCells<Real> from;
  DeviceCells<Real> to;
  Span<std::uint32_t> overflow;  ///< becomes 1 when a cell would hold a fifth disk

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k >= grid.cells()) return;
    shift_cell(ctx, grid.in_memory_order(k));
  }

  template <class Context>
  TOUCHSTONE_HD void shift_cell(Context& ctx, Cell cell) const {
    const auto plans = ctx.global(plan, "plan");
    const SweepPlan<Real> now = plans.load(0);
    shift_cell(ctx, cell, now.shift);
  }

  template <class Context>
  TOUCHSTONE_HD void shift_cell(Context& ctx, Cell cell, disks::GridShift<Real> shift) const {
    const auto old_counts = ctx.global(from.counts, "from.counts");
    const auto old_slots = ctx.global(from.slots, "from.slots");
    const auto counts = ctx.global(to.counts, "to.counts");
    const auto slots = ctx.global(to.slots, "to.slots");
    const auto full = ctx.global(overflow, "overflow");
    int kept = 0;
    gather_shifted(
        space, shift, cell, grid.neighbour(cell, shift.direction),
        [&](Cell c) { return static_cast<int>(old_counts.load(grid.index(0, c))); },
        [&](Cell c, int j) { return old_slots.load(grid.index(j, c)); },
        [&](disks::Vec<Real> position) {
          if (kept < kSlots)
            slots.store(grid.index(kept++, cell), position);
          else
            ctx.atomic_max(full, 0, std::uint32_t{1});
        });
    counts.store(grid.index(0, cell), static_cast<std::uint8_t>(kept));
    for (; kept < kSlots; ++kept) slots.store(grid.index(kept, cell), empty_slot<Real>());
  }
};

}  // namespace touchstone::gpu
