// gpu/longrange/register_forces.hpp
// Purpose   Direct sums for devices of today: several targets in the registers of a thread, so
//           that one load of two sources from shared memory serves all of them; pairs by the
//           estimates of the special function unit; sums of 256 sources in the precision of
//           pairs, added up in double.
// Source    Rocha Filho, section 3.2, with another division of labour.
// Computes  Sums of fixed chunks of sources in their order: no size of a block changes a bit.
// Cost      N^2 pairs. Instructions of a pair beside the estimate: Ring 8 in single precision, 12
//           in double; plane 6 and 9.
// Not here  Steps (direct.hpp).
#pragma once
#include <cstdint>
#include <type_traits>

#include "gpu/exec/context.hpp"
#include "gpu/longrange/pairs.hpp"

namespace touchstone::gpu {

/// Sources of a chunk: those of a tile.
inline constexpr int kChunkSources = 256;

/// Two sources, one load of a vector from shared memory.
template <class Real>
struct alignas(4 * sizeof(Real) <= 16 ? 4 * sizeof(Real) : 16) TwoPoints {
  Point<Real> a, b;
};

template <class Pairs, class Real>
struct RegisterForces {
  static constexpr const char* kName = Pairs::kRegisterName;
  static constexpr int kMaxThreads = 256;
  static constexpr int kTargets = std::is_same_v<Real, float> ? 4 : 2;  ///< targets of a thread
  std::size_t shared_bytes(int) const { return sizeof(Point<Real>) * kChunkSources; }

  OwnParticles own;
  Stage stage;
  double softening;
  Span<const Point<Real>> points;
  Span<Point<Real>> next;

  /// Blocks of `threads` for all targets.
  Launch launch(int threads) const {
    return {launch_for(own.count, threads * kTargets).blocks, threads};
  }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto sources = ctx.global(points, "points");
    const auto chunk = ctx.template shared<TwoPoints<Real>>(kChunkSources / 2, "chunk");
    const std::int64_t first_target =
        std::int64_t{ctx.block()} * kTargets * ctx.block_size() + ctx.thread();
    Point<Real> here[kTargets];
    double sum_x[kTargets];
    double sum_y[kTargets];
    for (int t = 0; t < kTargets; ++t) {
      const std::int64_t k = first_target + std::int64_t{t} * ctx.block_size();
      here[t] = sources.load(k < own.count ? own.first + k : 0);
      sum_x[t] = sum_y[t] = 0;
    }
    for (std::int64_t first = 0; first < own.all; first += kChunkSources) {
      const std::int64_t left = own.all - first;
      const int count = left < kChunkSources ? static_cast<int>(left) : kChunkSources;
      load(ctx, sources, chunk, first, count);
      ctx.sync();  // the chunk is there
      add_chunk(chunk, count, here, sum_x, sum_y);
      ctx.sync();  // all have read it
    }
    for (int t = 0; t < kTargets; ++t) {
      const std::int64_t k = first_target + std::int64_t{t} * ctx.block_size();
      if (k < own.count) finish<Pairs, Real>(ctx, own, stage, k, here[t], sum_x[t], sum_y[t], next);
    }
  }

 private:
  /// Sources [first, first + count) as pairs; the last one alone if their number is odd.
  template <class Context, class Sources, class Chunk>
  TOUCHSTONE_HD void load(const Context& ctx, const Sources& sources, const Chunk& chunk,
                          std::int64_t first, int count) const {
    for (int pair = ctx.thread(); 2 * pair < count; pair += ctx.block_size()) {
      const Point<Real> a = sources.load(first + 2 * pair);
      chunk.store(pair, {a, 2 * pair + 1 < count ? sources.load(first + 2 * pair + 1) : a});
    }
  }

  template <class Chunk>
  TOUCHSTONE_HD void add_chunk(const Chunk& chunk, int count, const Point<Real> (&here)[kTargets],
                               double (&sum_x)[kTargets], double (&sum_y)[kTargets]) const {
    Real x[kTargets] = {};
    Real y[kTargets] = {};
    const int pairs = count / 2;
    for (int j = 0; j < pairs; ++j) {
      const TwoPoints<Real> two = chunk.load(j);
      for (int t = 0; t < kTargets; ++t) {
        add(here[t], two.a, x[t], y[t]);
        add(here[t], two.b, x[t], y[t]);
      }
    }
    if (count % 2 != 0) {
      const TwoPoints<Real> two = chunk.load(pairs);
      for (int t = 0; t < kTargets; ++t) add(here[t], two.a, x[t], y[t]);
    }
    for (int t = 0; t < kTargets; ++t) {
      sum_x[t] += static_cast<double>(x[t]);
      sum_y[t] += static_cast<double>(y[t]);
    }
  }

  TOUCHSTONE_HD void add(Point<Real> here, Point<Real> there, Real& x, Real& y) const {
    const Real dx = here.x - there.x;
    const Real dy = here.y - there.y;
    const Real d = multiply_add(dx, dx, multiply_add(dy, dy, static_cast<Real>(softening)));
    const Real w = Pairs::weight(d, ByEstimate{});
    x = multiply_add(dx, w, x);
    y = multiply_add(dy, w, y);
  }
};

}  // namespace touchstone::gpu
