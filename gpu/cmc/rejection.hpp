// gpu/cmc/rejection.hpp
// Purpose   New positions by rejection: one thread for each block of stars, which walks its stars
//           in order and draws from the block's own stream, kept in registers.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 13 to 15, and
//           the appendix: a second kernel, one stream for each thread. Two draws for each trial,
//           one for the sign of the radial velocity, none for stars that do not move.
// Computes  Which star draws from which stream does not depend on time or blocks of threads: the
//           same bits as a serial walk over the same blocks.
// Cost      1.9 trials per star for a Plummer model, of 1.5 log2(N) probes of 8 bytes each. Threads
//           of a warp wait for the one with most trials.
// Not here  Apsides (apsides.hpp), which threads make here too if asked to.
#pragma once
#include <cmath>
#include <cstdint>

#include "gpu/cmc/apsides.hpp"
#include "models/cmc/lfsr113.hpp"

namespace touchstone::gpu {

/// LFSR113 in registers.
struct alignas(16) DeviceStream {
  std::uint32_t z0, z1, z2, z3;

  TOUCHSTONE_HD double uniform() {
    z0 = cluster::Lfsr113::step(0, z0);
    z1 = cluster::Lfsr113::step(1, z1);
    z2 = cluster::Lfsr113::step(2, z2);
    z3 = cluster::Lfsr113::step(3, z3);
    return 0x1p-32 * (z0 ^ z1 ^ z2 ^ z3);
  }
};

/// New orbital position of a star.
struct DeviceSample {
  double radius = 0;
  double radial_velocity = 0;
  std::int32_t interval = 0;  ///< k of r_k <= radius < r_{k+1}
  std::int32_t trials = 0;
  std::int32_t above_bound = 0;  ///< those at which the density was above its supposed bound
};

inline constexpr std::int32_t kMostTrials = 1'000'000;

/// A position on the orbit with its exact distances from the apsides.
struct OrbitTrial {
  double radius;
  double from_pericentre;
  double from_apocentre;
  int interval;
};

/// r = r_min + (r_max - r_min) s^2 (3 - 2 s), equation 14 in a variable that is dense at the ends.
template <class Open>
TOUCHSTONE_HD OrbitTrial trial_at(const Open& shells, const DeviceOrbit& orbit, double s) {
  const double width = orbit.apocentre - orbit.pericentre;
  OrbitTrial t;
  t.from_pericentre = width * (s * s * (3 - 2 * s));
  t.from_apocentre = width * ((1 - s) * (1 - s) * (1 + 2 * s));
  t.radius = s < 0.5 ? orbit.pericentre + t.from_pericentre : orbit.apocentre - t.from_apocentre;
  t.interval = shells.shell_at(t.radius, orbit.inner, orbit.outer + 1);
  return t;
}

/// Q at the trial; near an apsis as a product with the factor that vanishes there.
template <class Open>
TOUCHSTONE_HD double radial_speed2(const Open& shells, const DeviceMover& star,
                                   const DeviceOrbit& orbit, const OrbitTrial& trial) {
  const double r = trial.radius;
  const double j2 = star.angular_momentum * star.angular_momentum;
  const double m = shells.felt_mass(star, trial.interval);
  const bool with_pericentre = trial.interval == orbit.inner && j2 > 0;
  const bool with_apocentre = trial.interval == orbit.outer;
  const double u_in = with_pericentre ? trial.from_pericentre / (r * orbit.pericentre) : 0;
  const double u_out = with_apocentre ? trial.from_apocentre / (r * orbit.apocentre) : 0;
  if (with_pericentre && with_apocentre) return j2 * u_in * u_out;
  if (with_pericentre) return u_in * (j2 * (1 / r + 1 / orbit.pericentre) - 2 * m);
  if (with_apocentre) return u_out * (2 * m - j2 * (1 / r + 1 / orbit.apocentre));
  return 2 * star.energy - 2 * shells.potential_in(star, trial.interval, r) - j2 / (r * r);
}

/// Density in s at the pericentre, and the bound of the rejection, up to the same constant.
struct Envelope {
  double at_pericentre = 0;
  double bound = 0;
};

template <class Open>
TOUCHSTONE_HD Envelope envelope_of(const Open& shells, const DeviceMover& star,
                                   const DeviceOrbit& orbit) {
  const double width = orbit.apocentre - orbit.pericentre;
  const bool radial = star.angular_momentum * star.angular_momentum == 0;
  const double at_pericentre =
      radial ? 0 : ::sqrt(3 * width / shells.slope(star, orbit.inner, orbit.pericentre));
  const double at_apocentre = ::sqrt(-3 * width / shells.slope(star, orbit.outer, orbit.apocentre));
  return {at_pericentre, 1.2 * (at_pericentre < at_apocentre ? at_apocentre : at_pericentre)};
}

/// One trial; true if it is accepted, and then `result` has the position.
template <class Open>
TOUCHSTONE_HD bool try_position(const Open& shells, const DeviceMover& star,
                                const DeviceOrbit& orbit, const Envelope& envelope,
                                DeviceStream& random, DeviceSample& result) {
  ++result.trials;
  const double s = random.uniform();
  const double height = envelope.bound * random.uniform();
  const OrbitTrial t = trial_at(shells, orbit, s);
  const double speed2 = radial_speed2(shells, star, orbit, t);
  const double speed = s == 0 || !(speed2 > 0) ? 0 : ::sqrt(speed2);
  // Times v_r, so that nothing is divided by 0; where round-off has left no speed, accepted.
  const double density = 3 * (orbit.apocentre - orbit.pericentre) * s * (1 - s);
  if (speed > 0 && density > envelope.bound * speed) ++result.above_bound;
  result.interval = t.interval;
  const bool rejected =
      s == 0 ? !(height < envelope.at_pericentre) : speed > 0 && !(height * speed < density);
  if (rejected) return false;
  result.radius = t.radius;
  const bool inward = random.uniform() < 0.5;
  result.radial_velocity = inward ? -speed : speed;
  return true;
}

/// Samples a position on an eccentric orbit. At most kMostTrials; that many mean none was accepted.
template <class Open>
TOUCHSTONE_HD DeviceSample sample_on(const Open& shells, const DeviceMover& star,
                                     const DeviceOrbit& orbit, DeviceStream& random) {
  const Envelope envelope = envelope_of(shells, star, orbit);
  DeviceSample result;
  while (result.trials < kMostTrials)
    if (try_position(shells, star, orbit, envelope, random, result)) break;
  return result;
}

/// New orbital positions of all stars; N elements each.
struct DeviceSamples {
  Span<double> radius;
  Span<double> radial_velocity;
  Span<double> tangential_velocity;
  Span<std::int32_t> trials;
};

/// The stars first ... end - 1 belong to a stream.
struct alignas(8) DeviceBlock {
  std::int32_t first;
  std::int32_t end;
};

/// `kFindsApsides`: both kernels in one. Else FindApsides has been there.
template <bool kFindsApsides>
struct SampleBlocks {
  static constexpr const char* kName = kFindsApsides ? "cmc/orbits-fused" : "cmc/throw-stars";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  Shells shells;
  DeviceStars stars;
  DeviceOrbits orbits;
  DeviceSamples samples;
  Span<const DeviceBlock> blocks;
  Span<DeviceStream> streams;
  int halvings;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t block = ctx.global_thread();
    if (block >= blocks.size) return;
    const auto view = open(ctx, shells);
    const auto states = ctx.global(streams, "streams");
    const DeviceBlock mine = ctx.global(blocks, "blocks of stars").load(block);
    DeviceStream random = states.load(block);
    for (int i = mine.first; i < mine.end; ++i) {
      const DeviceMover mover = load_mover(ctx, view, stars, i);
      DeviceOrbit orbit;
      if constexpr (kFindsApsides) {
        orbit = find_orbit(view, mover, halvings);
        store_orbit(ctx, orbits, i, orbit);
      } else {
        orbit = load_orbit(ctx, orbits, i);
      }
      sample_position(ctx, view, mover, orbit, i, random);
    }
    states.store(block, random);
  }

