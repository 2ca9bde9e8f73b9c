// gpu/longrange/register_forces.hpp
// Purpose   Direct sums for devices of today. All warps of a block have the same targets, several
//           in the registers of each thread, and each warp sums its share of the sources: so few
//           particles keep all multiprocessors busy. A warp brings a chunk of sources into shared
//           memory, the next one into registers meanwhile, and waits for no other warp. One load of
//           two sources serves all targets of a thread; pairs are by the estimates of the special
//           function unit; a chunk is summed in the precision of pairs, chunks in double.
// Source    Rocha Filho, section 3.2, with another division of labour.
// Computes  Chunk c is the next of stream c mod kStreams, a stream is summed in the order of its
//           chunks, and streams are added in their order: a function of the number of particles
//           alone. No size of a block and no number of targets of a thread changes a bit.
// Cost      N^2 pairs. Instructions of a pair and the least clocks that they take a multiprocessor
//           of sm_90, which issues 128 lanes in a clock, with 128 lanes of single precision, 64 of
//           double and 16 of the special function unit:
//             Ring  single   8 + 1 estimate    1/16 both, 1/14 by issue
//             plane single   6 + 1 estimate    1/16 by the estimate
//             Ring  double  12 + 1 estimate    1/5.3 by double precision
//             plane double   9 + 1 estimate    1/7.1 by double precision
//           A load of two sources and the loop add 1/16 to 1/2 of an instruction to each pair.
// Not here  Steps (direct.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "gpu/longrange/pairs.hpp"

namespace touchstone::gpu {

/// Sources of a chunk, a multiple of twice a warp.
inline constexpr int kChunkSources = 128;
/// Streams of chunks, one for each warp of a block.
inline constexpr int kStreams = 8;

/// Two sources, one load of a vector from shared memory.
template <class Real>
struct alignas(4 * sizeof(Real) <= 16 ? 4 * sizeof(Real) : 16) TwoPoints {
  Point<Real> a, b;
};

/// `kTargets` of a thread.
template <class Pairs, class Real, int kTargets>
struct RegisterForces {
  static constexpr const char* kName = Pairs::kRegisterName;
  static constexpr int kMaxThreads = kStreams * kWarpSize;
  static constexpr int kBlockTargets = kTargets * kWarpSize;
  static_assert(kBlockTargets <= kMaxThreads, "a thread finishes one target at most");
  std::size_t shared_bytes(int) const {
    return kStreams * (sizeof(Point<Real>) * kChunkSources + sizeof(Point<double>) * kBlockTargets);
  }

  OwnParticles own;
  Stage stage;
  double softening;
  Span<const Point<Real>> points;
  Span<Point<Real>> next;

  Launch launch() const { return {launch_for(own.count, kBlockTargets).blocks, kMaxThreads}; }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto sources = ctx.global(points, "points");
    const auto chunks =
        ctx.template shared<TwoPoints<Real>>(kStreams * kChunkSources / 2, "chunks");
    const auto sums = ctx.template shared<Point<double>>(kStreams * kBlockTargets, "sums");
    const std::int64_t first_target = std::int64_t{ctx.block()} * kBlockTargets;
    Point<Real> here[kTargets];
    double sum_x[kTargets];
    double sum_y[kTargets];
    for (int t = 0; t < kTargets; ++t) {
      const std::int64_t k = first_target + t * kWarpSize + ctx.lane();
      here[t] = sources.load(k < own.count ? own.first + k : 0);
      sum_x[t] = sum_y[t] = 0;
    }
    add_stream(ctx, sources, chunks, here, sum_x, sum_y);
    for (int t = 0; t < kTargets; ++t)
      sums.store(ctx.warp() * kBlockTargets + t * kWarpSize + ctx.lane(), {sum_x[t], sum_y[t]});
    ctx.sync();  // the sums of all streams are there
    const std::int64_t k = first_target + ctx.thread();
    if (ctx.thread() >= kBlockTargets || k >= own.count) return;
    Point<double> sum{0, 0};
    for (int stream = 0; stream < kStreams; ++stream) {
      const Point<double> one = sums.load(stream * kBlockTargets + ctx.thread());
      sum.x += one.x;
      sum.y += one.y;
    }
    finish<Pairs, Real>(ctx, own, stage, k, sources.load(own.first + k), sum.x, sum.y, next);
  }

 private:
  static constexpr int kChunkPairs = kChunkSources / 2;
  static constexpr int kLoads = kChunkPairs / kWarpSize;  ///< pairs of sources that a lane loads

  /// The chunks of this warp's stream.
  template <class Context, class Sources, class Chunks>
  TOUCHSTONE_HD void add_stream(const Context& ctx, const Sources& sources, const Chunks& chunks,
                                const Point<Real> (&here)[kTargets], double (&sum_x)[kTargets],
                                double (&sum_y)[kTargets]) const {
    const auto twos = ctx.global(span_cast<const TwoPoints<Real>>(points), "points");
    const int mine = ctx.warp() * kChunkPairs;
    const std::int64_t whole = own.all / kChunkSources;
    std::int64_t c = ctx.warp();
    TwoPoints<Real> ahead[kLoads];
    for (int m = 0; m < kLoads; ++m)
      if (c < whole) ahead[m] = twos.load(c * kChunkPairs + m * kWarpSize + ctx.lane());
    for (; c < whole; c += kStreams) {
      for (int m = 0; m < kLoads; ++m) chunks.store(mine + m * kWarpSize + ctx.lane(), ahead[m]);
      ctx.sync_warp();  // the chunk is there
      for (int m = 0; m < kLoads; ++m)
        if (c + kStreams < whole)
          ahead[m] = twos.load((c + kStreams) * kChunkPairs + m * kWarpSize + ctx.lane());
      add_chunk(chunks, mine, kChunkSources, here, sum_x, sum_y);
      ctx.sync_warp();  // all have read it
    }
    const int rest = static_cast<int>(own.all % kChunkSources);
    if (c != whole || rest == 0) return;
    for (int pair = ctx.lane(); 2 * pair < rest; pair += kWarpSize) {
      const std::int64_t i = whole * kChunkSources + 2 * pair;
      const Point<Real> a = sources.load(i);
      chunks.store(mine + pair, {a, 2 * pair + 1 < rest ? sources.load(i + 1) : a});
    }
    ctx.sync_warp();  // the incomplete chunk is there
    add_chunk(chunks, mine, rest, here, sum_x, sum_y);
  }

  /// The sources of a chunk in their order; the last one alone if their number is odd.
  template <class Chunks>
  TOUCHSTONE_HD void add_chunk(const Chunks& chunks, int mine, int count,
                               const Point<Real> (&here)[kTargets], double (&sum_x)[kTargets],
                               double (&sum_y)[kTargets]) const {
    Real x[kTargets] = {};
    Real y[kTargets] = {};
    for (int j = 0; j < count / 2; ++j) {
      const TwoPoints<Real> two = chunks.load(mine + j);
      for (int t = 0; t < kTargets; ++t) {
        add(here[t], two.a, x[t], y[t]);
        add(here[t], two.b, x[t], y[t]);
      }
    }
    if (count % 2 != 0) {
      const TwoPoints<Real> two = chunks.load(mine + count / 2);
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
