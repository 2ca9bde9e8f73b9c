// checkers/longrange/symmetries.cpp
// Purpose   Two runs that differ by a symmetry of the model stay so: translation or rotation,
//           permutation, parity, a boost; and neither threads nor impossible input matter.
// Source    Equations 1 to 3 depend on differences of coordinates only, and are even in them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;
using longrange::System;

constexpr double kStep = 0.05;
constexpr std::uint64_t kSteps = 40;

struct Symmetry {
  const char* name;
  /// The image of a state; `time` has passed since the start.
  std::function<State(const System&, const State&, double time)> image;
};

State translated(const System& system, State s, double by_x, double by_y) {
  const std::size_t n = particles(system, s);
  for (std::size_t i = 0; i < s.q.size(); ++i) s.q[i] += i < n ? by_x : by_y;
  return s;
}

State reversed_order(const System& system, const State& s) {
  const std::size_t n = particles(system, s);
  State result = s;
  for (std::size_t first = 0; first < s.q.size(); first += n)
    for (std::size_t i = 0; i < n; ++i) {
      result.q[first + i] = s.q[first + n - 1 - i];
      result.p[first + i] = s.p[first + n - 1 - i];
    }
  return result;
}

/// Coordinates and momenta of the plane turned; angles have no such symmetry but translation.
State rotated(const System& system, State s, double angle) {
  if (system.model != Model::plane) return translated(system, s, angle, 0);
  const std::size_t n = particles(system, s);
  for (std::vector<double>* v : {&s.q, &s.p})
    for (std::size_t i = 0; i < n; ++i) {
      const double x = (*v)[i];
      const double y = (*v)[n + i];
      (*v)[i] = x * std::cos(angle) - y * std::sin(angle);
      (*v)[n + i] = x * std::sin(angle) + y * std::cos(angle);
    }
  return s;
}

std::vector<Symmetry> symmetries() {
  return {
      {"translation",
       [](const System& y, const State& s, double) { return translated(y, s, 1.9, -0.7); }},
      {"rotation", [](const System& y, const State& s, double) { return rotated(y, s, 2.6); }},
      {"permutation", [](const System& y, const State& s, double) { return reversed_order(y, s); }},
      {"parity",
       [](const System&, State s, double) {
         for (double& q : s.q) q = -q;
         for (double& p : s.p) p = -p;
         return s;
       }},
      {"boost", [](const System& y, const State& s, double time) {
         State moving = translated(y, s, 0.75 * time, 0.75 * time);
         for (double& p : moving.p) p += 0.75;
         return moving;
       }}};
}

CheckResult symmetry(const LongrangeScheme& scheme, const CheckContext& context) {
  Bounds bounds;
  for (const System& system : systems_of(scheme))
    for (const std::size_t n : {5u, 33u}) {
      const State start = random_state(system, n, part_seed(context, 1200 + n));
      const std::uint64_t steps = affordable(scheme, kSteps);
      const State end = run(scheme, start, system, kStep, steps);
      for (const Symmetry& one : symmetries()) {
        const State image = run(scheme, one.image(system, start, 0), system, kStep, steps);
        bounds.hold(
            distance(system, image, one.image(system, end, kStep * static_cast<double>(steps))),
            std::max(1e-11, 100 * scheme.force_error), text(system, n) + ' ' + one.name);
      }
    }
  return bounds.result();
}

/// Programs of users tell forces and energies only where they claim to.
bool tells_forces(const LongrangeScheme& scheme) {
  return has(scheme.claims, longrange::IntegratorClaims::model) ||
         has(scheme.info.claims, Claims::equals_reference);
}

bool tell_the_same(const longrange::Simulation& a, const longrange::Simulation& b) {
  return a.forces() == b.forces() && a.energies().kinetic == b.energies().kinetic &&
         a.energies().potential == b.energies().potential;
}

