// gpu/longrange/hmf_pass.hpp
// Purpose   A pass of the HMF model over its particles: kick by the mean field, drift, and the sums
//           of sines and cosines from which the next pass has its field.
// Source    Rocha Filho, equations 6 and 7 and section 3.1. The paper stores sines and cosines and
//           reduces them in a second kernel; here each is made where it is used, from the angle, or
//           by turning the last (cos, sin), which then is all that is kept of the angle.
// Computes  Sums by a fixed tree: particle i of a chunk is in lane i mod 32 of one warp; lanes,
//           chunks and groups of chunks are added in a fixed order. No size of a block changes a
//           bit, and a device gives those of a processor.
// Cost      Angle: 32 bytes and about 50 operations in double precision per particle; rotation: 48
//           bytes and about 30. A multiprocessor of sm_90 does 64 of them in a clock and has 14
//           bytes of device memory's in the same time: bytes are the bound of both forms, and the
//           operations of the angle take a third of the time. A lane has four particles in flight.
//           One launch: every block adds up the chunks for itself, with all its warps.
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
  int chunk = 0;           ///< particles of a chunk, a multiple of kHmfBatch warps
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

/// Groups of 32 sums of chunks that are added side by side: sum c is in lane c mod 32 of group
/// (c / 32) mod kFieldGroups, whatever warp adds it.
inline constexpr int kFieldGroups = 8;

/// The mean of all particles from the sums of chunks, in every thread. `place`: kFieldGroups
/// elements.
template <class Context, class Sums, class Place>
TOUCHSTONE_HD Turn mean_field(const Context& ctx, const Sums& sums, std::int64_t chunks,
                              std::int64_t particles, const Place& place) {
  for (int group = ctx.warp(); group < kFieldGroups; group += ctx.warp_count()) {
    Turn sum;
    for (std::int64_t c = group * kWarpSize + ctx.lane(); c < chunks; c += kFieldGroups * kWarpSize)
      sum = sum + sums.load(c);
    sum = warp_reduce(ctx, sum, Plus{});
    if (ctx.lane() == 0) place.store(group, sum);
  }
  ctx.sync();
  Turn sum = place.load(0);
  for (int group = 1; group < kFieldGroups; ++group) sum = sum + place.load(group);
  const auto n = static_cast<double>(particles);
  return {sum.cosine / n, sum.sine / n};
}

/// Any angle. Angles that need it are rare: a call, so that the loop over particles stays short.
[[gnu::noinline]] TOUCHSTONE_HD inline SineCosine rare_sine_cosine(double x) {
  return sine_cosine(x);
}

/// Sines and cosines of angles that are usually below kReducedAngle, side by side.
template <int kCount>
TOUCHSTONE_HD void sines_and_cosines(const double (&angle)[kCount], SineCosine (&found)[kCount]) {
  bool usual = true;
  for (int b = 0; b < kCount; ++b) usual = usual && ::fabs(angle[b]) <= kReducedAngle;
  if (usual)
    for (int b = 0; b < kCount; ++b) found[b] = sine_cosine_within(angle[b]);
  else
    for (int b = 0; b < kCount; ++b) found[b] = rare_sine_cosine(angle[b]);
}

/// The same of rotations, which are usually small.
template <int kCount>
TOUCHSTONE_HD void small_rotations(const double (&angle)[kCount], SineCosine (&found)[kCount]) {
  constexpr double kSmall = 0.78;
  bool usual = true;
  for (int b = 0; b < kCount; ++b) usual = usual && ::fabs(angle[b]) <= kSmall;
  if (usual)
    for (int b = 0; b < kCount; ++b) found[b] = sine_cosine_near_zero(angle[b]);
  else
    for (int b = 0; b < kCount; ++b)
      found[b] =
          ::fabs(angle[b]) <= kSmall ? sine_cosine_near_zero(angle[b]) : rare_sine_cosine(angle[b]);
}

/// (cos, sin) after a rotation.
TOUCHSTONE_HD inline Turn turned(const Turn& at, const SineCosine& by, bool normalise) {
  const Turn now{::fma(-at.sine, by.sine, at.cosine * by.cosine),
                 ::fma(at.sine, by.cosine, at.cosine * by.sine)};
  if (!normalise) return now;
  // To length 1 within the square of what it is away from it.
  const double factor = ::fma(-0.5, ::fma(now.sine, now.sine, now.cosine * now.cosine), 1.5);
  return {now.cosine * factor, now.sine * factor};
}

/// The kick and the drift of all particles of a pass.
struct HmfMove {
  double kick_x, kick_y;  ///< kick times the field
  double drift;
  bool normalise;
};

