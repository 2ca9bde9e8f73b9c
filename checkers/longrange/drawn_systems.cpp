// checkers/longrange/drawn_systems.cpp
// Purpose   Homogeneous states drawn at random (numbers of particles, softening, sizes, threads):
//           forces are as accurate as claimed, a run in two parts is a run in one, threads change
//           nothing, tiles of another size change no more than a cut does, and a scheme that equals
//           another has its bits. Some states are large enough for work to be shared, and some
//           runs longer than what a launch or a buffer holds.
// Cost      0.4 s for half of the schemes, 5 s for transforms with many modes.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "checkers/digest.hpp"
#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "checkers/made_once.hpp"
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

enum class Size { few_particles, many_particles, shared_steps, many_steps };

/// Size of a system: of every 16 two are large, one of them so large that threads share its steps,
/// too, and one is small and runs for thousands of steps.
Size size_of(const LongrangeScheme& scheme, std::uint64_t number) {
  if (number % 16 == 11) return Size::shared_steps;
  if (number % 8 == 3) return Size::many_particles;
  return number % 16 == 4 && !scheme.costly_steps ? Size::many_steps : Size::few_particles;
}

bool sums_all_pairs(const LongrangeScheme& scheme, Model model) {
  return model != Model::hmf && scheme.smallest_tolerance == 0 && !scheme.costly_steps;
}

std::size_t draw_count(const LongrangeScheme& scheme, Model model, Size size, Draws& draw) {
  const bool dear = sums_all_pairs(scheme, model) || scheme.emulated;
  const double most = dear ? 600 : 20000;
  switch (size) {
    case Size::few_particles:
      return static_cast<std::size_t>(draw.scale(2, 300));
    case Size::shared_steps:
      if (!dear && !scheme.costly_steps)
        return static_cast<std::size_t>(draw.scale(65600, 75000)) / dimensions(model);
      [[fallthrough]];
    case Size::many_particles:
      return static_cast<std::size_t>(draw.scale(most / 4, most));
    case Size::many_steps:
      break;
  }
  return static_cast<std::size_t>(draw.scale(2, 10));
}

/// So soft a force and so short a time that rounding does not grow and steps are cheap.
void make_long(const LongrangeScheme& scheme, DrawnSystem& one, Draws& draw) {
  const bool fast = one.system.model == Model::hmf;
  // One launch holds 4096 steps at most, and steps on the emulator are dear.
  const double launches = fast && scheme.emulated ? (draw.one_in(4) ? 8200 : 4100) : 0;
  const double steps = fast && scheme.emulated ? launches + draw.from(0, 2000)
                       : fast                  ? draw.from(1000, 20000)
                                               : draw.scale(1000, 6000);
  one.first = static_cast<std::uint64_t>(steps);
  one.second = 1;
  one.threads = 1;
  if (!fast) one.system.softening = draw.scale(std::max(0.3, scheme.smallest_softening), 3);
  const double time = fast ? 1 : 0.05;
  one.time_step = time / static_cast<double>(one.first + one.second);
}

DrawnSystem draw_system(const LongrangeScheme& scheme, Size size, Draws draw) {
  const std::vector<System> models = systems_of(scheme);
  DrawnSystem one;
  one.system = models[draw.random().below(static_cast<std::uint32_t>(models.size()))];
  if (one.system.model != Model::hmf)
    one.system.softening = draw.scale(std::max(1e-3, scheme.smallest_softening), 3);
  const std::size_t count = draw_count(scheme, one.system.model, size, draw);
  const std::uint64_t seed = draw.random().next();
  if (one.system.model == Model::plane) {
    const double outer = draw.scale(0.5, 1.5);
    one.state = longrange::annulus(count, draw.from(0.1, 0.9) * outer, outer, seed);
  } else {
    one.state = longrange::cold_circle(count, seed);
  }
  for (double& p : one.state.p) p += draw.from(-0.5, 0.5);
  one.time_step = draw.scale(1e-3, 0.1);
  const bool many = size == Size::many_particles || size == Size::shared_steps;
  one.threads = draw.whole(many ? 2 : 1, 4);
  one.first = affordable(scheme, static_cast<std::uint64_t>(draw.whole(1, 4)));
  one.second = affordable(scheme, static_cast<std::uint64_t>(draw.whole(1, 4)));
  if (size == Size::shared_steps) one.first = one.second = 1;
  if (size == Size::many_steps) make_long(scheme, one, draw);
  return one;
}

