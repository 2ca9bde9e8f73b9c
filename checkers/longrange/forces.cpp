// checkers/longrange/forces.cpp
// Purpose   Forces are minus the gradient of the potential, as accurate as claimed, and add up to
//           zero; energies are those of the definition.
// Source    Rocha Filho, equations 1 to 9; derivatives by dual numbers (truth.hpp).
#include <algorithm>
#include <cmath>
#include <vector>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "models/longrange/pair_potential.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr double kStep = 0.01;

/// Errors of the forces at a start.
ForceErrors errors_at(const LongrangeScheme& scheme, const System& system, const State& state) {
  return force_errors(system, state, begin(scheme, state, system, kStep)->forces());
}

CheckResult minus_gradient(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme, true))
    for (const std::size_t n : {2u, 3u, 5u, 17u})
      for (std::uint64_t k = 0; k < 4; ++k) {
        const State state = random_state(system, n, part_seed(context, 4 * n + k));
        // Angles of close pairs are known to 1e-15 of their magnitude, whatever the scheme does
        // with full circles.
        bounds.hold(errors_at(scheme, system, state).largest,
                    std::max(1e-11, 100 * scheme.force_error), text(system, n));
      }
  return bounds.result();
}

/// Error of the forces on homogeneous particles, in units of `least` where they are weaker.
double homogeneous_error(const LongrangeScheme& scheme, const System& system, std::size_t n,
                         std::uint64_t seed, double least) {
  const State state = system.model == Model::plane ? longrange::annulus(n, 1, 1.5, seed)
                                                   : longrange::cold_circle(n, seed);
  const ForceErrors errors = errors_at(scheme, system, state);
  return errors.rms * errors.scale / std::max(errors.scale, least);
}

CheckResult accuracy(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const std::size_t n : {251u, 256u}) {  // an incomplete last vector, and a complete one
    const std::uint64_t seed = part_seed(context, 100 + n);
    for (const System& system : systems_of(scheme, true))
      bounds.hold(homogeneous_error(scheme, system, n, seed, 0), scheme.force_error,
                  text(system, n));
    // Terms of so soft a potential have one sign: sums grow, and so does their rounding. Its forces
    // are those of few waves, which by chance may all be weak.
    for (System system : systems_of(scheme)) {
      if (system.model == Model::hmf) continue;
      system.softening = 3;
      bounds.hold(homogeneous_error(scheme, system, n, seed, usual_force(system, n)),
                  scheme.force_error, text(system, n));
    }
  }
  return bounds.result();
}

/// Compares forces on 47 of many particles.
void hold_some(Bounds& bounds, const LongrangeScheme& scheme, const CheckContext& context,
               const System& system, std::size_t many) {
  const std::uint64_t seed = part_seed(context, 180);
  const bool plane = system.model == Model::plane;
  const State state =
      plane ? longrange::annulus(many, 0.1, 1, seed) : longrange::cold_circle(many, seed);
  const std::vector<double> found = begin(scheme, state, system, kStep, context.threads)->forces();
  Exact truth, difference;
  for (std::size_t k = 0; k < 47; ++k) {
    const std::size_t i = k * (many - 1) / 46;
    const auto [x, y] = true_force_on(system, state, i);
    truth.push_back(x);
    difference.push_back(found.at(i) - x);
    if (!plane) continue;
    truth.push_back(y);
    difference.push_back(found.at(many + i) - y);
  }
  // The claim is of 250 particles: forces of homogeneous states fall as the root of their number,
  // terms and their rounding do not.
  const double claimed = scheme.force_error * std::sqrt(static_cast<double>(many) / 250);
  // The forces of a soft potential are those of few waves, which by chance may all be weak.
  const double scale = std::max(root_mean_square(truth), usual_force(system, many));
  bounds.hold(root_mean_square(difference) / scale, claimed, text(system, many) + " forces");
  for (std::size_t k = 0; k < truth.size(); ++k)
    bounds.hold(static_cast<double>(difference[k]) / scale, std::max(1e-11, 100 * claimed),
                text(system, many) + " one force");
}

