#include "checkers/hpmc/restarts.hpp"

#include <algorithm>

#include "checkers/external/restarts.hpp"
#include "checkers/findings.hpp"
#include "checkers/hpmc/simulation_cases.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;

constexpr std::size_t kMostSystems = 3;

std::string after_steps(shapes::Simulation& simulation) {
  simulation.advance(2);
  const Configuration end = simulation.configuration();
  const SweepStats stats = simulation.stats().of_bodies();
  std::string text = fmt::format("{} of {}", stats.accepted, stats.trials);
  for (std::size_t i = 0; i < end.size(); ++i) {
    const shapes::Vec3& r = end.centres[i];
    const shapes::Orientation& q = end.orientations[i];
    text += fmt::format(" {} {} {} {} {} {} {}", r.x, r.y, r.z, q.s, q.x, q.y, q.z);
  }
  return text;
}

/// The same places in another order, where all bodies are alike, and moved along the box.
Configuration elsewhere(Configuration c) {
  const shapes::Vec3 step = c.box.from_fractional({0.3, 0.4, 0});
  for (shapes::Vec3& r : c.centres) r = c.box.wrap(r + step);
  if (c.types.size() == 1) std::reverse(c.centres.begin(), c.centres.end());
  return c;
}

}  // namespace

CheckResult restarts_as_starts(const shapes::ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  std::string systems;
  std::vector<SimulationCase> cases = simulation_cases(scheme, part_seed(context, 60));
  if (cases.size() > kMostSystems) cases.resize(kMostSystems);
  for (const SimulationCase& one : cases) {
    const auto begun = [&](const Configuration& from, std::uint64_t seed) {
      shapes::RunParameters p = one.parameters;
      p.max_displacement *= 0.9;  // of no other check: its first start is a whole one
      p.seed = seed;
      return scheme.start(from, p);
    };
    const std::string wrong = external::wrong_after_restart(
        one.start, elsewhere(one.start), one.parameters.seed, begun, after_steps);
    findings.expect(wrong.empty(), one.name + ": " + wrong);
    systems += (systems.empty() ? "" : "; ") + one.name;
    trials += 8 * one.start.size() * static_cast<std::uint64_t>(one.parameters.sweeps_per_step);
  }
  if (cases.empty()) throw CannotRun("all systems are refused");
  return findings.result(trials, "the same bits and counts as after a start: " + systems);
}

namespace {
const bool registered =
    external::register_restart_check<shapes::ShapeScheme>("shapes/restarts", restarts_as_starts);
}

}  // namespace touchstone::hpmc