/// Moves particles i, i + 32, ..., kCount of them, and adds their new turns to `sum`. All loads are
/// made before anything is computed.
template <HmfForm kForm, int kCount, class Numbers, class Turns>
TOUCHSTONE_HD void move_particles(const Numbers& angles, const Turns& turns, const Numbers& momenta,
                                  const HmfMove& move, std::int64_t i, Turn& sum) {
  double angle[kCount];
  double p[kCount];
  Turn at[kCount];
  SineCosine found[kCount];
  for (int b = 0; b < kCount; ++b) {
    if constexpr (kForm == HmfForm::angle)
      angle[b] = angles.load(i + b * kWarpSize);
    else
      at[b] = turns.load(i + b * kWarpSize);
    p[b] = momenta.load(i + b * kWarpSize);
  }
  if constexpr (kForm == HmfForm::angle) {
    sines_and_cosines(angle, found);
    for (int b = 0; b < kCount; ++b) at[b] = {found[b].cosine, found[b].sine};
  }
  for (int b = 0; b < kCount; ++b) {
    p[b] = ::fma(move.kick_y, at[b].cosine, p[b]);
    p[b] = ::fma(-move.kick_x, at[b].sine, p[b]);
    momenta.store(i + b * kWarpSize, p[b]);
    const double by = move.drift * p[b];
    if constexpr (kForm == HmfForm::angle) {
      angle[b] += by;
      angles.store(i + b * kWarpSize, angle[b]);
    } else {
      angle[b] = by;
    }
  }
  if constexpr (kForm == HmfForm::angle)
    sines_and_cosines(angle, found);
  else
    small_rotations(angle, found);
  for (int b = 0; b < kCount; ++b) {
    if constexpr (kForm == HmfForm::angle) {
      at[b] = {found[b].cosine, found[b].sine};
    } else {
      at[b] = turned(at[b], found[b], move.normalise);
      turns.store(i + b * kWarpSize, at[b]);
    }
    sum = sum + at[b];
  }
}

/// Particles that a lane has in flight.
inline constexpr int kHmfBatch = 4;
/// Most threads of a block: registers for the particles in flight.
inline constexpr int kHmfThreads = 256;

/// Kick, drift and sums of the chunks of this warp.
template <HmfForm kForm, class Context>
TOUCHSTONE_HD void pass_over_chunks(const Context& ctx, const HmfParticles& own,
                                    const HmfStage& stage, Turn field, Span<Turn> new_sums) {
  const auto angles = ctx.global(own.angle, "angles");
  const auto turns = ctx.global(own.turn, "turns");
  const auto momenta = ctx.global(own.p, "momenta");
  const auto sums = ctx.global(new_sums, "new sums of chunks");
  const HmfMove move{stage.kick * field.cosine, stage.kick * field.sine, stage.drift,
                     stage.normalise};
  constexpr int kStep = kHmfBatch * kWarpSize;
  const int warps = ctx.block_count() * ctx.warp_count();
  for (int c = ctx.block() * ctx.warp_count() + ctx.warp(); c < own.chunks; c += warps) {
    Turn sum;
    for (int k = 0; k < own.chunk; k += kStep) {
      const std::int64_t i = std::int64_t{c} * own.chunk + k + ctx.lane();
      const std::int64_t left = own.all - own.first - i;  // with this lane's first one
      if (left + ctx.lane() >= kStep) {                   // of the whole warp
        move_particles<kForm, kHmfBatch>(angles, turns, momenta, move, i, sum);
        continue;
      }
      for (int b = 0; b < kHmfBatch; ++b) {
        if (b * kWarpSize >= left) break;
        move_particles<kForm, 1>(angles, turns, momenta, move, i + b * kWarpSize, sum);
      }
    }
    sum = warp_reduce(ctx, sum, Plus{});
    if (ctx.lane() == 0) sums.store(own.first / own.chunk + c, sum);
  }
}

/// One pass in one launch, of blocks of whole warps.
template <HmfForm kForm>
struct HmfPass {
  static constexpr const char* kName = "longrange/hmf-pass";
  static constexpr int kMaxThreads = kHmfThreads;
  std::size_t shared_bytes(int) const { return kFieldGroups * sizeof(Turn); }

  HmfParticles own;
  HmfStage stage;
  Span<const Turn> sums;  ///< sums of all chunks
  Span<Turn> new_sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = ctx.template shared<Turn>(kFieldGroups, "sum");
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
  static constexpr int kMaxThreads = kHmfThreads;
  std::size_t shared_bytes(int) const { return kFieldGroups * sizeof(Turn); }

  HmfParticles own;
  HmfStage stages[3];
  int steps;
  Span<Turn> sums_a;  ///< sums of all chunks before, and after an even number of passes
  Span<Turn> sums_b;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = ctx.template shared<Turn>(kFieldGroups, "sum");
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
