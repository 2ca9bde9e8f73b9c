// checkers/longrange/along_a_run.cpp
// Purpose   Forces and energies in the midst of a run are those of the state there: what a scheme
//           keeps from one step to the next (plans, boxes, stored sines) must follow the particles.
//           In the plane the state grows or shrinks twofold; angles turn far in each step, by
//           their momenta or by kicks alone. Also starts with angles of many turns, and near
//           multiples of a quarter turn; states of any extent, and softenings next to nothing.
// Source    Equations 1 to 3; forces by dual numbers in long double (truth.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "models/core/random/philox.hpp"
#include "models/longrange/pair_potential.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

/// Kinetic energy, summed here.
double kinetic(const State& state) {
  long double twice = 0;
  for (const double p : state.p) twice += static_cast<long double>(p) * p;
  return static_cast<double>(twice / 2);
}

constexpr std::uint64_t kHeld = 3;  // by hold_now

/// `unit`: size of the potential of a pair, where that is far from 1.
void hold_now(Bounds& bounds, const LongrangeScheme& scheme, const System& system,
              const longrange::Simulation& simulation, double rounding, const std::string& what,
              double unit = 1) {
  const State state = simulation.state();
  const auto n = static_cast<double>(particles(system, state));
  const ForceErrors errors = force_errors(system, state, simulation.forces());
  // Forces that cancel are known to the rounding of those that do not.
  const double scale = std::max(errors.scale, usual_force(system, particles(system, state)));
  bounds.hold(errors.largest * (errors.scale / scale),
              std::max(1e-11, 100 * scheme.force_error) + rounding, what + " forces");
  const auto potential =
      static_cast<double>(longrange::potential_energy<long double>(system, state));
  bounds.hold(simulation.energies().potential - potential,
              (scheme.energy_error + rounding) * n * unit, what + " potential energy");
  const double energy = kinetic(state);
  bounds.hold(simulation.energies().kinetic - energy, 1e-13 * (n + energy),
              what + " kinetic energy");
}

/// Start whose extent doubles or halves in a time of 0.8; angles turn by radians in a step.
State changing(const System& system, std::size_t n, bool grows, std::uint64_t seed) {
  State state = random_state(system, n, seed);
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    if (system.model == Model::plane)
      state.p[i] += (grows ? 1.25 : -0.6) * state.q[i];
    else
      state.p[i] *= grows ? 80 : -25;
  }
  return state;
}

/// Angles so near to each other, and momenta so small, that in long steps it is the kick of a pass
/// that decides how far they turn in it.
State cold_group(std::size_t n, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xC01Du);
  State state;
  for (std::size_t i = 0; i < n; ++i) {
    state.q.push_back(1 + 2 * random.uniform());
    state.p.push_back(0.04 * random.uniform() - 0.02);
  }
  return state;
}

CheckResult along_a_run(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme))
    for (const std::size_t n : {1u, 2u, 3u, 37u, 257u})
      for (const bool grows : {true, false}) {
        if (scheme.costly_steps && n != 2 && n != 37) continue;
        const State start = changing(system, n, grows, part_seed(context, 1600 + n));
        const auto simulation = begin(scheme, start, system, 0.1);
        for (const std::uint64_t steps : {1u, 3u, 4u}) {
          simulation->advance(steps);
          hold_now(bounds, scheme, system, *simulation, 0,
                   text(system, n) + (grows ? " growing" : " shrinking"));
        }
      }
  for (const System& system : systems_of(scheme))
    for (const double step : {0.2, 0.5, 1.0, 2.0, 4.0}) {
      if (system.model == Model::plane) continue;
      constexpr std::size_t kCold = 37;
      const State start = cold_group(kCold, part_seed(context, 1950));
      const auto simulation = begin(scheme, start, system, step);
      simulation->advance(1);
      hold_now(bounds, scheme, system, *simulation, 0,
               fmt::format("{} after a step of {:g}", text(system, kCold), step));
    }
  return bounds.result(12 * kHeld);  // of the cheapest choice, of one model
}

/// Angles within `near` of a multiple of a quarter turn, up to `turns` turns away. Among many, some
/// are not far: those that are computed side by side may ask for different methods.
State far_angles(std::size_t n, double turns, double near, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xFA2u);
  State state;
  for (std::size_t i = 0; i < n; ++i) {
    const double away = n > 5 && random.below(3) == 0 ? 1 : turns;
    const double whole = std::floor(away * (2 * random.uniform() - 1));
    const double quarters = 4 * whole + random.below(4);
    const double beside = near * (2 * random.uniform() - 1);
    state.q.push_back(quarters * (std::numbers::pi / 2) + beside);
    state.p.push_back(random.uniform() - 0.5);
  }
  return state;
}

CheckResult large_angles(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme)) {
    if (system.model == Model::plane) continue;
    // Two are on both sides of 10^6 radians, where reductions of angles end; beyond 2^31 quarters
    // of a turn, integers of 32 bits do. There, differences of angles have no digits.
    std::vector<double> far{1.0, 1e2, 1.5e5, 1e6};
    if (system.model == Model::hmf) far.push_back(3e9);
    for (const double turns : far)
      for (const double near : {1e-9, 1e-3, 0.8})
        for (const std::size_t n : {5u, 67u}) {
          const State start = far_angles(n, turns, near, part_seed(context, 1700 + n));
          // Sums of the Ring may round differences of angles; of the HMF model only the truth has
          // any, in long double.
          const double rounding = (system.model == Model::hmf ? 1e-18 : 1e-13) * turns;
          hold_now(bounds, scheme, system, *begin(scheme, start, system, 0.05), rounding,
                   fmt::format("{} up to {} turns", text(system, n), turns));
        }
  }
  return bounds.result(24 * kHeld);
}

