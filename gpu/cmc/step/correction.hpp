// gpu/cmc/step/correction.hpp
// Purpose   Velocities after the work that the changing potential did, on a device: one thread for
//           each star; blocks with a speed that would be imaginary are gone through again.
// Source    J. S. Stodolkiewicz, Acta Astron. 32, 63 (1982); B. Pattabiraman et al., Astrophys. J.
//           Suppl. 204, 15 (2013), section 2.1, step 7; the public CMC program.
// Computes  The bits of the serial reference. There a star is scaled before energy is taken from
//           it, and never again, so that all are scaled first here.
#pragma once
#include <cmath>
#include <cstdint>

#include "gpu/cmc/shells.hpp"
#include "gpu/cmc/step/step_blocks.hpp"
#include "gpu/cmc/step/step_numbers.hpp"

namespace touchstone::gpu {

/// The new potential at the old radius of each star, without its shell. One thread for each of the
/// old stars: their radii are in order, so that neighbours search among the same shells.
struct FeelAtOldRadii {
  static constexpr const char* kName = "cmc/feel-at-old-radii";
  static constexpr bool kSynchronises = false;
  std::int32_t count;  ///< number of old stars
  Span<const double> old_radius;
  Span<const double> mass;
  Span<const double> position;
  Span<const std::uint8_t> leaves;
  Shells shells;  ///< the new ones
  Span<double> felt;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count || ctx.global(leaves, "leaving stars").load(i) != 0) return;
    const auto view = open(ctx, shells);
    const double r = ctx.global(old_radius, "old radii").load(i + 1);
    const int below = view.shell_at(r, 0, view.last);
    const double here = ctx.global(position, "positions").load(i);
    const double own = ctx.global(mass, "masses").load(i) / (r < here ? here : r);
    double phi = 0;
    if (below == 0) {
      phi = view.points.load(1).phi + own;
    } else {
      const ShellPoint at = view.points.load(below);
      phi = at.phi + view.enclosed.load(below) * (at.u - 1 / r) + own;
    }
    ctx.global(felt, "potentials at old radii").store(i, phi);
  }
};

/// Velocities in the new order, and the stars that could not be scaled.
struct Corrected {
  Span<const double> mass;
  Span<double> radial;
  Span<double> tangential;
  Span<std::uint8_t> failed;
  Span<double> too_much;  ///< energy that a star without a speed has too much
};

struct CorrectVelocities {
  static constexpr const char* kName = "cmc/correct-velocities";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const std::uint32_t> order;
  Span<const double> old_speed2;
  Span<const double> work;
  Span<const double> felt;
  Span<const double> radial;  ///< velocities on the new orbits, in the old order
  Span<const double> tangential;
  Span<const ShellPoint> points;
  Corrected to;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    const std::uint32_t star = ctx.global(order, "order").load(i);
    const ShellPoint own = ctx.global(points, "shells (u, phi)").load(i + 1);
    const double m = ctx.global(to.mass, "new masses").load(i);
    const double speed2 =
        ctx.global(old_speed2, "squares of speeds").load(star) +
        ctx.global(work, "works").load(star) +
        (ctx.global(felt, "potentials at old radii").load(star) - (own.phi + m * own.u));
    double vr = ctx.global(radial, "radial velocities").load(star);
    double vt = ctx.global(tangential, "tangential velocities").load(star);
    const double now = vr * vr + vt * vt;
    const bool scaled = speed2 > 0 && now > 0;
    if (scaled) {
      const double factor = ::sqrt(speed2 / now);
      vr *= factor;
      vt *= factor;
    } else {
      ctx.global(to.too_much, "energies too much").store(i, 0.5 * m * (now - speed2));
    }
    ctx.global(to.failed, "failed").store(i, static_cast<std::uint8_t>(scaled ? 0 : 1));
    ctx.global(to.radial, "new radial velocities").store(i, vr);
    ctx.global(to.tangential, "new tangential velocities").store(i, vt);
  }
};

/// Takes what it can of `excess` from star i, at most 80 % of its kinetic energy; returns the rest.
template <class Context>
TOUCHSTONE_HD double take_energy(const Context& ctx, const Corrected& stars, std::int64_t i,
                                 double excess) {
  constexpr double kMostTaken = 0.8;
  const auto radial = ctx.global(stars.radial, "new radial velocities");
  const auto tangential = ctx.global(stars.tangential, "new tangential velocities");
  const double vr = radial.load(i), vt = tangential.load(i);
  const double kinetic = 0.5 * ctx.global(stars.mass, "new masses").load(i) * (vr * vr + vt * vt);
  if (!(kinetic > 0)) return excess;
  const double most = kMostTaken * kinetic;
  const double taken = most < excess ? most : excess;
  const double factor = ::sqrt((kinetic - taken) / kinetic);
  radial.store(i, vr * factor);
  tangential.store(i, vt * factor);
  return excess - taken;
}

/// The first pass: one thread for each block. `left` is what nobody in the block could give.
struct SettleBlocks {
  static constexpr const char* kName = "cmc/settle-blocks";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;
  StepBlocks blocks;
  Corrected stars;
  Span<double> left;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t rank = ctx.global_thread();
    if (rank >= blocks.ranks) return;
    const auto failed = ctx.global(stars.failed, "failed");
    const DeviceBlock mine = blocks.block(rank);
    double excess = 0;
    for (std::int32_t i = mine.first; i < mine.end; ++i)
      if (failed.load(i) != 0)
        excess += ctx.global(stars.too_much, "energies too much").load(i);
      else if (excess > 0)
        excess = take_energy(ctx, stars, i, excess);
    ctx.global(left, "left by blocks").store(rank, excess);
  }
};

/// The second pass: each block takes what the one before it left. `rest` has in front what the last
/// one left, which nobody takes.
struct TakeFromNext {
  static constexpr const char* kName = "cmc/take-from-next";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;
  StepBlocks blocks;
  Corrected stars;
  Span<const double> left;
  Span<double> rest;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t rank = ctx.global_thread();
    if (rank >= blocks.ranks) return;
    const auto lefts = ctx.global(left, "left by blocks");
    double excess = lefts.load(rank > 0 ? rank - 1 : blocks.ranks - 1);
    if (rank > 0) {
      const DeviceBlock mine = blocks.block(rank);
      for (std::int32_t i = mine.first; i < mine.end && excess > 0; ++i)
        excess = take_energy(ctx, stars, i, excess);
    }
    ctx.global(rest, "rests").store(rank, excess);
  }
};

/// Books what nobody could give in this step.
struct BookUnplaced {
  static constexpr const char* kName = "cmc/book-unplaced";
  static constexpr bool kSynchronises = false;
  Span<double> sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    if (ctx.global_thread() != 0) return;
    const auto all = ctx.global(sums, "sums");
    all.store(kAllUnplaced, all.load(kAllUnplaced) + all.load(kUnplaced));
  }
};

}  // namespace touchstone::gpu
