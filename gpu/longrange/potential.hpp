// gpu/longrange/potential.hpp
// Purpose   N times the potential energy that each particle shares with all others, in double
//           precision, by tiles as the forces.
// Source    Rocha Filho, equations 1 and 3. A tile on the diagonal contains i = j, which is left
//           out: with little softening it would hide all other pairs.
// Not here  Their sum, which is taken in order on the host (direct.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "gpu/longrange/pairs.hpp"

namespace touchstone::gpu {

template <class Pairs>
struct PotentialSums {
  static constexpr const char* kName = Pairs::kPotentialName;
  std::size_t shared_bytes(int threads) const {
    return sizeof(Point<double>) * static_cast<std::size_t>(threads);
  }
  OwnParticles own;
  double softening;
  Span<const Point<double>> points;
  Span<double> sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto sources = ctx.global(points, "points");
    const auto tile = ctx.template shared<Point<double>>(ctx.block_size(), "tile");
    const std::int64_t k = ctx.global_thread();
    const bool mine = k < own.count;
    const Point<double> here = sources.load(mine ? own.first + k : 0);
    double sum = 0;
    for (std::int64_t first = 0; first < own.all; first += ctx.block_size()) {
      if (first + ctx.thread() < own.all)
        tile.store(ctx.thread(), sources.load(first + ctx.thread()));
      ctx.sync();  // the tile is there
      const std::int64_t left = own.all - first;
      const int last = left < ctx.block_size() ? static_cast<int>(left) : ctx.block_size();
      for (int j = 0; j < last; ++j) {
        const Point<double> there = tile.load(j);
        const double dx = here.x - there.x;
        const double dy = here.y - there.y;
        const double pair = Pairs::potential(dx * dx + dy * dy + softening);
        sum += first + j == own.first + k ? 0 : pair;
      }
      ctx.sync();  // all have read it
    }
    if (mine) ctx.global(sums, "potentials").store(k, sum);
  }
};

}  // namespace touchstone::gpu
