// gpu/mpmc/tile_sweep.hpp
// Purpose   A whole sweep in one launch: a block loads a tile of cells and a margin of five into
//           shared memory, does all four colours and the shift there, and writes the tile.
// Source    Anderson et al. 2013, Algorithms 1, 2 and 4. The fusion is ours: random numbers belong
//           to cells, so neighbouring blocks that update the same margin cells do the same.
// Cost      Reads (1 + 10 / width)(1 + 10 / height) tiles and writes one; work grows by the margin
//           of 4, 3, 2 and 1 cells that the colours need: 1.5 times for a tile of 32 x 16.
// Not here  The update of a cell (register_cell.hpp).
#pragma once
#include "gpu/mpmc/cell_shift.hpp"
#include "gpu/mpmc/register_cell.hpp"
#include "gpu/mpmc/sweep_plan.hpp"
#include "gpu/mpmc/tally.hpp"

namespace touchstone::gpu {

template <class Real>
struct TileSweep {
  static constexpr const char* kName = "mpmc/tile-sweep";
  static constexpr int kMaxThreads = 256;  // so that each may have many registers
  static constexpr int kMargin = 5;
  using Position = disks::Vec<Real>;

  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Span<const SweepPlan<Real>> plan;
  DeviceCells<Real> from;
  DeviceCells<Real> to;
  Tally tally;
  Span<std::uint32_t> overflow;
  int width = 32;                           ///< width of a tile, in cells
  int height = sizeof(Real) <= 4 ? 16 : 8;  // 64 KiB are what the oldest device has

  TOUCHSTONE_HD int stride() const { return width + 2 * kMargin; }
  TOUCHSTONE_HD int loaded() const { return stride() * (height + 2 * kMargin); }
  std::size_t shared_bytes(int) const {
    const auto cells = static_cast<std::size_t>(loaded());
    return cells * (kSlots * sizeof(Position) + sizeof(std::uint8_t));
  }
  /// One block per tile.
  Launch launch(int threads) const {
    const int across = (grid.columns + width - 1) / width;
    const int up = (grid.rows + height - 1) / height;
    return {across * up, threads};
  }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto slots =
        ctx.template shared<Position>(std::int64_t{kSlots} * loaded(), "slots of the tile");
    const auto counts = ctx.template shared<std::uint8_t>(loaded(), "counts of the tile");
    const auto plans = ctx.global(plan, "plan");
    const SweepPlan<Real> now = plans.load(0);
    const int across = (grid.columns + width - 1) / width;
    const Cell corner{ctx.block() % across * width, ctx.block() / across * height};
    load(ctx, corner, slots, counts);
    ctx.sync();
    for (int q = 0; q < 4; ++q) {
      // The cells that later colours and the shift read have to be right: one cell less each time.
      update(ctx, now, q, kMargin - 1 - q, corner, slots, counts);
      ctx.sync();
    }
    store(ctx, now, corner, slots, counts);
  }

 private:
  /// Index of slot 0 of a cell in shared memory; columns and rows count from the corner.
  TOUCHSTONE_HD int place(int x, int y) const { return (y + kMargin) * stride() + x + kMargin; }
  TOUCHSTONE_HD int inner_width(Cell corner) const {
    return corner.x + width <= grid.columns ? width : grid.columns - corner.x;
  }
  TOUCHSTONE_HD int inner_height(Cell corner) const {
    return corner.y + height <= grid.rows ? height : grid.rows - corner.y;
  }

  template <class Context, class Slots, class Counts>
  TOUCHSTONE_HD void load(Context& ctx, Cell corner, const Slots& slots,
                          const Counts& counts) const {
    const auto old_counts = ctx.global(from.counts, "from.counts");
    const auto old_slots = ctx.global(from.slots, "from.slots");
    for (int k = ctx.thread(); k < loaded(); k += ctx.block_size()) {
      const Cell cell =
          grid.wrapped({corner.x + k % stride() - kMargin, corner.y + k / stride() - kMargin});
      counts.store(k, old_counts.load(grid.index(0, cell)));
      for (int j = 0; j < kSlots; ++j)
        slots.store(j * loaded() + k, old_slots.load(grid.index(j, cell)));
    }
  }

  /// All cells of the q-th colour that are at most `reach` cells outside the tile.
  template <class Context, class Slots, class Counts>
  TOUCHSTONE_HD void update(Context& ctx, const SweepPlan<Real>& now, int q, int reach, Cell corner,
                            const Slots& slots, const Counts& counts) const {
    const auto counters = ctx.global(tally.counters, "tally");
    const int colour = now.colour(q);
    const int first_x = -reach + ((corner.x - reach + colour % 2) & 1);
    const int first_y = -reach + ((corner.y - reach + colour / 2) & 1);
    const int columns = (inner_width(corner) + reach - first_x + 1) / 2;
    const int rows = (inner_height(corner) + reach - first_y + 1) / 2;
    for (int k = ctx.thread(); k < columns * rows; k += ctx.block_size()) {
      const int x = first_x + 2 * (k % columns);
      const int y = first_y + 2 * (k / columns);
      const int n = counts.load(place(x, y));
      if (n == 0) continue;
      const bool inside = x >= 0 && y >= 0 && x < inner_width(corner) && y < inner_height(corner);
      if (inside) tally.cell(ctx, counters, q, n);
      const auto around = load_surroundings(space, [&](disks::CellOffset offset, int j) {
        return slots.load(j * loaded() + place(x + offset.x, y + offset.y));
      });
      RegisterList<Real> own;
      for (int j = 0; j < kSlots; ++j) own.at[j] = slots.load(j * loaded() + place(x, y));
      const Cell cell = grid.wrapped({corner.x + x, corner.y + y});
      auto stream = space.cell_random(random, now.sweep, grid.number(cell));
      update_cell(space, stream, n, tally.trials_per_cell, around, own, [&](int s, bool accepted) {
        if (inside) tally.trial(ctx, counters, q, s, accepted);
      });
      for (int j = 0; j < n; ++j) slots.store(j * loaded() + place(x, y), own.at[j]);
    }
  }

  template <class Context, class Slots, class Counts>
  TOUCHSTONE_HD void store(Context& ctx, const SweepPlan<Real>& now, Cell corner,
                           const Slots& slots, const Counts& counts) const {
    const auto new_counts = ctx.global(to.counts, "to.counts");
    const auto new_slots = ctx.global(to.slots, "to.slots");
    const auto full = ctx.global(overflow, "overflow");
    const int columns = inner_width(corner);
    for (int k = ctx.thread(); k < columns * inner_height(corner); k += ctx.block_size()) {
      const Cell local{k % columns, k / columns};
      const Cell cell{corner.x + local.x, corner.y + local.y};
      const disks::CellOffset by = now.shift.direction;
      int kept = 0;
      gather_shifted(
          space, now.shift, local, Cell{local.x + by.x, local.y + by.y},
          [&](Cell c) { return static_cast<int>(counts.load(place(c.x, c.y))); },
          [&](Cell c, int j) { return slots.load(j * loaded() + place(c.x, c.y)); },
          [&](Position position) {
            if (kept < kSlots)
              new_slots.store(grid.index(kept++, cell), position);
            else
              ctx.atomic_max(full, 0, std::uint32_t{1});
          });
      new_counts.store(grid.index(0, cell), static_cast<std::uint8_t>(kept));
      for (; kept < kSlots; ++kept) new_slots.store(grid.index(kept, cell), empty_slot<Real>());
    }
  }
};

}  // namespace touchstone::gpu