/// The same bits, energies included, on 1, 2, 3 and, where steps are cheap, 8 threads.
CheckResult threads(const LongrangeScheme& scheme, const CheckContext& context) {
  if (!has(scheme.info.claims, Claims::thread_invariant))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  Bounds bounds;
  // On the grid emulator threads are those of a block: few particles fill several.
  const unsigned many = scheme.emulated || scheme.costly_steps ? 300 : 1000;
  for (const System& system : systems_of(scheme))
    for (const std::size_t n : {1u, 7u, system.model == Model::hmf ? 50 * many : many}) {
      // So many that several threads share them; a serial scheme has one.
      if (n > 7 && !scheme.info.parallel && !scheme.mutant) continue;
      const State start = random_state(system, n, part_seed(context, 1300 + n));
      const auto alone = begin(scheme, start, system, kStep);
      alone->advance(3);
      for (const int count : {2, 3, 8}) {
        if (count == 8 && scheme.costly_steps) continue;
        const auto team = begin(scheme, start, system, kStep, count);
        team->advance(3);
        const bool same = team->state() == alone->state() &&
                          (!tells_forces(scheme) || tell_the_same(*team, *alone));
        bounds.hold(same ? 0 : 2, 1, fmt::format("{} on {} threads", text(system, n), count));
      }
    }
  return bounds.result();
}

struct BadStart {
  const char* what;
  State state;
  RunParameters parameters;
  const char* words;  ///< that the message must have
};

std::vector<BadStart> bad_starts(const System& good) {
  const State state = random_state(good, 6, 1);
  std::vector<BadStart> all;
  for (const double step : {0.0, -0.01, std::nan(""), std::numeric_limits<double>::infinity()})
    all.push_back({"time step", state, {.system = good, .time_step = step}, "time step"});
  const std::vector<double> soft =
      good.model == Model::hmf
          ? std::vector{1e-3}
          : std::vector{0.0, -1e-3, std::nan(""), longrange::kSmallestSoftening / 2,
                        (good.model == Model::ring ? longrange::kLargestRingSoftening
                                                   : longrange::kLargestSoftening) *
                            2};
  for (const double softening : soft)
    all.push_back({"softening", state, {.system = {good.model, softening}}, "softening"});
  all.push_back({"threads", state, {.system = good, .threads = 0}, "threads"});
  all.push_back({"tile", state, {.system = good, .tile = 4}, "a multiple of 4, found 6"});
  all.push_back({"no particles", {}, {.system = good}, "coordinates"});
  State bad = state;
  bad.q[3] = std::nan("");
  all.push_back({"coordinate", bad, {.system = good}, "coordinate 3"});
  bad = state;
  bad.p[2] = std::numeric_limits<double>::infinity();
  all.push_back({"momentum", bad, {.system = good}, "momentum 2"});
  bad = state;
  bad.p.pop_back();
  all.push_back({"momenta", bad, {.system = good}, "momenta"});
  return all;
}

bool refused(const LongrangeScheme& scheme, const BadStart& bad) {
  try {
    scheme.start(bad.state, bad.parameters);
  } catch (const InputError& error) {
    return std::string(error.what()).find(bad.words) != std::string::npos;
  }
  return false;
}

CheckResult bad_input(const LongrangeScheme& scheme, const CheckContext&) {
  if (scheme.screened_starts)
    throw CannotRun("the suite refuses bad starts before the scheme sees them");
  Bounds bounds;
  for (const System& system : systems_of(scheme))
    for (const BadStart& bad : bad_starts(system))
      bounds.hold(refused(scheme, bad) ? 0 : 2, 1, text(system, 6) + ": " + bad.what);
  for (const Model model : longrange::kModels) {
    if (scheme.runs(model)) continue;
    const System foreign{model, model == Model::hmf ? 0 : 0.1};
    const BadStart bad{"model", random_state(foreign, 6, 1), {.system = foreign}, "model"};
    bounds.hold(refused(scheme, bad) ? 0 : 2, 1, text(foreign, 6) + ": not its model");
  }
  return bounds.result();
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/symmetries",
                                   .shows =
                                       "translation, rotation, permutation, parity and boost of "
                                       "the start are those of the end",
                                   .needs = IntegratorClaims::model,
                                   .run = symmetry}) &&
    register_check(IntegratorCheck{.name = "integrator/thread invariance",
                                   .shows = "the same bits on 1, 2, 3 and 8 threads",
                                   .run = threads}) &&
    register_check(IntegratorCheck{.name = "integrator/bad input",
                                   .shows =
                                       "input that makes no sense is refused, and the error says "
                                       "what is wrong",
                                   .run = bad_input});

}  // namespace
}  // namespace touchstone::integrator
