// gpu/longrange/hmf_pass.hpp
// Purpose   A pass of the HMF model over its particles: kick by the mean field, drift, and the sums
//           of sines and cosines from which the next pass has its field.
// Source    Rocha Filho, equations 6 and 7 and section 3.1. The paper stores sines and cosines and
//           reduces them in a second kernel; here each is made where it is used, from the angle, or
//           by turning the last (cos, sin), which then is all that is kept of the angle.
// Computes  Sums by a fixed tree: particle i of a chunk is in lane i mod 32 of one warp, lanes and
//           chunks are added in a fixed order. No size of a block changes a bit, and a device gives
//           those of a processor.
// Cost      Angle: 32 bytes and two sines and cosines per particle; rotation: 48 bytes and about 30
//           operations. One launch: every block adds up the chunks for itself.
// Not here  Steps (hmf.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/collectives.hpp"
#include "gpu/exec/context.hpp"
#include "gpu/longrange/device_math.hpp"

namespace touchstone::gpu {

/// Sums, or the mean, of (cos, sin); also one particle's.
struct alignas(16) Turn {
  double cosine = 0;
  double sine = 0;
};
TOUCHSTONE_HD inline Turn operator+(const Turn& a, const Turn& b) {
  return {a.cosine + b.cosine, a.sine + b.sine};
}

enum class HmfForm {
  angle,    ///< the state is (angle, p)
  rotation  ///< the state is (cos, sin, p)
};

/// The particles of one device, padded to whole chunks.
struct HmfParticles {
  std::int64_t all = 0;    ///< particles of all devices
  std::int64_t first = 0;  ///< number of this device's first particle
  int chunk = 0;           ///< particles of a chunk, a multiple of a warp
  int chunks = 0;          ///< chunks of this device
  Span<double> angle;      ///< empty for HmfForm::rotation
  Span<Turn> turn;         ///< empty for HmfForm::angle
  Span<double> p;
};

struct HmfStage {
  double kick = 0;   ///< B dt
  double drift = 0;  ///< D dt
  bool normalise = false;
};

/// The mean of all particles from the sums of chunks, in every thread. `place`: one element.
template <class Context, class Sums, class Place>
TOUCHSTONE_HD Turn mean_field(const Context& ctx, const Sums& sums, std::int64_t chunks,
                              std::int64_t particles, const Place& place) {
  if (ctx.warp() == 0) {
    Turn sum;
    for (std::int64_t c = ctx.lane(); c < chunks; c += kWarpSize) sum = sum + sums.load(c);
    sum = warp_reduce(ctx, sum, Plus{});
    if (ctx.lane() == 0) place.store(0, sum);
  }
  ctx.sync();
  const Turn sum = place.load(0);
  const auto n = static_cast<double>(particles);
  return {sum.cosine / n, sum.sine / n};
}

/// (cos, sin) after a rotation by a small or any angle, in radians.
TOUCHSTONE_HD inline Turn turned(const Turn& at, double by, bool normalise) {
  const SineCosine turn = ::fabs(by) <= 0.78 ? sine_cosine_near_zero(by) : sine_cosine(by);
  const Turn now{::fma(-at.sine, turn.sine, at.cosine * turn.cosine),
                 ::fma(at.sine, turn.cosine, at.cosine * turn.sine)};
  if (!normalise) return now;
  // To length 1 within the square of what it is away from it.
  const double factor = ::fma(-0.5, ::fma(now.sine, now.sine, now.cosine * now.cosine), 1.5);
  return {now.cosine * factor, now.sine * factor};
}

/// Kick, drift and sums of the chunks of this warp.
template <HmfForm kForm, class Context>
TOUCHSTONE_HD void pass_over_chunks(const Context& ctx, const HmfParticles& own,
                                    const HmfStage& stage, Turn field, Span<Turn> new_sums) {
  const auto angles = ctx.global(own.angle, "angles");
  const auto turns = ctx.global(own.turn, "turns");
  const auto momenta = ctx.global(own.p, "momenta");
  const auto sums = ctx.global(new_sums, "new sums of chunks");
  const double kick_x = stage.kick * field.cosine;
  const double kick_y = stage.kick * field.sine;
  const int warps = ctx.block_count() * ctx.warp_count();
  for (int c = ctx.block() * ctx.warp_count() + ctx.warp(); c < own.chunks; c += warps) {
    Turn sum;
    for (int k = ctx.lane(); k < own.chunk; k += kWarpSize) {
      const std::int64_t i = std::int64_t{c} * own.chunk + k;
      if (own.first + i >= own.all) break;
      Turn at;
      double angle = 0;
      if constexpr (kForm == HmfForm::angle) {
        angle = angles.load(i);
        const SineCosine now = sine_cosine(angle);
        at = {now.cosine, now.sine};
      } else {
        at = turns.load(i);
      }
      double p = momenta.load(i);
      p = ::fma(kick_y, at.cosine, p);
      p = ::fma(-kick_x, at.sine, p);
      momenta.store(i, p);
      if constexpr (kForm == HmfForm::angle) {
        angle += stage.drift * p;
        angles.store(i, angle);
        const SineCosine now = sine_cosine(angle);
        at = {now.cosine, now.sine};
      } else {
        at = turned(at, stage.drift * p, stage.normalise);
        turns.store(i, at);
      }
      sum = sum + at;
    }
    sum = warp_reduce(ctx, sum, Plus{});
    if (ctx.lane() == 0) sums.store(own.first / own.chunk + c, sum);
  }
}

/// One pass in one launch, of blocks of whole warps.
template <HmfForm kForm>
struct HmfPass {
  static constexpr const char* kName = "longrange/hmf-pass";
  std::size_t shared_bytes(int) const { return sizeof(Turn); }

  HmfParticles own;
  HmfStage stage;
  Span<const Turn> sums;  ///< sums of all chunks
  Span<Turn> new_sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = ctx.template shared<Turn>(1, "sum");
    const Turn field =
        mean_field(ctx, ctx.global(sums, "sums of chunks"), sums.size, own.all, place);
    pass_over_chunks<kForm>(ctx, own, stage, field, new_sums);
  }
};

/// Many steps of three passes in one launch of blocks that wait for each other.
template <HmfForm kForm>
struct HmfSteps {
  static constexpr const char* kName = "longrange/hmf-steps";
  static constexpr bool kSynchronisesGrid = true;
  std::size_t shared_bytes(int) const { return sizeof(Turn); }

  HmfParticles own;
  HmfStage stages[3];
  int steps;
  Span<Turn> sums_a;  ///< sums of all chunks before, and after an even number of passes
  Span<Turn> sums_b;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = ctx.template shared<Turn>(1, "sum");
    for (int k = 0; k < 3 * steps; ++k) {
      const Span<Turn> before = k % 2 == 0 ? sums_a : sums_b;
      const Turn field =
          mean_field(ctx, ctx.global(before, "sums of chunks"), before.size, own.all, place);
      pass_over_chunks<kForm>(ctx, own, stages[k % 3], field, k % 2 == 0 ? sums_b : sums_a);
      ctx.sync_grid();  // the sums of all blocks are there, and nobody reads the old ones
    }
  }
};

}  // namespace touchstone::gpu
