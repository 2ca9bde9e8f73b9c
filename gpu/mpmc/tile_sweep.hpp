// gpu/mpmc/tile_sweep.hpp
// Purpose   Sweeps by tiles (tile.hpp): one sweep in a launch, a block for each tile; and many
//           sweeps in one cooperative launch, with one barrier of the whole grid in each.
// Source    Anderson et al. 2013, Algorithms 1, 2 and 4.
// Cost      tile.hpp. Where tiles are fewer than the blocks that a device holds, a sweep by
//           PersistentTiles takes its four colours, one barrier, and no launch.
#pragma once
#include "gpu/mpmc/tile.hpp"

namespace touchstone::gpu {

template <class Real>
struct TileSweep {
  static constexpr const char* kName = "mpmc/tile-sweep";
  static constexpr int kMaxThreads = 512;  // so that each may have many registers
  Tile<Real> tile;
  Span<const SweepPlan<Real>> plan;
  Span<SweepPlan<Real>> next_plan;
  DeviceCells<Real> from;
  DeviceCells<Real> to;

  std::size_t shared_bytes(int) const { return tile.shared_bytes(); }
  /// One block per tile.
  Launch launch(int threads) const { return {tile.tiles(), threads}; }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto slots = ctx.template shared<disks::Vec<Real>>(std::int64_t{kSlots} * tile.loaded(),
                                                             "slots of the tile");
    const auto counts = ctx.template shared<std::uint8_t>(tile.loaded(), "counts of the tile");
    const auto block = tile.tally.block_set(ctx);
    const SweepPlan<Real> now = ctx.global(plan, "plan").load(0);
    plan_next(ctx, tile.space, tile.random, now, next_plan);
    tile.sweep(ctx, from, to, tile.corner(ctx.block()), slots, counts, block, [&] { return now; });
    tile.tally.add_block(ctx, block);  // the last colour has ended with a barrier
  }
};

/// `sweeps` whole sweeps in one cooperative launch of any size; `a` and `b` alternate, and the
/// cells are in `a` before.
template <class Real>
struct PersistentTiles {
  static constexpr const char* kName = "mpmc/persistent-tiles";
  static constexpr int kMaxThreads = 384;  // so that each may have many registers
  static constexpr bool kSynchronisesGrid = true;
  Tile<Real> tile;
  DeviceCells<Real> a;
  DeviceCells<Real> b;
  std::uint64_t first = 0;
  int sweeps = 1;

  std::size_t shared_bytes(int) const {
    return aligned_up(tile.shared_bytes(), alignof(SweepPlan<Real>)) + sizeof(SweepPlan<Real>);
  }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto slots = ctx.template shared<disks::Vec<Real>>(std::int64_t{kSlots} * tile.loaded(),
                                                             "slots of the tile");
    const auto counts = ctx.template shared<std::uint8_t>(tile.loaded(), "counts of the tile");
    const auto block = tile.tally.block_set(ctx);
    const auto plans = ctx.template shared<SweepPlan<Real>>(1, "plan of the sweep");
    for (int done = 0; done < sweeps; ++done) {
      const DeviceCells<Real>& from = done % 2 == 0 ? a : b;
      const DeviceCells<Real>& to = done % 2 == 0 ? b : a;
      if (ctx.thread() == 0)
        plans.store(0, planned(tile.space, tile.random, first + static_cast<std::uint64_t>(done)));
      for (int k = ctx.block(); k < tile.tiles(); k += ctx.block_count()) {
        tile.sweep(ctx, from, to, tile.corner(k), slots, counts, block,
                   [&] { return plans.load(0); });
        ctx.sync();  // the next tile is loaded where this one was stored from
      }
      ctx.sync_grid();  // the next sweep reads the margins that other blocks have written
    }
    tile.tally.add_block(ctx, block);
  }
};

}  // namespace touchstone::gpu
