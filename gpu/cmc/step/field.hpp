// gpu/cmc/step/field.hpp
// Purpose   The potential of all shells on a device, from stars in radial order.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 2 to 5.
// Computes  The bits of cluster::shell_potential, whose sums from the outermost star in are loops:
//           gpu/exec/sums. Terms are in the order in which they are added.
#pragma once
#include <cstdint>

#include "gpu/cmc/shells.hpp"
#include "gpu/cmc/step/step_numbers.hpp"
#include "models/cmc/shell_potential.hpp"

namespace touchstone::gpu {

/// Masses to subtract, and the ends of the radii.
struct MassTerms {
  static constexpr const char* kName = "cmc/mass-terms";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const double> mass;
  Span<double> radius;
  Span<double> terms;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    ctx.global(terms, "terms").store(count - 1 - i, -ctx.global(mass, "masses").load(i));
    if (i != 0) return;
    const auto radii = ctx.global(radius, "radii of shells");
    radii.store(0, cluster::kInnermost);
    radii.store(count + 1, cluster::kOutermost);
  }
};

/// Masses inside of each shell from `rest`, which is what the subtractions left; and the terms of
/// the potential. One thread for each shell, with the ends.
struct PotentialTerms {
  static constexpr const char* kName = "cmc/potential-terms";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const double> radius;
  Span<const double> rest;
  Span<const double> sums;  ///< StepSum
  Span<double> enclosed;
  Span<double> terms;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k > count + 1) return;
    const auto inside = ctx.global(enclosed, "enclosed masses");
    const std::int64_t t = count - k;  // place in the order of addition
    double mass = 0;
    if (k > 0)
      mass = t > 0 ? ctx.global(rest, "masses that are left").load(t - 1)
                   : ctx.global(sums, "sums").load(kMass);
    inside.store(k, mass);
    if (k < 1 || k > count) return;
    const auto radii = ctx.global(radius, "radii of shells");
    const double fall = mass * (1 / radii.load(k) - 1 / radii.load(k + 1));
    ctx.global(terms, "terms").store(t, -fall);
  }
};

/// The shells themselves, from `sums_in`, the potential from the outside in; and the terms of the
/// potential energy from the centre.
struct StoreShells {
  static constexpr const char* kName = "cmc/store-shells";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const double> radius;
  Span<const double> mass;
  Span<const double> sums_in;
  Span<ShellPoint> points;
  Span<double> terms;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k > count + 1) return;
    const auto from_outside = ctx.global(sums_in, "potential from outside");
    double phi = 0;
    if (k <= count) phi = from_outside.load(count - (k > 0 ? k : 1));
    const double u = 1 / ctx.global(radius, "radii of shells").load(k);
    ctx.global(points, "shells (u, phi)").store(k, ShellPoint{u, phi});
    if (k >= 1 && k <= count) {
      const double m = ctx.global(mass, "masses").load(k - 1);
      ctx.global(terms, "terms").store(k - 1, 0.5 * m * phi);
    }
  }
};

/// Terms of the kinetic energy.
struct KineticTerms {
  static constexpr const char* kName = "cmc/kinetic-terms";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  Span<const double> mass;
  Span<const double> radial;
  Span<const double> tangential;
  Span<double> terms;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    const double vr = ctx.global(radial, "radial velocities").load(i);
    const double vt = ctx.global(tangential, "tangential velocities").load(i);
    const double m = ctx.global(mass, "masses").load(i);
    ctx.global(terms, "terms").store(i, 0.5 * m * (vr * vr + vt * vt));
  }
};

/// All masses times a factor.
struct ScaleMasses {
  static constexpr const char* kName = "cmc/scale-masses";
  static constexpr bool kSynchronises = false;
  std::int32_t count;
  double factor;
  Span<double> mass;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t i = ctx.global_thread();
    if (i >= count) return;
    const auto masses = ctx.global(mass, "masses");
    masses.store(i, masses.load(i) * factor);
  }
};

}  // namespace touchstone::gpu
