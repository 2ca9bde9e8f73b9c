// gpu/mpmc/tile.hpp
// Purpose   A whole sweep of one tile of cells by a block: it loads the tile and a margin of five
//           cells into shared memory, does all four colours and the shift there, and writes the
//           tile.
// Source    Anderson et al. 2013, Algorithms 1, 2 and 4. The fusion is ours: random numbers belong
//           to cells, so neighbouring blocks that update the same margin cells do the same.
// Cost      Reads (1 + 10 / width)(1 + 10 / height) tiles and writes one; work grows by the margin
//           of 4, 3, 2 and 1 cells that the colours need: 1.5 times for a tile of 32 x 16, 1.25
//           times for 64 x 32.
// Not here  The update of a cell (register_cell.hpp), kernels (tile_sweep.hpp).
#pragma once
#include "gpu/mpmc/cell_shift.hpp"
#include "gpu/mpmc/register_cell.hpp"
#include "gpu/mpmc/sweep_plan.hpp"
#include "gpu/mpmc/tally.hpp"

namespace touchstone::gpu {

/// Numerator below 2^16 over a divisor of 2 to 255, by one multiplication: a device has no
/// instruction for a division.
struct ShortDivision {
  int divisor;
  std::uint32_t factor;
  TOUCHSTONE_HD explicit ShortDivision(int by)
      : divisor(by),
        factor((kOne + static_cast<std::uint32_t>(by) - 1) / static_cast<std::uint32_t>(by)) {}
  /// The factor is too large by less than divisor / kOne / divisor, so the product by less than
  /// 1 / divisor.
  TOUCHSTONE_HD int quotient(int numerator) const {
    return static_cast<int>(std::uint64_t{factor} * static_cast<std::uint32_t>(numerator) >> 24);
  }
  TOUCHSTONE_HD int rest(int numerator) const { return numerator - divisor * quotient(numerator); }

 private:
  static constexpr std::uint32_t kOne = 1u << 24;
};

/// Width and height of a tile, in cells; even.
struct TileSize {
  int width = 32;
  int height = 16;
  friend bool operator==(const TileSize&, const TileSize&) = default;
};

template <class Real>
struct Tile {
  static constexpr int kMargin = 5;
  using Position = disks::Vec<Real>;

  disks::PlaneSpace<Real> space;
  Philox random;
  Grid grid;
  Tally tally;
  Span<std::uint32_t> overflow;
  TileSize size;

  TOUCHSTONE_HD int stride() const { return size.width + 2 * kMargin; }
  TOUCHSTONE_HD int loaded() const { return stride() * (size.height + 2 * kMargin); }
  TOUCHSTONE_HD int across() const { return (grid.columns + size.width - 1) / size.width; }
  /// Number of tiles of the grid.
  TOUCHSTONE_HD int tiles() const {
    const int up = (grid.rows + size.height - 1) / size.height;
    return across() * up;
  }
  TOUCHSTONE_HD Cell corner(int tile) const {
    const int row = tile / across();
    return {(tile - row * across()) * size.width, row * size.height};
  }
  std::size_t shared_bytes() const {
    const auto cells = static_cast<std::size_t>(loaded());
    const std::size_t lists = cells * (kSlots * sizeof(Position) + sizeof(std::uint8_t));
    return aligned_up(lists, alignof(std::uint32_t)) +
           sizeof(std::uint32_t) * static_cast<std::size_t>(tally.set_size());
  }

  /// All stages of a sweep. `slots`, `counts` and `block` are the arrays of the block; `plan()`
  /// gives the plan once the block has met.
  template <class Context, class Slots, class Counts, class Block, class Plan>
  TOUCHSTONE_HD void sweep(Context& ctx, const DeviceCells<Real>& from, const DeviceCells<Real>& to,
                           Cell corner, const Slots& slots, const Counts& counts,
                           const Block& block, Plan plan) const {
    const SweepPlan<Real> now = colours(ctx, from, corner, slots, counts, block, plan, 4);
    store(ctx, now, to, corner, slots, counts);
  }

  /// The first `count` colours. Cells that are at most kMargin - count outside the tile are then as
  /// they are in the whole grid after these colours. Returns the plan.
  template <class Context, class Slots, class Counts, class Block, class Plan>
  TOUCHSTONE_HD SweepPlan<Real> colours(Context& ctx, const DeviceCells<Real>& from, Cell corner,
                                        const Slots& slots, const Counts& counts,
                                        const Block& block, Plan plan, int count) const {
    load(ctx, from, corner, slots, counts);
    ctx.sync();
    const SweepPlan<Real> now = plan();
    for (int q = 0; q < count; ++q) {
      // The cells that later colours and the shift read have to be right: one cell less each time.
      update(ctx, now, q, kMargin - 1 - q, corner, slots, counts, block);
      ctx.sync();
    }
    return now;
  }

