// gpu/longrange/tile_forces.hpp
// Purpose   The paper's kernel: one thread for each target; the block brings a tile of as many
//           sources as it has threads into shared memory, and each thread sums them in their order.
//           The kicks and the drift that follow are done by the same threads.
// Source    Rocha Filho, section 3.2, steps 1 to 5 and Figure 1. Step 5 counts m, not j. In the
//           plane positions in shared memory and pairs may be in single precision, sums in double.
// Computes  Sums of 256 sources in their order, added up in order, whatever the size of a tile; a
//           source beyond the last particle has weight 0: it is left out. In double precision the
//           same bits as a serial loop. One sum over all would lose the forces of a soft potential
//           among thousands of particles, which are much smaller than the sums.
// Cost      N^2 pairs; N / tile^2 loads of 16 (8) bytes per pair from device memory. Instructions
//           of a pair on sm_90: Ring 58 in double precision, of which 24 are of double precision's
//           64 lanes, and 17 mixed, of which 3 are of the special function unit's 16 (estimate and
//           two conversions); plane 28, of which 15, and 15, of which 3.
// Not here  A form for devices of today (register_forces.hpp), steps (direct.hpp).
#pragma once
#include <cstdint>
#include <type_traits>

#include "gpu/exec/context.hpp"
#include "gpu/longrange/pairs.hpp"

namespace touchstone::gpu {

/// Sources that are summed before their sum is added to that of all.
inline constexpr int kSummedSources = 256;

template <class Pairs, class Real>
struct TileForces {
  static constexpr const char* kName = Pairs::kTileName;
  std::size_t shared_bytes(int threads) const {
    return sizeof(Point<Real>) * static_cast<std::size_t>(threads);
  }
  using Way = std::conditional_t<std::is_same_v<Real, double>, Literally, ByEstimate>;

  OwnParticles own;
  Stage stage;
  double softening;  ///< added to a squared distance: 2 eps for the Ring, eps for the plane
  Span<const Point<Real>> points;
  Span<Point<Real>> next;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto sources = ctx.global(points, "points");
    const auto tile = ctx.template shared<Point<Real>>(ctx.block_size(), "tile");
    const std::int64_t k = ctx.global_thread();
    const bool mine = k < own.count;  // threads without a target load sources
    const Point<Real> here = sources.load(mine ? own.first + k : 0);
    double sum_x = 0;
    double sum_y = 0;
    double x = 0;  // of the sources since the last multiple of kSummedSources
    double y = 0;
    const int most = ctx.block_size() < kSummedSources ? ctx.block_size() : kSummedSources;
    for (std::int64_t first = 0; first < own.all;) {
      const auto room = static_cast<int>(kSummedSources - first % kSummedSources);
      const int tile_size = most < room ? most : room;
      if (ctx.thread() < tile_size && first + ctx.thread() < own.all)
        tile.store(ctx.thread(), sources.load(first + ctx.thread()));
      ctx.sync();  // the tile is there
      const std::int64_t left = own.all - first;
      const int last = left < tile_size ? static_cast<int>(left) : tile_size;
      for (int j = 0; j < last; ++j) add(here, tile.load(j), x, y);
      ctx.sync();  // all have read it
      first += tile_size;
      if (first % kSummedSources != 0 && first < own.all) continue;
      sum_x += x;
      sum_y += y;
      x = y = 0;
    }
    if (mine) finish<Pairs, Real>(ctx, own, stage, k, here, sum_x, sum_y, next);
  }

 private:
  TOUCHSTONE_HD void add(Point<Real> here, Point<Real> there, double& sum_x, double& sum_y) const {
    const Real dx = here.x - there.x;
    const Real dy = here.y - there.y;
    const Real w = Pairs::weight(dx * dx + dy * dy + static_cast<Real>(softening), Way{});
    sum_x += static_cast<double>(dx * w);
    sum_y += static_cast<double>(dy * w);
  }
};

}  // namespace touchstone::gpu
