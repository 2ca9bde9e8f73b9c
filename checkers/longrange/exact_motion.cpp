// checkers/longrange/exact_motion.cpp
// Purpose   Motions that are known exactly: the pendulum, circular pairs, turning and falling
//           polygons, the growth of small waves, and the equilibrium of the HMF model.
// Source    models/longrange/exact.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/longrange/exact.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;
using std::numbers::pi;

constexpr double kTiny = 1e-12;  // softening that cannot be seen at these distances

/// Largest deviation that errors of the forces may cause in a motion of this short time.
double bound_of(const LongrangeScheme& scheme, double exact) {
  return std::max(exact, 20 * scheme.force_error);
}

void hold_pendulum(Bounds& bounds, const LongrangeScheme& scheme) {
  for (const double d0 : {0.3, 2.0, 3.0}) {
    const State start{{4 - d0 / 2, 4 + d0 / 2}, {0.25, 0.25}};
    const System hmf{Model::hmf, 0};
    const State end = fourth_order_run(scheme, start, hmf, 0.005, 1400);
    const double separation = longrange::hmf_pair_separation(d0, 7);
    bounds.hold(difference(hmf, end.q[1] - end.q[0], separation), bound_of(scheme, 1e-8),
                fmt::format("pendulum from {}", d0));
    bounds.hold(difference(hmf, end.q[0] + end.q[1], 2 * (4 + 0.25 * 7)), bound_of(scheme, 1e-11),
                "centre of the pendulum");
  }
}

/// A polygon that turned by `angle` is where it started, turned.
void hold_turned(Bounds& bounds, const LongrangeScheme& scheme, const System& system, std::size_t n,
                 double radius, double rate) {
  constexpr std::uint64_t kSteps = 400;
  const double time = pi / rate;  // half a turn
  const State start = longrange::polygon(n, radius, rate);
  const State end = fourth_order_run(scheme, start, system, time / kSteps, kSteps);
  State expected = start;
  for (double& q : expected.q) q = -q;
  for (double& p : expected.p) p = -p;
  bounds.hold(distance(system, end, expected), bound_of(scheme, 1e-7),
              text(system, n) + " turning");
}

void hold_fall(Bounds& bounds, const LongrangeScheme& scheme) {
  const System system{Model::plane, kTiny};
  for (const std::size_t n : {2u, 5u, 8u}) {
    const double time = longrange::polygon_fall_time(n, 1.2, 0.4);
    const State end =
        fourth_order_run(scheme, longrange::polygon(n, 1.2, 0), system, time / 500, 500);
    for (std::size_t i = 0; i < n; ++i)
      bounds.hold(std::hypot(end.q[i], end.q[n + i]) - 0.4, bound_of(scheme, 1e-8),
                  text(system, n) + " falling");
  }
}

CheckResult exact_motion(const LongrangeScheme& scheme, const CheckContext&) {
  Bounds bounds;
  if (scheme.runs(Model::hmf)) hold_pendulum(bounds, scheme);
  if (scheme.runs(Model::plane)) {
    hold_turned(bounds, scheme, {Model::plane, 0.1}, 2, 0.7, longrange::plane_pair_rate(1.4, 0.1));
    if (scheme.smallest_softening <= kTiny) {
      for (const std::size_t n : {3u, 6u})
        hold_turned(bounds, scheme, {Model::plane, kTiny}, n, 0.7, longrange::polygon_rate(n, 0.7));
      hold_fall(bounds, scheme);
    }
  }
  return bounds.result();
}

/// A small wave on a lattice at rest grows as cosh(rate t). Its amplitude is that of the
/// displacement along cos(mode angle); errors are of the square of the amplitude.
void hold_growth(Bounds& bounds, const LongrangeScheme& scheme, const System& system, unsigned mode,
                 double rate) {
  constexpr std::size_t kParticles = 96;
  const double amplitude = std::max(1e-7, 100 * scheme.force_error);
  const State start = longrange::perturbed_lattice(kParticles, mode, amplitude);
  const double time = 2 / rate;
  const State end = fourth_order_run(scheme, start, system, time / 50, 50);
  double found = 0;
  for (std::size_t i = 0; i < kParticles; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / kParticles;
    found += 2 * difference(system, end.q[i], angle) * std::cos(mode * angle) / kParticles;
  }
  const double expected = std::cosh(rate * time);
  const double bound = 1e-5 + 20 * scheme.force_error / amplitude;
  bounds.hold(found / (amplitude * expected) - 1, bound,
              fmt::format("{} mode {} growth", text(system, kParticles), mode));
}

CheckResult growth(const LongrangeScheme& scheme, const CheckContext&) {
  Bounds bounds;
  if (scheme.runs(Model::hmf))
    hold_growth(bounds, scheme, {Model::hmf, 0}, 1, longrange::hmf_cold_growth_rate());
  if (scheme.runs(Model::ring))
    for (const unsigned mode : {1u, 2u, 5u})
      hold_growth(bounds, scheme, {Model::ring, 0.1}, mode,
                  longrange::ring_cold_growth_rate(0.1, mode));
  return bounds.result();
}

/// The mean magnetisation of a run from an equilibrium start, beside the curve at its own energy.
void hold_magnetisation(Bounds& bounds, const LongrangeScheme& scheme, double u,
                        std::uint64_t seed) {
  constexpr std::size_t kParticles = 2000;
  constexpr int kSamples = 100;
  const State start = longrange::hmf_equilibrium_start(kParticles, u, seed);
  const auto simulation = begin(scheme, start, {Model::hmf, 0}, 0.1);
  const double actual = simulation->energies().total() / kParticles;
  double mean = 0;
  double kinetic = 0;
  for (int k = 0; k < kSamples; ++k) {
    simulation->advance(5);
    mean += longrange::magnetisation(simulation->state().q).length() / kSamples;
    kinetic += simulation->energies().kinetic / kParticles / kSamples;
  }
  const longrange::HmfEquilibrium at = longrange::hmf_equilibrium(actual);
  // The magnetisation fluctuates by 0.01 with N = 2000, slowly: means of runs by 0.007 at most.
  bounds.hold(mean - at.magnetisation, 0.05, fmt::format("magnetisation at U = {:.4f}", actual));
  bounds.hold(2 * kinetic - at.temperature, 0.05, fmt::format("temperature at U = {:.4f}", actual));
}

CheckResult equilibrium(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const double u : {0.2, 0.5, 0.6})
    hold_magnetisation(bounds, scheme, u,
                       part_seed(context, 1100 + static_cast<std::uint64_t>(10 * u)));
  return bounds.result();
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/exact motion",
                                   .shows = "pendulum, circular pair, turning and falling polygons "
                                            "move as they must",
                                   .needs = IntegratorClaims::model,
                                   .run = exact_motion,
                                   .only = {.models = {Model::hmf, Model::plane}}}) &&
    register_check(IntegratorCheck{.name = "integrator/growth rates",
                                   .shows =
                                       "small waves of a lattice at rest grow at the rate of the "
                                       "linear theory",
                                   .needs = IntegratorClaims::model,
                                   .run = growth,
                                   .only = {.models = {Model::hmf, Model::ring}}}) &&
    register_check(IntegratorCheck{.name = "integrator/magnetisation curve",
                                   .shows =
                                       "the HMF model in equilibrium has the magnetisation and "
                                       "temperature of its energy",
                                   .needs = IntegratorClaims::model,
                                   .run = equilibrium,
                                   .only = {.models = {Model::hmf}},
                                   .many_steps = true});

}  // namespace
}  // namespace touchstone::integrator