/// One of `stride` particles is looked at: some hundred of many.
std::size_t stride_of(std::size_t n) { return n <= 400 ? 1 : n / 100; }

/// True forces on these particles, x and, in the plane, y of each. Schemes that draw the same
/// state share them.
const Exact& true_forces_on_some(const System& system, const State& state) {
  static MadeOnce<std::tuple<Model, double, std::string>, Exact> known;
  Digest places;
  places.add(state.q);
  return known({system.model, system.softening, places.text()}, [&] {
    const std::size_t n = particles(system, state);
    Exact truth;
    for (std::size_t i = 0; i < n; i += stride_of(n)) {
      const auto [x, y] = true_force_on(system, state, i);
      truth.push_back(x);
      if (system.model == Model::plane) truth.push_back(y);
    }
    return truth;
  });
}

/// Error of the forces on some hundred particles, in units of those of so many homogeneous ones.
double force_error(const System& system, const State& state, const std::vector<double>& found) {
  const std::size_t n = particles(system, state);
  const Exact& truth = true_forces_on_some(system, state);
  Exact difference;
  for (std::size_t i = 0; i < n; i += stride_of(n)) {
    difference.push_back(found.at(i) - truth.at(difference.size()));
    if (system.model == Model::plane)
      difference.push_back(found.at(n + i) - truth.at(difference.size()));
  }
  return root_mean_square(difference) / std::max(root_mean_square(truth), usual_force(system, n));
}

bool equals(const LongrangeScheme& scheme) {
  return has(scheme.info.claims, Claims::equals_reference);
}

/// Largest tile below 65 particles that a direct sum of n of them can have.
std::size_t tile_of(std::size_t n) {
  std::size_t tile = std::min<std::size_t>(n, 64);
  while (n % tile != 0) --tile;
  return tile;
}

/// Compares the end of a run with that of a direct sum in tiles of another size.
void hold_tiles(Bounds& bounds, const LongrangeScheme& scheme, const DrawnSystem& one,
                const State& end, const std::string& what) {
  const std::size_t tile = tile_of(particles(one.system, one.state));
  const auto in_tiles = scheme.start(
      one.state,
      {.system = one.system, .time_step = one.time_step, .threads = one.threads, .tile = tile});
  in_tiles->advance(one.first + one.second);
  bounds.hold(distance(one.system, in_tiles->state(), end),
              std::max(1e-11, 1e2 * scheme.force_error),
              fmt::format("{}, tiles of {}", what, tile));
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
  if (sums_all_pairs(scheme, one.system.model) && n <= 300)
    hold_tiles(bounds, scheme, one, whole->state(), what);
  if (one.threads > 1 && has(scheme.info.claims, Claims::thread_invariant)) {
    const auto alone = start(1);
    alone->advance(one.first + one.second);
    bounds.hold(alone->state() == whole->state() ? 0 : 2, 1, what + " are not one thread");
  }
  if (equals(scheme)) {
    const auto twin = begin(longrange::scheme(scheme.equals), one.state, one.system, one.time_step);
    twin->advance(one.first + one.second);
    bounds.hold(twin->state() == whole->state() ? 0 : 2, 1, what + " are not " + scheme.equals);
  }
  digest.add(whole->state().q);
  digest.add(whole->state().p);
}

CheckResult drawn_systems(const LongrangeScheme& scheme, const CheckContext& context) {
  if (!has(scheme.claims, longrange::IntegratorClaims::model) && !equals(scheme))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  Bounds bounds;
  Digest digest;
  const int systems = std::max(1, static_cast<int>(kSystems * context.effort));
  for (int k = 0; k < systems && !bounds.broken(); ++k) {
    PhiloxStream random = stream_of_system(context, static_cast<std::uint64_t>(k));
    const Size size = size_of(scheme, static_cast<std::uint64_t>(k));
    hold(bounds, digest, scheme, draw_system(scheme, size, Draws(random)));
  }
  CheckResult result = bounds.result(static_cast<std::uint64_t>(2 * systems));
  result.params.update({{"digest", digest.text()}, {"systems", systems}});
  return result;
}

const bool registered = register_check(
    IntegratorCheck{.name = "integrator/drawn systems",
                    .shows = "any number of particles at any softening: forces as accurate as "
                             "claimed, whatever the threads, and runs that can be cut",
                    .needs = longrange::IntegratorClaims::none,
                    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::integrator
