// gpu/exec/sums/serial_sums.hpp
// Purpose   Running sums of doubles on a device with the bits of the loop
//             for (t : terms) sum = sum + t;
//           so that a scheme on a device repeats a serial program whose sums are such loops.
// Computes  A tile is a row of terms that one lane walks, a node the 32 tiles of a warp. Sums in
//           any order say between which powers of two the sum will be at each tile (SumTiles,
//           SumNodes); each tile is summed up as two integers (FindRuns, rounded_run.hpp); one
//           warp goes from node to node, as many at once as keep the sum between two powers of
//           two, and tile by tile and term by term only where it crosses one (WalkNodes); then
//           every tile knows its exact start and makes its own additions (ReplayTiles). Guesses
//           decide about time only: what a row of terms says is used where the exact sum shows that
//           it holds.
// Cost      5 launches; 3 reads of each term and a write of each sum. A serial walk over at most 32
//           groups of 32 nodes, and over a node and a tile for each power of two that is crossed.
// Not here  The arithmetic (rounded_run.hpp), launches (sum_buffers.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/block_collectives.hpp"
#include "gpu/exec/context.hpp"
#include "gpu/exec/sums/rounded_run.hpp"

namespace touchstone::gpu {

/// The share of terms: tile k has the terms k `length` ..., node k the tiles 32 k ...
struct SumTiling {
  std::int64_t terms = 0;
  std::int32_t length = 1;

  TOUCHSTONE_HD std::int64_t tiles() const { return (terms + length - 1) / length; }
  TOUCHSTONE_HD std::int64_t nodes() const { return (tiles() + kWarpSize - 1) / kWarpSize; }
  TOUCHSTONE_HD std::int64_t begin(std::int64_t tile) const { return least(tile * length); }
  TOUCHSTONE_HD std::int64_t end(std::int64_t tile) const { return least((tile + 1) * length); }

 private:
  TOUCHSTONE_HD std::int64_t least(std::int64_t i) const { return i < terms ? i : terms; }
};

/// Scratch memory: 32 elements for each node, or one.
struct SumScratch {
  Span<double> before_tile;  ///< guess, within the node
  Span<double> before_node;  ///< guess at the sum of a node, then at what is before it
  Span<RoundedRun> tiles;
  Span<RoundedRun> nodes;
  Span<double> node_starts;  ///< exact
};

/// Guesses at what each tile adds. One warp for each node.
struct SumTiles {
  static constexpr const char* kName = "exec/sum-tiles";
  static constexpr int kMaxThreads = kWarpSize;
  SumTiling tiling;
  Span<const double> terms;
  SumScratch scratch;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(terms, "terms");
    const std::int64_t tile = ctx.global_thread();
    double own = 0;
    for (std::int64_t i = tiling.begin(tile); i < tiling.end(tile); ++i) own += in.load(i);
    const double up_to_here = warp_scan(ctx, own, Plus{});
    const double before = ctx.shuffle_up(up_to_here, 1);
    ctx.global(scratch.before_tile, "guesses before tiles")
        .store(tile, ctx.lane() == 0 ? 0 : before);
    if (ctx.lane() == kWarpSize - 1)
      ctx.global(scratch.before_node, "guesses before nodes").store(ctx.block(), up_to_here);
  }
};

/// Guesses at the sum before each node. One warp.
struct SumNodes {
  static constexpr const char* kName = "exec/sum-nodes";
  static constexpr int kMaxThreads = kWarpSize;
  SumTiling tiling;
  Span<const double> start;
  SumScratch scratch;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto sums = ctx.global(scratch.before_node, "guesses before nodes");
    const std::int64_t nodes = tiling.nodes();
    const std::int64_t first = nodes * ctx.lane() / kWarpSize;
    const std::int64_t end = nodes * (ctx.lane() + 1) / kWarpSize;
    double own = 0;
    for (std::int64_t i = first; i < end; ++i) own += sums.load(i);
    const double up_to_here = warp_scan(ctx, own, Plus{});
    const double before = ctx.shuffle_up(up_to_here, 1);
    double sum = ctx.global(start, "start of the sum").load(0) + (ctx.lane() == 0 ? 0 : before);
    for (std::int64_t i = first; i < end; ++i) {
      const double node = sums.load(i);
      sums.store(i, sum);
      sum += node;
    }
  }
};

/// Lane l gets the row of lanes 0 to l: warp_scan() of what is more than one shuffle takes.
template <class Context>
TOUCHSTONE_HD RoundedRun scan_runs(const Context& ctx, RoundedRun run) {
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    RoundedRun other;  // 16 bytes at a time
    other.steps = ctx.shuffle_up(run.steps, distance);
    other.kind = ctx.shuffle_up(run.kind, distance);
    other.exponent = ctx.shuffle_up(run.exponent, distance);
    other.sign = ctx.shuffle_up(run.sign, distance);
    if (ctx.lane() >= distance) run = after(other, run);
  }
  return run;
}

