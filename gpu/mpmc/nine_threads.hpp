// gpu/mpmc/nine_threads.hpp
// Purpose   One colour of a sweep with 3^2 threads per active cell, for systems too small to fill a
//           device: each thread compares with one cell of the neighbourhood, and the nine vote.
// Source    Anderson et al. 2013, section 5.2.
// Cost      A trial takes one barrier of the block; each thread keeps 4 slots in registers.
#pragma once
#include "gpu/mpmc/device_cells.hpp"
#include "gpu/mpmc/register_cell.hpp"
#include "gpu/mpmc/sweep_plan.hpp"
#include "gpu/mpmc/tally.hpp"

namespace touchstone::gpu {

template <class Real>
struct NineThreads {
  static constexpr const char* kName = "mpmc/nine-threads";
  static constexpr int kMaxThreads = 288;  // so that each may have many registers
  static constexpr int kThreadsPerCell = 9;
  std::size_t shared_bytes(int threads) const {
    return 2 * sizeof(std::uint32_t) * static_cast<std::size_t>(threads / kThreadsPerCell);
  }
  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  DeviceCells<Real> cells;
  Tally tally;
  int order = 0;

  /// Blocks of a multiple of nine threads.
  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    using Position = disks::Vec<Real>;
    const int groups = ctx.block_size() / kThreadsPerCell;
    // Two votes for each group: a slow thread still reads one while a fast one casts the next.
    const auto votes = ctx.template shared<std::uint32_t>(2 * std::int64_t{groups}, "votes");
    const int group = ctx.thread() / kThreadsPerCell;
    const int part = ctx.thread() % kThreadsPerCell;  // which cell of the neighbourhood
    if (part < 2) votes.store(2 * group + part, 0);
    const auto plans = ctx.global(plan, "plan");
    const auto slots = ctx.global(cells.slots, "slots");
    const auto counts = ctx.global(cells.counts, "counts");
    const auto counters = ctx.global(tally.counters, "tally");
    const int set = Tally::set_of(ctx);
    const SweepPlan<Real> now = plans.load(0);
    const std::int64_t k = std::int64_t{ctx.block()} * groups + group;
    const bool active = k < grid.cells() / 4;  // no early return: all meet at the barriers
    const Cell cell = active ? grid.of_colour(now.colour(order), k) : Cell{};
    const int n = active ? counts.load(grid.index(0, cell)) : 0;
    const disks::CellOffset offset{part % 3 - 1, part / 3 - 1};
    const bool centre = part == 4;

    RegisterList<Real> own;  // each of the nine keeps the list and draws the same numbers
    Position mine[kSlots];
    const Cell there = grid.neighbour(cell, offset);
    for (int j = 0; j < kSlots; ++j) {
      own.at[j] = n > 0 ? slots.load(grid.index(j, cell)) : empty_slot<Real>();
      mine[j] = n > 0 && !centre ? space.translated(slots.load(grid.index(j, there)), offset)
                                 : empty_slot<Real>();
    }
    auto stream = space.cell_random(random, now.sweep, grid.number(cell));
    shuffle_slots(stream, n, [&](int a, int b) { own.swap(a, b); });
    if (n > 0 && centre) tally.cell(ctx, counters, set, order, n);
    ctx.sync();  // the votes are empty
    int i = 0;
    for (int s = 0; s < tally.trials_per_cell; ++s) {
      const Position moved = space.proposed(own.get(i), stream, static_cast<unsigned>(s));
      bool overlap = false;
      for (int j = 0; j < kSlots; ++j) {
        overlap = overlap | (centre && j != i && space.overlap(moved, own.at[j]));
        overlap = overlap | space.overlap(moved, mine[j]);
      }
      const std::int64_t vote = 2 * std::int64_t{group} + s % 2;
      const auto objection = static_cast<std::uint32_t>(s + 1);  // later ones are larger: no reset
      if (overlap) ctx.atomic_max(votes, vote, objection);
      ctx.sync();  // all nine have voted
      const bool accepted = space.inside(moved) && ctx.atomic_load(votes, vote) != objection;
      if (n > 0) {
        if (accepted) own.set(i, moved);
        if (centre) tally.trial(ctx, counters, set, order, s, accepted);
        if (++i == n) i = 0;
      }
    }
    if (centre)
      for (int j = 0; j < kSlots; ++j)  // a constant number of times: registers have no index
        if (j < n) slots.store(grid.index(j, cell), own.at[j]);
  }
};

}  // namespace touchstone::gpu