 private:
  /// Circular orbits stay where they are, and what becomes of unbound ones is the host's business.
  template <class Context, class Open>
  TOUCHSTONE_HD void sample_position(const Context& ctx, const Open& view, const DeviceMover& mover,
                                     const DeviceOrbit& orbit, int i, DeviceStream& random) const {
    if (orbit.kind != DeviceOrbitKind::eccentric) return;
    const DeviceSample sampled = sample_on(view, mover, orbit, random);
    ctx.global(samples.radius, "new radii").store(i, sampled.radius);
    ctx.global(samples.radial_velocity, "new radial velocities").store(i, sampled.radial_velocity);
    ctx.global(samples.tangential_velocity, "new tangential velocities")
        .store(i, mover.angular_momentum / sampled.radius);
    ctx.global(samples.trials, "trials").store(i, sampled.trials);
  }
};

/// Many positions of one star, one after another from one stream: one thread, for checks.
struct SampleOrbit {
  static constexpr const char* kName = "cmc/sample-orbit";
  static constexpr bool kSynchronises = false;

  Shells shells;
  DeviceStars stars;
  DeviceOrbits orbits;    ///< orbit of one star: one element each
  DeviceSamples samples;  ///< one element for each position
  Span<const DeviceStream> stream;
  int star;
  int halvings;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    if (ctx.global_thread() != 0) return;
    const auto view = open(ctx, shells);
    const DeviceMover mover = load_mover(ctx, view, stars, star);
    const DeviceOrbit orbit = find_orbit(view, mover, halvings);
    store_orbit(ctx, orbits, 0, orbit);
    if (orbit.kind != DeviceOrbitKind::eccentric) return;
    DeviceStream random = ctx.global(stream, "stream").load(0);
    for (std::int64_t k = 0; k < samples.radius.size; ++k) {
      const DeviceSample sampled = sample_on(view, mover, orbit, random);
      ctx.global(samples.radius, "radii").store(k, sampled.radius);
      ctx.global(samples.radial_velocity, "radial velocities").store(k, sampled.radial_velocity);
      ctx.global(samples.tangential_velocity, "tangential velocities")
          .store(k, mover.angular_momentum / sampled.radius);
      ctx.global(samples.trials, "trials").store(k, sampled.trials);
    }
  }
};

}  // namespace touchstone::gpu