/// The rows of tiles and nodes, for sums as guessed. One warp for each node.
struct FindRuns {
  static constexpr const char* kName = "exec/find-runs";
  static constexpr int kMaxThreads = kWarpSize;
  SumTiling tiling;
  Span<const double> terms;
  SumScratch scratch;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(terms, "terms");
    const std::int64_t tile = ctx.global_thread();
    const double guess = ctx.global(scratch.before_node, "guesses before nodes").load(ctx.block()) +
                         ctx.global(scratch.before_tile, "guesses before tiles").load(tile);
    const int exponent = exponent_of(guess);
    RoundedRun own;
    for (std::int64_t i = tiling.begin(tile); i < tiling.end(tile); ++i)
      own = after(own, run_of(in.load(i), exponent));
    ctx.global(scratch.tiles, "rows of tiles").store(tile, own);
    const RoundedRun all = scan_runs(ctx, own);
    if (ctx.lane() == kWarpSize - 1)
      ctx.global(scratch.nodes, "rows of nodes").store(ctx.block(), all);
  }
};

/// `sum` after the terms of a tile, one after another.
template <class Terms>
TOUCHSTONE_HD double add_tile(const Terms& in, const SumTiling& tiling, std::int64_t tile,
                              double sum) {
  for (std::int64_t i = tiling.begin(tile); i < tiling.end(tile); ++i) sum += in.load(i);
  return sum;
}

/// Result of the rows of lanes 0, 1, ... up to the first one that does not say what it makes of a
/// sum.
struct AppliedRows {
  int rows;       ///< number of rows applied
  double before;  ///< the sum before the lane's own row, in lanes 0 to `rows`
};

/// Applies the rows of the lanes to `sum`, which all lanes have. Lanes after the first whose row
/// says nothing are ignored, whatever theirs say.
template <class Context>
TOUCHSTONE_HD AppliedRows apply_rows(const Context& ctx, const RoundedRun& own, double& sum) {
  double here = sum;
  const bool known = apply(scan_runs(ctx, own), here);
  const int rows = lanes_before_false(ctx, known);
  const double before = ctx.shuffle_up(here, 1);
  const double end = ctx.shuffle(here, rows > 0 ? rows - 1 : 0);
  const AppliedRows applied{rows, ctx.lane() == 0 ? sum : before};
  if (rows > 0) sum = end;
  return applied;
}

/// Adds all terms of a node to `sum`, which all lanes have; returns the sum before the lane's tile.
template <class Context, class Terms, class Tiles>
TOUCHSTONE_HD double walk_tiles(const Context& ctx, const Terms& in, const Tiles& tiles,
                                const SumTiling& tiling, std::int64_t node, double& sum) {
  const RoundedRun own = tiles.load(node * kWarpSize + ctx.lane());
  double start = sum;
  for (int done = 0; done < kWarpSize;) {
    const AppliedRows applied = apply_rows(ctx, ctx.lane() < done ? RoundedRun{} : own, sum);
    if (ctx.lane() >= done && ctx.lane() <= applied.rows) start = applied.before;
    if (applied.rows < kWarpSize) sum = add_tile(in, tiling, node * kWarpSize + applied.rows, sum);
    done = applied.rows + 1;
  }
  return start;
}

/// The exact sums before each node, and after all. One warp.
struct WalkNodes {
  static constexpr const char* kName = "exec/walk-nodes";
  static constexpr int kMaxThreads = kWarpSize;
  SumTiling tiling;
  Span<const double> terms;
  Span<const double> start;
  SumScratch scratch;
  Span<double> total;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(terms, "terms");
    const auto tiles = ctx.global(scratch.tiles, "rows of tiles");
    const auto nodes = ctx.global(scratch.nodes, "rows of nodes");
    const auto starts = ctx.global(scratch.node_starts, "starts of nodes");
    double sum = ctx.global(start, "start of the sum").load(0);
    for (std::int64_t first = 0; first < tiling.nodes();) {
      const std::int64_t mine = first + ctx.lane();
      const bool exists = mine < tiling.nodes();
      RoundedRun own;  // of zeros, where there is no node
      if (exists) own = nodes.load(mine);
      const AppliedRows applied = apply_rows(ctx, own, sum);
      if (exists && ctx.lane() <= applied.rows) starts.store(mine, applied.before);
      first += applied.rows;
      if (applied.rows < kWarpSize) walk_tiles(ctx, in, tiles, tiling, first++, sum);
    }
    if (ctx.lane() == 0) ctx.global(total, "total").store(0, sum);
  }
};

/// The sums after each term. One warp for each node.
struct ReplayTiles {
  static constexpr const char* kName = "exec/replay-tiles";
  static constexpr int kMaxThreads = kWarpSize;
  SumTiling tiling;
  Span<const double> terms;
  SumScratch scratch;
  Span<double> sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(terms, "terms");
    const auto out = ctx.global(sums, "sums");
    const auto tiles = ctx.global(scratch.tiles, "rows of tiles");
    double end = ctx.global(scratch.node_starts, "starts of nodes").load(ctx.block());
    double sum = walk_tiles(ctx, in, tiles, tiling, ctx.block(), end);
    const std::int64_t tile = ctx.global_thread();
    for (std::int64_t i = tiling.begin(tile); i < tiling.end(tile); ++i) {
      sum += in.load(i);
      out.store(i, sum);
    }
  }
};

}  // namespace touchstone::gpu
