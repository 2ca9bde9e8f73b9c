// gpu/mpmc/sub_sweep.hpp
// Purpose   One colour of a sweep as in the paper: a thread per active cell, its disks in shared
//           memory, its neighbours read from device memory at every trial.
// Source    Anderson et al. 2013, Algorithm 2 (line numbers below). The cache of today's devices
//           takes the place of its texture reads.
// Cost      A trial reads up to 8 neighbours x 4 slots x 8 bytes, mostly from cache, and stops at
//           the first overlap.
// Not here  The form for today's devices (register_sweep.hpp).
#pragma once
#include "gpu/mpmc/device_cells.hpp"
#include "gpu/mpmc/sweep_plan.hpp"
#include "gpu/mpmc/tally.hpp"

namespace touchstone::gpu {

template <class Real>
struct SubSweep {
  static constexpr const char* kName = "mpmc/sub-sweep";
  std::size_t shared_bytes(int threads) const {
    return kSlots * sizeof(disks::Vec<Real>) * static_cast<std::size_t>(threads);
  }
  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  DeviceCells<Real> cells;
  Tally tally;
  int order = 0;  ///< which of the four colours in the order of the plan

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    using Position = disks::Vec<Real>;
    const auto own =
        ctx.template shared<Position>(std::int64_t{kSlots} * ctx.block_size(), "own cell");
    const std::int64_t k = ctx.global_thread();
    if (k >= grid.cells() / 4) return;
    const auto plans = ctx.global(plan, "plan");
    const auto slots = ctx.global(cells.slots, "slots");
    const auto counts = ctx.global(cells.counts, "counts");
    const auto counters = ctx.global(tally.counters, "tally");
    const int set = Tally::set_of(ctx);
    const SweepPlan<Real> now = plans.load(0);
    const Cell cell = grid.of_colour(now.colour(order), k);  // lines 1-2
    const int n = counts.load(grid.index(0, cell));          // line 4
    if (n == 0) return;                                      // lines 5-7
    tally.cell(ctx, counters, set, order, n);
    auto stream = space.cell_random(random, now.sweep, grid.number(cell));  // line 3
    const auto at = [&](int j) { return std::int64_t{j} * ctx.block_size() + ctx.thread(); };
    for (int j = 0; j < n; ++j) own.store(at(j), slots.load(grid.index(j, cell)));  // line 8
    shuffle_slots(stream, n, [&](int a, int b) {                                    // line 9
      const Position first = own.load(at(a));
      own.store(at(a), own.load(at(b)));
      own.store(at(b), first);
    });
    int i = 0;                                         // line 10
    for (int s = 0; s < tally.trials_per_cell; ++s) {  // line 11
      const Position moved =
          space.proposed(own.load(at(i)), stream, static_cast<unsigned>(s));  // line 12
      bool overlap = false;
      for (int j = 0; j < n && !overlap; ++j)
        overlap = j != i && space.overlap(moved, own.load(at(j)));
      for (int o = 0; o < 8 && !overlap; ++o) {  // lines 13-23
        const disks::CellOffset offset = neighbour_offset(o);
        const Cell there = grid.neighbour(cell, offset);
        for (int j = 0; j < kSlots && !overlap; ++j)
          overlap =
              space.overlap(moved, space.translated(slots.load(grid.index(j, there)), offset));
      }
      const bool accepted = space.inside(moved) && !overlap;
      if (accepted) own.store(at(i), moved);  // lines 24-28
      tally.trial(ctx, counters, set, order, s, accepted);
      if (++i == n) i = 0;  // lines 29-32
    }
    for (int j = 0; j < n; ++j) slots.store(grid.index(j, cell), own.load(at(j)));  // line 34
  }
};

}  // namespace touchstone::gpu
