// gpu/cmc/step/time_step.hpp
// Purpose   The time step of relaxation on a device: the smallest of all bins, or around each star.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 7 with the square
//           that is missing there, and section 3.2.
// Computes  The bits of the serial reference: a minimum does not depend on the order.
// Not here  The time step of mass loss, which the host knows (henon.hpp).
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>

#include "gpu/cmc/step/step_blocks.hpp"
#include "gpu/cmc/step/step_numbers.hpp"

namespace touchstone::gpu {

TOUCHSTONE_HD inline double cube(double x) { return x * x * x; }

/// Number density of a bin's stars between these radii.
TOUCHSTONE_HD inline double shell_density(double inner, double outer) {
  return static_cast<double>(kStepBin) * 3 / (4 * std::numbers::pi * (cube(outer) - cube(inner)));
}

/// Number density around shell k of `stars`: the 20 stars around it; the innermost and outermost 10
/// share one shell.
template <class Radii>
TOUCHSTONE_HD double local_density(const Radii& radius, std::int32_t stars, std::int32_t k) {
  std::int32_t inner = k < kStepSide ? 0 : k - kStepSide;
  std::int32_t outer = k < kStepSide ? kStepBin + 1 : k + kStepSide;
  if (outer > stars) {
    inner = stars - kStepBin - 1;
    outer = stars;
  }
  return shell_density(radius.load(inner), radius.load(outer));
}

/// Radii of all shells, with both ends; the rest one for each star.
struct StepStars {
  Span<const double> radius;
  Span<const double> mass;
  Span<double> radial;
  Span<double> tangential;
};

/// `kSliding`: one thread for each star, with the stars around it; else one for each block, with
/// its separate bins of 20.
template <bool kSliding>
struct LeastTime {
  static constexpr const char* kName = kSliding ? "cmc/sliding-time-step" : "cmc/time-step";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  StepStars stars;
  StepBlocks blocks;
  double initial_stars;
  bool pairs_alike;  ///< mean of (m1 + m2)^2 as 4 <m^2>
  Span<std::uint64_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t thread = ctx.global_thread();
    const auto radius = ctx.global(stars.radius, "radii of shells");
    if (thread >= (kSliding ? blocks.stars : blocks.ranks)) return;
    if constexpr (kSliding) {
      const auto k = static_cast<std::int32_t>(thread);
      const std::int32_t first = k < kStepSide ? 0 : k - kStepSide;
      const std::int32_t end = k + kStepSide < blocks.stars ? k + kStepSide : blocks.stars;
      take(ctx, relaxation_time(ctx, first, end, local_density(radius, blocks.stars, k + 1)));
    } else {
      const DeviceBlock block = blocks.block(thread);
      for (std::int32_t i = block.first; i + kStepBin + 1 < block.end; i += kStepBin)
        take(ctx,
             relaxation_time(ctx, i, i + kStepBin,
                             shell_density(radius.load(i + 1), radius.load(i + 1 + kStepBin))));
    }
  }

 private:
  template <class Context>
  TOUCHSTONE_HD double relaxation_time(const Context& ctx, std::int32_t first, std::int32_t end,
                                       double density) const {
    using std::numbers::pi;
    const auto masses = ctx.global(stars.mass, "masses");
    const auto radial = ctx.global(stars.radial, "radial velocities");
    const auto tangential = ctx.global(stars.tangential, "tangential velocities");
    double mass = 0, mass2 = 0, momentum2 = 0;
    for (std::int32_t i = first; i < end; ++i) {
      const double m = masses.load(i), vr = radial.load(i), vt = tangential.load(i);
      mass += m;
      mass2 += m * m;
      momentum2 += m * (vr * vr + vt * vt);
    }
    const double relative = 4 * ::sqrt(momentum2 / mass) / ::sqrt(3 * pi);
    const auto count = static_cast<double>(end - first);
    const double mean = mass / count;
    const double pair_mass2 = pairs_alike ? 4 * mass2 / count : 2 * mass2 / count + 2 * mean * mean;
    return pi / 32 * cube(relative) / (density * pair_mass2 * initial_stars);
  }
  /// Positive numbers are in the order of their bits. One that is not a number is left out.
  template <class Context>
  TOUCHSTONE_HD void take(const Context& ctx, double time) const {
    if (!(time >= 0)) return;
    const auto all = ctx.global(counts, "counts");
    const auto bits = static_cast<std::uint64_t>(word_of(time));
    if (bits < ctx.atomic_load(all, kLeastTime)) ctx.atomic_min(all, kLeastTime, bits);
  }
};

/// The step before anything of it: counts are 0, and no time has been seen.
struct BeginStarStep {
  static constexpr const char* kName = "cmc/begin-star-step";
  static constexpr bool kSynchronises = false;
  Span<std::uint64_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    if (ctx.global_thread() != 0) return;
    const auto all = ctx.global(counts, "counts");
    for (int i = 0; i < kStepCounts; ++i) all.store(i, std::uint64_t{0});
    constexpr std::uint64_t kInfinity = 0x7FF0'0000'0000'0000;
    all.store(kLeastTime, kInfinity);
  }
};

/// The time step is this factor times the least time.
struct SetTimeStep {
  static constexpr const char* kName = "cmc/set-time-step";
  static constexpr bool kSynchronises = false;
  double factor;
  Span<std::uint64_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    if (ctx.global_thread() != 0) return;
    const auto all = ctx.global(counts, "counts");
    const double least = double_of(static_cast<std::int64_t>(all.load(kLeastTime)));
    all.store(kTimeStep, static_cast<std::uint64_t>(word_of(factor * least)));
  }
};

}  // namespace touchstone::gpu