  /// Index of slot 0 of a cell in shared memory; columns and rows count from the corner. Even
  /// columns come before odd ones, so that cells of one colour are in different banks.
  TOUCHSTONE_HD int place(int x, int y) const {
    return (y + kMargin) * stride() + place_in_row(x + kMargin, stride());
  }

 private:
  TOUCHSTONE_HD int inner_width(Cell corner) const {
    return corner.x + size.width <= grid.columns ? size.width : grid.columns - corner.x;
  }
  TOUCHSTONE_HD int inner_height(Cell corner) const {
    return corner.y + size.height <= grid.rows ? size.height : grid.rows - corner.y;
  }

  template <class Context, class Slots, class Counts>
  TOUCHSTONE_HD void load(Context& ctx, const DeviceCells<Real>& from, Cell corner,
                          const Slots& slots, const Counts& counts) const {
    const auto old_counts = ctx.global(from.counts, "from.counts");
    const auto old_slots = ctx.global(from.slots, "from.slots");
    const ShortDivision by(stride());
    for (int k = ctx.thread(); k < loaded(); k += ctx.block_size()) {
      const Cell cell = grid.wrapped({corner.x + column_at(by.rest(k), stride()) - kMargin,
                                      corner.y + by.quotient(k) - kMargin});
      counts.store(k, old_counts.load(grid.index(0, cell)));
      for (int j = 0; j < kSlots; ++j)
        slots.store(j * loaded() + k, old_slots.load(grid.index(j, cell)));
    }
  }

  /// All cells of the q-th colour that are at most `reach` cells outside the tile.
  template <class Context, class Slots, class Counts, class Block>
  TOUCHSTONE_HD void update(Context& ctx, const SweepPlan<Real>& now, int q, int reach, Cell corner,
                            const Slots& slots, const Counts& counts, const Block& block) const {
    const int colour = now.colour(q);
    const int first_x = -reach + ((corner.x - reach + colour % 2) & 1);
    const int first_y = -reach + ((corner.y - reach + colour / 2) & 1);
    const int columns = (inner_width(corner) + reach - first_x + 1) / 2;
    const int rows = (inner_height(corner) + reach - first_y + 1) / 2;
    const ShortDivision by(columns);
    for (int k = ctx.thread(); k < columns * rows; k += ctx.block_size()) {
      const int x = first_x + 2 * by.rest(k);
      const int y = first_y + 2 * by.quotient(k);
      const int n = counts.load(place(x, y));
      if (n == 0) continue;
      const bool inside = x >= 0 && y >= 0 && x < inner_width(corner) && y < inner_height(corner);
      if (inside) tally.cell(ctx, block, 0, q, n);
      const auto count = [&](disks::CellOffset offset) {
        return static_cast<int>(counts.load(place(x + offset.x, y + offset.y)));
      };
      const auto slot = [&](disks::CellOffset offset, int j) {
        return slots.load(j * loaded() + place(x + offset.x, y + offset.y));
      };
      const auto around = load_surroundings(space, count, slot);
      RegisterList<Real> own;
      for (int j = 0; j < kSlots; ++j) own.at[j] = slots.load(j * loaded() + place(x, y));
      const Cell cell = grid.wrapped({corner.x + x, corner.y + y});
      auto stream = space.cell_random(random, now.sweep, grid.number(cell));
      update_cell(space, stream, n, tally.trials_per_cell, around, slot, own,
                  [&](int s, bool accepted) {
                    if (inside) tally.trial(ctx, block, 0, q, s, accepted);
                  });
      for (int j = 0; j < kSlots; ++j)  // a constant number of times: registers have no index
        if (j < n) slots.store(j * loaded() + place(x, y), own.at[j]);
    }
  }

  template <class Context, class Slots, class Counts>
  TOUCHSTONE_HD void store(Context& ctx, const SweepPlan<Real>& now, const DeviceCells<Real>& to,
                           Cell corner, const Slots& slots, const Counts& counts) const {
    const int columns = inner_width(corner);
    const ShortDivision by(columns);
    for (int k = ctx.thread(); k < columns * inner_height(corner); k += ctx.block_size()) {
      const Cell local{column_at(by.rest(k), columns), by.quotient(k)};
      const Cell cell{corner.x + local.x, corner.y + local.y};
      const Cell ahead{local.x + now.shift.direction.x, local.y + now.shift.direction.y};
      const auto shifted =
          gather_shifted(space, now.shift, local, ahead, counts.load(place(ahead.x, ahead.y)),
                         [&](Cell c, int j) { return slots.load(j * loaded() + place(c.x, c.y)); });
      store_shifted(ctx, shifted, grid, cell, to, overflow);
    }
  }
};

}  // namespace touchstone::gpu
