// gpu/cmc/step/new_orbits.hpp
// Purpose   New orbital positions in a step: one thread for each star finds its orbit; then one for
//           each block of stars draws positions from the block's stream.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 12 to 15, and
//           the appendix.
// Computes  The bits of the serial reference. A thread goes to its next star as soon as a position
//           is accepted, so that threads of a warp wait for the most trials of a whole block, and
//           not for those of each star.
// Not here  Orbits and trials (gpu/cmc/apsides.hpp, gpu/cmc/rejection.hpp).
#pragma once
#include <cstdint>

#include "gpu/cmc/step/step_blocks.hpp"
#include "gpu/cmc/step/step_numbers.hpp"

namespace touchstone::gpu {

/// Moves of all stars, before they are sorted.
struct StepMoves {
  Span<double> position;    ///< new radius
  Span<double> old_speed2;  ///< after the encounter
  Span<double> work;        ///< phi'(r_old) - phi'(r_new); of stars without a bound orbit m E
  Span<std::uint8_t> leaves;
  Span<double> at_pericentre;  ///< Envelope
  Span<double> bound;
  Span<double> energy;     ///< E' on the orbit; empty, or for all stars
  Span<double> apocentre;  ///< its apocentre, or where the star stays; as energy
};

struct PrepareOrbits {
  static constexpr const char* kName = "cmc/prepare-orbits";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  Shells shells;
  DeviceStars stars;
  DeviceOrbits orbits;
  StepMoves moves;
  Span<std::uint64_t> counts;
  std::int32_t count;
  int halvings;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t thread = ctx.global_thread();
    if (thread >= count) return;
    const auto i = static_cast<std::int32_t>(thread);
    const auto view = open(ctx, shells);
    const DeviceMover mover = load_mover(ctx, view, stars, i);
    const DeviceOrbit orbit = find_orbit(view, mover, halvings);
    const bool leaves = orbit.kind == DeviceOrbitKind::unbound;
    store_orbit(ctx, orbits, i, orbit);
    store_move(ctx, view, mover, i, leaves);
    if (orbit.kind == DeviceOrbitKind::eccentric) {
      const Envelope envelope = envelope_of(view, mover, orbit);
      ctx.global(moves.at_pericentre, "densities at pericentres").store(i, envelope.at_pericentre);
      ctx.global(moves.bound, "bounds").store(i, envelope.bound);
    }
    if (moves.energy.size > 0) {
      const bool moving = orbit.kind == DeviceOrbitKind::eccentric;
      ctx.global(moves.energy, "energies").store(i, mover.energy);
      ctx.global(moves.apocentre, "apocentres of moves")
          .store(i, moving ? orbit.apocentre : view.radius.load(i + 1));
    }
    if (leaves) ctx.atomic_add(ctx.global(counts, "counts"), kLeaving, std::uint64_t{1});
  }

 private:
  template <class Context, class Open>
  TOUCHSTONE_HD void store_move(const Context& ctx, const Open& view, const DeviceMover& mover,
                                std::int32_t i, bool leaves) const {
    const double radial = ctx.global(stars.radial_velocity, "radial velocities").load(i);
    const double tangential =
        ctx.global(stars.tangential_velocity, "tangential velocities").load(i);
    const double speed2 = radial * radial + tangential * tangential;
    const double energy = mover.mass * (view.points.load(i + 1).phi + 0.5 * speed2);
    ctx.global(moves.position, "positions").store(i, view.radius.load(i + 1));
    ctx.global(moves.old_speed2, "squares of speeds").store(i, speed2);
    ctx.global(moves.work, "works").store(i, leaves ? energy : 0.0);
    ctx.global(moves.leaves, "leaving stars").store(i, static_cast<std::uint8_t>(leaves ? 1 : 0));
  }
};

struct SampleStars {
  static constexpr const char* kName = "cmc/sample-stars";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  Shells shells;
  StepBlocks blocks;
  Span<const double> mass;
  Span<double> radial;
  Span<double> tangential;
  DeviceOrbits orbits;
  StepMoves moves;
  Span<DeviceStream> streams;
  Span<std::uint64_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t rank = ctx.global_thread();
    if (rank >= blocks.ranks) return;
    const auto view = open(ctx, shells);
    const auto states = ctx.global(streams, "streams");
    const auto kinds = ctx.global(orbits.kind, "kinds");
    const DeviceBlock mine = blocks.block(rank);
    DeviceStream random = states.load(rank);
    std::uint64_t trials = 0, above_bound = 0;
    DeviceMover mover;
    DeviceOrbit orbit;
    Envelope envelope;
    DeviceSample sample;
    bool moving = false;
    std::int32_t i = mine.first - 1;
    while (true) {
      if (!moving) {
        if (++i >= mine.end) break;
        if (static_cast<DeviceOrbitKind>(kinds.load(i)) != DeviceOrbitKind::eccentric) continue;
        mover = load_mover(ctx, view, DeviceStars{mass, radial, tangential}, i);
        orbit = load_orbit(ctx, orbits, i);
        envelope = {ctx.global(moves.at_pericentre, "densities at pericentres").load(i),
                    ctx.global(moves.bound, "bounds").load(i)};
        sample = DeviceSample{};
        moving = true;
      }
      const bool accepted = try_position(view, mover, orbit, envelope, random, sample);
      if (!accepted && sample.trials < kMostTrials) continue;
      moving = false;
      trials += static_cast<std::uint64_t>(sample.trials);
      above_bound += static_cast<std::uint64_t>(sample.above_bound);
      if (accepted)
        store(ctx, view, mover, sample, i);
      else
        ctx.atomic_add(ctx.global(counts, "counts"), kStuck, std::uint64_t{1});
    }
    states.store(rank, random);
    ctx.atomic_add(ctx.global(counts, "counts"), kTrials, trials);
    if (above_bound > 0) ctx.atomic_add(ctx.global(counts, "counts"), kAboveBound, above_bound);
  }

 private:
  template <class Context, class Open>
  TOUCHSTONE_HD void store(const Context& ctx, const Open& view, const DeviceMover& mover,
                           const DeviceSample& sample, std::int32_t i) const {
    const double here = view.potential_at_shell(mover, view.points.load(mover.shell));
    const double there = view.potential_in(mover, sample.interval, sample.radius);
    ctx.global(moves.work, "works").store(i, here - there);
    ctx.global(moves.position, "positions").store(i, sample.radius);
    ctx.global(radial, "radial velocities").store(i, sample.radial_velocity);
    ctx.global(tangential, "tangential velocities")
        .store(i, mover.angular_momentum / sample.radius);
  }
};

}  // namespace touchstone::gpu