/// More particles than any chunk, batch or leaf holds; and so soft that a grid needs few cells, and
/// has many particles in each.
CheckResult many_particles(const LongrangeScheme& scheme, const CheckContext& context) {
  // Programs of the user's own (which are screened) may sum all pairs in a slow language. On the
  // grid emulator pairs are dear; blocks of threads come to their second round of sources.
  const std::size_t many = scheme.screened_starts ? 301 : scheme.emulated ? 1301 : 3001;
  // Fast methods, which do not sum all pairs, afford several chunks of a grid (eleven on the Ring).
  const bool all_pairs = scheme.sums || scheme.screened_starts || scheme.force_error < 1e-13;
  Bounds bounds;
  for (const System& system : systems_of(scheme)) {
    hold_some(bounds, scheme, context, system, many);
    if (system.model != Model::hmf)
      hold_some(bounds, scheme, context, {system.model, 2}, all_pairs ? many / 2 : 6001);
  }
  return bounds.result(48);
}

CheckResult third_law(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme, true))
    for (const std::size_t n : {2u, 31u, 300u}) {
      const State state = random_state(system, n, part_seed(context, 200 + n));
      const std::vector<double> f = begin(scheme, state, system, kStep)->forces();
      for (std::size_t k = 0; k < longrange::dimensions(system.model); ++k) {
        long double sum = 0, squares = 0;
        for (std::size_t i = k * n; i < (k + 1) * n; ++i) {
          const long double one = f.at(i);
          sum += one;
          squares += one * one;
        }
        // Independent errors of n forces add up as sqrt(n): relative to the root of the sum of
        // squares.
        bounds.hold(static_cast<double>(sum / std::sqrt(squares)), 5 * scheme.force_error,
                    fmt::format("{} sum of component {} of the forces", text(system, n), k));
      }
    }
  return bounds.result();
}

CheckResult energies(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme, true))
    for (const std::size_t n : {1u, 2u, 100u}) {
      const State state = random_state(system, n, part_seed(context, 300 + n));
      const longrange::Energies found = begin(scheme, state, system, kStep)->energies();
      const auto truth =
          static_cast<double>(longrange::potential_energy<long double>(system, state));
      const double kinetic = longrange::kinetic_energy(state);
      const double bound = 1e-13 * static_cast<double>(n);
      bounds.hold(found.potential - truth, scheme.energy_error * static_cast<double>(n),
                  text(system, n) + " potential energy");
      bounds.hold(found.kinetic - kinetic, bound, text(system, n) + " kinetic energy");
    }
  return bounds.result();
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/force is -grad V",
                                   .shows = "forces of few particles are those of the potential, "
                                            "differentiated by dual numbers",
                                   .needs = IntegratorClaims::model,
                                   .run = minus_gradient}) &&
    register_check(IntegratorCheck{.name = "integrator/force accuracy",
                                   .shows =
                                       "forces of the paper's starts are as close to sums in long "
                                       "double as the scheme claims",
                                   .needs = IntegratorClaims::model,
                                   .run = accuracy}) &&
    register_check(IntegratorCheck{.name = "integrator/many particles",
                                   .shows = "forces are as accurate among 3001 particles (1301 on "
                                            "the grid emulator)",
                                   .needs = IntegratorClaims::model,
                                   .cost = "all pairs of 3001 particles, once",
                                   .run = many_particles}) &&
    register_check(IntegratorCheck{.name = "integrator/third law",
                                   .shows = "forces add up to zero along each axis",
                                   .needs = IntegratorClaims::momentum,
                                   .run = third_law}) &&
    register_check(IntegratorCheck{.name = "integrator/energies",
                                   .shows =
                                       "kinetic and potential energy are those of the definition, "
                                       "without self terms",
                                   .needs = IntegratorClaims::model,
                                   .run = energies});

}  // namespace
}  // namespace touchstone::integrator
