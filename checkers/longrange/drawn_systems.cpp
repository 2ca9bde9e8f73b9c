// checkers/longrange/drawn_systems.cpp
// Purpose   Homogeneous states drawn at random (numbers of particles, softening, sizes, threads):
//           forces are as accurate as claimed, a run in two parts is a run in one, and threads
//           change nothing.
// Cost      About 0.2 s for each scheme.
#include <algorithm>
#include <cmath>

#include "checkers/digest.hpp"
#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr int kSystems = 16;

struct DrawnSystem {
  System system;
  State state;
  double time_step = 0.01;
  int threads = 1;
  std::uint64_t first = 1, second = 1;  ///< steps
};

DrawnSystem draw_system(const LongrangeScheme& scheme, Draws draw) {
  const std::vector<System> models = systems_of(scheme);
  DrawnSystem one;
  one.system = models[draw.random().below(static_cast<std::uint32_t>(models.size()))];
  if (one.system.model != Model::hmf)
    one.system.softening = draw.scale(std::max(1e-3, scheme.smallest_softening), 3);
  const auto count = static_cast<std::size_t>(draw.scale(2, 300));
  const std::uint64_t seed = draw.random().next();
  if (one.system.model == Model::plane) {
    const double outer = draw.scale(0.5, 1.5);
    one.state = longrange::annulus(count, draw.from(0.1, 0.9) * outer, outer, seed);
  } else {
    one.state = longrange::cold_circle(count, seed);
  }
  for (double& p : one.state.p) p += draw.from(-0.5, 0.5);
  one.time_step = draw.scale(1e-3, 0.1);
  one.threads = draw.whole(1, 4);
  one.first = affordable(scheme, static_cast<std::uint64_t>(draw.whole(1, 4)));
  one.second = affordable(scheme, static_cast<std::uint64_t>(draw.whole(1, 4)));
  return one;
}

/// Error of the forces, in units of those of so many homogeneous particles.
double force_error(const System& system, const State& state, const std::vector<double>& found) {
  const std::size_t n = particles(system, state);
  Exact truth, difference;
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = true_force_on(system, state, i);
    truth.push_back(x);
    difference.push_back(found.at(i) - x);
    if (system.model != Model::plane) continue;
    truth.push_back(y);
    difference.push_back(found.at(n + i) - y);
  }
  return root_mean_square(difference) / std::max(root_mean_square(truth), usual_force(system, n));
}

void hold(Bounds& bounds, Digest& digest, const LongrangeScheme& scheme, const DrawnSystem& one) {
  const auto start = [&](int threads) {
    return begin(scheme, one.state, one.system, one.time_step, threads);
  };
  const std::size_t n = particles(one.system, one.state);
  const std::string what = fmt::format("{}, {} threads", text(one.system, n), one.threads);
  const auto run = start(one.threads);
  const double larger = std::sqrt(std::max(1.0, static_cast<double>(n) / 250));
  bounds.hold(force_error(one.system, one.state, run->forces()), scheme.force_error * larger,
              what + " forces");
  run->advance(one.first);
  run->advance(one.second);
  const auto whole = start(one.threads);
  whole->advance(one.first + one.second);
  // The start of a part may round positions anew.
  bounds.hold(distance(one.system, run->state(), whole->state()),
              std::max(1e-11, 1e2 * scheme.force_error), what + " in two parts");
  if (has(scheme.info.claims, Claims::thread_invariant)) {
    const auto alone = start(1);
    alone->advance(one.first + one.second);
    bounds.hold(alone->state() == whole->state() ? 0 : 2, 1, what + " are not one thread");
  }
  digest.add(whole->state().q);
  digest.add(whole->state().p);
}

CheckResult drawn_systems(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  Digest digest;
  const int systems = std::max(1, static_cast<int>(kSystems * context.effort));
  for (int k = 0; k < systems; ++k) {
    PhiloxStream random = stream_of_system(context, static_cast<std::uint64_t>(k));
    hold(bounds, digest, scheme, draw_system(scheme, Draws(random)));
  }
  CheckResult result = bounds.result(static_cast<std::uint64_t>(2 * systems));
  result.params["digest"] = digest.text();
  return result;
}

const bool registered = register_check(
    IntegratorCheck{.name = "integrator/drawn systems",
                    .shows = "any number of particles at any softening: forces as accurate as "
                             "claimed, whatever the threads, and runs that can be cut",
                    .needs = longrange::IntegratorClaims::model,
                    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::integrator
