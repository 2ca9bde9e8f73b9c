// gpu/mpmc/register_sweep.hpp
// Purpose   One colour of a sweep for today's devices: a thread per active cell, which loads its
//           neighbour cells once and keeps them in registers for all trials. And all sweeps in one
//           launch, with barriers of the whole grid between colours.
// Source    Anderson et al. 2013, Algorithm 2, for devices with 64 registers and more per thread.
// Cost      8 x 25 + 33 bytes read and up to 32 written per active cell, whatever the number of
//           trials; operations: register_cell.hpp.
#pragma once
#include "gpu/mpmc/cell_shift.hpp"
#include "gpu/mpmc/register_cell.hpp"
#include "gpu/mpmc/sweep_plan.hpp"
#include "gpu/mpmc/tally.hpp"

namespace touchstone::gpu {

template <class Real>
struct RegisterSweep {
  static constexpr const char* kName = "mpmc/register-sweep";
  static constexpr int kMaxThreads = 512;  // so that each has at most 128 registers
  static constexpr bool kSynchronises = false;
  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  DeviceCells<Real> cells;
  Tally tally;
  int order = 0;  ///< which of the four colours in the order of the plan

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k >= grid.cells() / 4) return;
    const auto plans = ctx.global(plan, "plan");
    const SweepPlan<Real> now = plans.load(0);
    update(ctx, now, order, k);
  }

  /// Cell number k of the q-th colour.
  template <class Context>
  TOUCHSTONE_HD void update(Context& ctx, const SweepPlan<Real>& now, int q, std::int64_t k) const {
    const auto slots = ctx.global(cells.slots, "slots");
    const auto counts = ctx.global(cells.counts, "counts");
    const auto counters = ctx.global(tally.counters, "tally");
    const Cell cell = grid.of_colour(now.colour(q), k);
    const auto count = [&](disks::CellOffset offset) {
      return static_cast<int>(counts.load(grid.index(0, grid.neighbour(cell, offset))));
    };
    const auto slot = [&](disks::CellOffset offset, int j) {
      return slots.load(grid.index(j, grid.neighbour(cell, offset)));
    };
    // All is read before it is known whether the cell is empty, so that no read waits for another.
    const auto around = load_surroundings(space, count, slot);
    RegisterList<Real> own;
    for (int j = 0; j < kSlots; ++j) own.at[j] = slots.load(grid.index(j, cell));
    const int n = counts.load(grid.index(0, cell));
    if (n == 0) return;
    const int set = Tally::set_of(ctx);
    tally.cell(ctx, counters, set, q, n);
    auto stream = space.cell_random(random, now.sweep, grid.number(cell));
    update_cell(space, stream, n, tally.trials_per_cell, around, slot, own,
                [&](int s, bool accepted) { tally.trial(ctx, counters, set, q, s, accepted); });
    for (int j = 0; j < kSlots; ++j)  // a constant number of times: registers have no index
      if (j < n) slots.store(grid.index(j, cell), own.at[j]);
  }
};

/// `sweeps` whole sweeps in one cooperative launch of any size; `a` and `b` alternate, and the
/// cells are in `a` before, and after in the one that an even or odd number of sweeps leaves.
template <class Real>
struct PersistentSweeps {
  static constexpr const char* kName = "mpmc/persistent-sweeps";
  static constexpr int kMaxThreads = 512;  // so that each has at most 128 registers
  static constexpr bool kSynchronisesGrid = true;
  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  DeviceCells<Real> a;
  DeviceCells<Real> b;
  Tally tally;
  Span<std::uint32_t> overflow;
  std::uint64_t first = 0;
  int sweeps = 1;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    for (int done = 0; done < sweeps; ++done) {
      const auto now = planned(space, random, first + static_cast<std::uint64_t>(done));
      const DeviceCells<Real>& from = done % 2 == 0 ? a : b;
      const DeviceCells<Real>& to = done % 2 == 0 ? b : a;
      const RegisterSweep<Real> sweep{space, random, grid, {}, from, tally};
      for (int q = 0; q < 4; ++q) {
        for (auto k = ctx.global_thread(); k < grid.cells() / 4; k += ctx.global_size())
          sweep.update(ctx, now, q, k);
        ctx.sync_grid();  // the next colour reads what this one has written
      }
      const CellShift<Real> shift{space, random, grid, {}, {}, from, to, overflow};
      for (auto k = ctx.global_thread(); k < grid.cells(); k += ctx.global_size())
        shift.shift_cell(ctx, grid.in_memory_order(k), now.shift);
      ctx.sync_grid();
    }
  }
};

}  // namespace touchstone::gpu
