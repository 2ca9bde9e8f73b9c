// checkers/longrange/order.cpp
// Purpose   Errors of coordinates at a given time fall as the fourth power of the time step, as
//           soon as there is more than one step.
// Source    Yoshida, Phys. Lett. A 150, 262 (1990); Rocha Filho, equation 4. The truth is a
//           Runge-Kutta trajectory in long double (truth.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr std::size_t kParticles = 6;
constexpr double kTime = 2;
constexpr std::uint64_t kSteps = 20;  // the coarsest of three runs

double error_of(const LongrangeScheme& scheme, const System& system, const State& start,
                std::uint64_t steps, const Exact& truth) {
  const State end = run(scheme, start, system, kTime / static_cast<double>(steps), steps);
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double error = difference(system, end.q[i], static_cast<double>(truth[i]));
    sum += error * error;
  }
  return std::sqrt(sum / static_cast<double>(truth.size()));
}

CheckResult order(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  nlohmann::json orders = nlohmann::json::object();
  for (const System& system : systems_of(scheme)) {
    const State start = random_state(system, kParticles, part_seed(context, 400));
    const Exact truth = true_coordinates(system, start, kTime, 1000);
    const double coarse = error_of(scheme, system, start, 2 * kSteps, truth);
    const double fine = error_of(scheme, system, start, 4 * kSteps, truth);
    const double found = std::log2(coarse / fine);
    orders[std::string(name(system.model))] = found;
    bounds.hold(found - 4, 0.4, fmt::format("{} order {:.3f}", text(system, kParticles), found));
  }
  CheckResult result = bounds.result();
  result.params["order"] = orders;
  return result;
}

const bool registered = register_check(
    IntegratorCheck{.name = "integrator/order 4",
                    .shows = "errors at a given time fall as the fourth power of the time step",
                    .needs = IntegratorClaims::fourth_order,
                    .run = order});

}  // namespace
}  // namespace touchstone::integrator
