// checkers/longrange/free_motion.cpp
// Purpose   Motion without force, at any speed: a particle alone, and in the HMF model groups of
//           two or three that share a momentum and divide the circle evenly, so that their
//           magnetisation is zero for ever. Each angle is q + p t, however far it turns in a step.
// Source    Rocha Filho, equations 5 to 7: the force is proportional to the magnetisation.
// Not here  Forces after such turns (along_a_run.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/core/larger_or_nan.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr double kStep = 0.05;
constexpr double kLongStep = 2.5;
/// Slow; turns on both sides of the limits of short series; many circles in a step.
constexpr std::array kMomenta{0.3, -7.0, 5.9, 40.0, -61.0, 1000.0};

/// `groups` groups of `size` particles of the HMF model.
State groups_of(std::size_t groups, std::size_t size) {
  State state;
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t i = 0; i < size; ++i) {
      const double apart = static_cast<double>(i) / static_cast<double>(size);
      state.q.push_back(0.7 * static_cast<double>(g) + 2 * std::numbers::pi * apart);
      state.p.push_back(kMomenta[g % kMomenta.size()]);
    }
  return state;
}

void hold_free(Bounds& bounds, const LongrangeScheme& scheme, const System& system,
               const State& start, double step = kStep) {
  for (const std::uint64_t steps : {1u, 40u}) {
    const State end = run(scheme, start, system, step, steps);
    const auto time = step * static_cast<double>(steps);
    // A step of fourth order has 3 drifts; Yoshida's compositions of orders 6 and 8 have 9 and 27.
    const double roundings = 0.5 * std::pow(3, std::max(0, order_of(scheme.claims) / 2 - 2));
    double worst = 0;  // of its bound, which grows with the distance, as rounding does
    for (std::size_t i = 0; i < start.q.size(); ++i) {
      const long double there =
          start.q[i] + static_cast<long double>(start.p[i]) * step * static_cast<double>(steps);
      const double full = system.model == Model::plane ? 0 : 2 * std::numbers::pi;
      const long double turns = full == 0 ? 0 : std::nearbyint(there / full);
      const auto expected = static_cast<double>(
          there - turns * (full == 0 ? 0 : 2 * std::numbers::pi_v<long double>));
      const double way = std::abs(start.q[i]) + std::abs(start.p[i]) * time;
      const double bound =
          1e-12 + 20 * scheme.force_error + 1e-15 * way * (1 + roundings * time / step);
      worst = larger_or_nan(worst, std::abs(difference(system, end.q[i], expected)) / bound);
      worst = larger_or_nan(worst, std::abs(end.p[i] - start.p[i]) / bound);
    }
    bounds.hold(worst, 1,
                fmt::format("{} free, {} steps", text(system, particles(system, start)), steps));
  }
}

/// A particle of the HMF model that is alone has no potential energy: sine and cosine that are
/// turned on and on stay those of an angle.
void hold_alone(Bounds& bounds, const LongrangeScheme& scheme, const System& system) {
  constexpr std::uint64_t kTurns = 1000;
  for (const double p : kMomenta) {
    const auto simulation = begin(scheme, {{2.9}, {p}}, system, kStep);
    simulation->advance(kTurns);
    bounds.hold(simulation->energies().potential, 2e-14,
                fmt::format("potential energy of one particle of momentum {}", p));
  }
}

CheckResult free_motion(const LongrangeScheme& scheme, const CheckContext&) {
  Bounds bounds;
  for (const System& system : systems_of(scheme)) {
    for (const double p : kMomenta) {
      if (system.model == Model::plane)
        hold_free(bounds, scheme, system, {{0.4, -0.9}, {p, 0.25 * p}});
      else
        hold_free(bounds, scheme, system, {{2.9}, {p}});
    }
    // In steps so long that the kicks of a step count for what is a short turn and what is not.
    for (double p = 0.01; p < 4; p *= 1.2) {
      if (system.model == Model::plane)
        hold_free(bounds, scheme, system, {{0.4, -0.9}, {-p, 0.25 * p}}, kLongStep);
      else
        hold_free(bounds, scheme, system, {{-1.3}, {-p}}, kLongStep);
    }
    if (system.model != Model::hmf) continue;
    hold_alone(bounds, scheme, system);
    // Fewer than a vector, vectors that are not full, and more than a chunk of 2048 particles.
    for (const std::size_t groups : {1u, 4u, 7u, 67u, 1031u})
      for (const std::size_t size : {2u, 3u})
        if (!scheme.emulated || groups < 1000)
          hold_free(bounds, scheme, system, groups_of(groups, size));
    // The fastest particles are all in the first chunk, the slowest in the last.
    State fast_first = groups_of(scheme.emulated ? 7 : 1500, 2);
    for (std::size_t i = 0; i < fast_first.p.size(); ++i) fast_first.p[i] = i < 20 ? -15 : 0.1;
    hold_free(bounds, scheme, system, fast_first);
  }
  return bounds.result(2 * (kMomenta.size() + 32));
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/free motion",
                                   .shows = "particles without force move as q + p t, at any speed",
                                   .needs = IntegratorClaims::model,
                                   .run = free_motion});

}  // namespace
}  // namespace touchstone::integrator