/// Points of a disk of this radius around the origin, at rest.
State on_a_disk(std::size_t n, double radius, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xD15u);
  State state{std::vector<double>(2 * n), std::vector<double>(2 * n, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    const double r = radius * std::sqrt(random.uniform());
    const double angle = 2 * std::numbers::pi * random.uniform();
    state.q[i] = r * std::cos(angle);
    state.q[n + i] = r * std::sin(angle);
  }
  return state;
}

/// States of all sizes, with softenings as small beside them as accuracies are claimed for: so far
/// apart, and so close, that products of some squared distances leave the range of a number.
/// Coordinates up to 10^6 are allowed.
CheckResult any_extent(const LongrangeScheme& scheme, const CheckContext& context) {
  if (scheme.screened_starts)
    return {.verdict = Verdict::not_run, .detail = "a program does not say how wide states may be"};
  Bounds bounds;
  std::uint64_t number = 0;
  for (const double radius : {999'999.0, 1e3, 1e-2, 1e-4}) {
    const System system{Model::plane, 1e-3 * radius * radius};
    if (system.softening < scheme.smallest_softening) continue;
    const double unit =
        std::max(std::abs(std::log(system.softening)), std::abs(std::log(4 * radius * radius)));
    for (const std::size_t n : {2u, 67u}) {
      const State start = on_a_disk(n, radius, part_seed(context, 1800 + number++));
      hold_now(bounds, scheme, system, *begin(scheme, start, system, 0.01), 0,
               fmt::format("{} on a disk of {:g}", text(system, n), radius), unit);
    }
  }
  return bounds.result(4 * kHeld);
}

/// Particles that are nowhere nearer than 1.7 / n; two of them in one place; or all but the last
/// within 30 roots of the softening.
enum class Places { apart, two_together, crowd };

State at_rest(const System& system, std::size_t n, Places places, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0xA9A7u);
  const double size = places == Places::crowd ? 30 * std::sqrt(system.softening) : 2.5;
  State state;
  for (std::size_t i = 0; i < n; ++i)
    state.q.push_back(size * (static_cast<double>(i) + 0.3 * random.uniform()) /
                      static_cast<double>(n));
  if (system.model == Model::plane)
    for (std::size_t i = 0; i < n; ++i) state.q.push_back(size * random.uniform());
  state.p.assign(state.q.size(), 0);
  for (std::size_t k = 0; k < state.q.size(); k += n) {
    if (places == Places::two_together) state.q[k + 1] = state.q[k];
    if (places == Places::crowd) state.q[k + n - 1] = 2.5;
  }
  return state;
}

/// Softenings that nobody sees where particles are apart, down to the smallest that is allowed.
/// Pairs with themselves have then by far the largest potential of all, and so do two particles in
/// one place; a crowd is small beside the whole.
CheckResult small_softening(const LongrangeScheme& scheme, const CheckContext& context) {
  constexpr const char* kWords[] = {"", ", two in one place", ", a crowd and one apart"};
  Bounds bounds;
  std::uint64_t number = 0;
  std::uint64_t taken = 0;
  for (const Model model : {Model::ring, Model::plane}) {
    if (!scheme.runs(model)) continue;
    for (const double softening :
         {1e-6, 1e-9, 1e-12, 1e-20, 1e-40, longrange::kSmallestSoftening}) {
      const System system{model, softening};
      if (softening < scheme.smallest_softening) continue;
      for (const std::size_t n : {3u, 67u})
        for (const Places places : {Places::apart, Places::two_together, Places::crowd}) {
          const State start = at_rest(system, n, places, part_seed(context, 1900 + number++));
          const double unit = std::abs(longrange::pair_potential(system, 0.0, 0.0));
          const auto simulation =
              unless_refused([&] { return begin(scheme, start, system, 1e-3); });
          if (!simulation) continue;
          ++taken;
          hold_now(bounds, scheme, system, **simulation, 0,
                   text(system, n) + kWords[static_cast<int>(places)],
                   places == Places::apart ? 1 : std::max(1.0, unit));
        }
    }
  }
  if (taken == 0)
    return {.verdict = Verdict::not_run, .detail = "it refuses softenings of 1e-6 and below"};
  return bounds.result(kHeld);
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/along a run",
                                   .shows = "forces and energies in the midst of a run are those "
                                            "of its state, as it grows, shrinks and turns",
                                   .needs = IntegratorClaims::model,
                                   .run = along_a_run}) &&
    register_check(IntegratorCheck{.name = "integrator/any extent",
                                   .shows = "forces and energies in the plane hold where particles "
                                            "are 10^6 apart, and where 10^-4",
                                   .needs = IntegratorClaims::model,
                                   .run = any_extent,
                                   .only = {.models = {Model::plane}}}) &&
    register_check(IntegratorCheck{.name = "integrator/small softening",
                                   .shows = "forces and energies hold where the softening is next "
                                            "to nothing, and for two particles in one place",
                                   .needs = IntegratorClaims::model,
                                   .run = small_softening,
                                   .only = {.models = {Model::ring, Model::plane}}}) &&
    register_check(IntegratorCheck{.name = "integrator/large angles",
                                   .shows = "forces and energies hold at millions of turns, and at "
                                            "multiples of a quarter turn",
                                   .needs = IntegratorClaims::model,
                                   .run = large_angles,
                                   .only = {.models = {Model::hmf, Model::ring}}});

}  // namespace
}  // namespace touchstone::integrator
