// checkers/hpmc/thousands.cpp
// Purpose   Boxes of thousands of bodies: that all of them move, are counted, and stay legal, and
//           that the same seed gives the same bits. Indices, cells and counters of few bits show
//           here.
// Method    Bodies on a lattice that is wider than two moves: in the first sweep no trial is
//           rejected, so that each body has moved. The same lattice with long moves is a crowd.
// Cost      A tenth of a second for each scheme; nothing is asked of those that look at all pairs.
#include <fmt/format.h>

#include <cmath>

#include "checkers/hpmc/legal_states.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/simulation_findings.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

struct Large {
  const char* body;
  int cells;       ///< along each edge
  double packing;  ///< spacing of 1.38 to 1.40 diameters
};
constexpr Large kLarge[] = {{"disk", 64, 0.4}, {"sphere", 16, 0.2}};
constexpr double kShort = 0.15;  ///< length of moves that are never rejected in the first sweep
constexpr double kLong = 0.5;
constexpr int kSteps = 3;
constexpr int kSweeps = 2;  ///< in each step of the crowd

/// One sweep: each body moves, by no more than it may. Schemes with cells reject moves across
/// their borders.
void judge_first_sweep(const ShapeScheme& scheme, const Configuration& start, std::uint64_t seed,
                       const std::string& what, Findings& findings) {
  const auto run =
      scheme.start(start, {.max_displacement = kShort, .sweeps_per_step = 1, .seed = seed});
  run->advance(1);
  const Configuration end = run->configuration();
  const SweepStats told = run->stats().of_bodies();
  findings.expect(end.size() == start.size(), what + ": bodies are lost");
  if (scheme.confined || end.size() != start.size()) return;
  findings.expect(told.trials == start.size() && told.accepted == start.size(),
                  fmt::format("{}: {} of {} trials accepted in a sweep in which none meet", what,
                              told.accepted, told.trials));
  const double most = kShort * (1 + 1e-9) + 2 * scheme.tolerance * start.box.lx;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const double way = norm(start.box.nearest(end.centres[i] - start.centres[i]));
    findings.expect(way > 0 && way <= most,
                    fmt::format("{}: body {} moves by {:.3g} in a sweep", what, i, way));
  }
}

/// Trial moves made.
std::uint64_t judge_crowd(const ShapeScheme& scheme, const Configuration& start, std::uint64_t seed,
                          const std::string& what, Findings& findings) {
  const auto run = [&](std::uint64_t of_run) {
    auto one = scheme.start(
        start, {.max_displacement = kLong, .sweeps_per_step = kSweeps, .seed = of_run});
    one->advance(kSteps);
    return one;
  };
  const auto first = run(seed), again = run(seed), other = run(seed + 1);
  const Configuration end = first->configuration();
  LegalStates(start, scheme.tolerance).judge(end, what, findings);
  const SweepStats told = first->stats().of_bodies();
  const std::uint64_t expected = start.size() * kSteps * kSweeps;
  findings.expect(scheme.confined || told.trials == expected,
                  fmt::format("{}: {} trials, expected {}", what, told.trials, expected));
  findings.expect(told.accepted > 0 && told.accepted < told.trials,
                  fmt::format("{}: {} of {} trials accepted", what, told.accepted, told.trials));
  const std::string different = first_difference(again->configuration(), end);
  findings.expect(different.empty(), what + ", the same seed: " + different);
  findings.expect(!first_difference(other->configuration(), end).empty(),
                  what + ": another seed gives the same bits");
  return 3 * told.trials;
}

CheckResult thousands(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  for (const Large& large : kLarge) {
    const Configuration start = test_lattice(large.body, large.cells, large.packing);
    const RunParameters p{.max_displacement = kLong, .sweeps_per_step = kSweeps};
    if (scheme.runs && !scheme.runs(start, p)) continue;
    const std::string what = fmt::format("{} {}s", start.size(), large.body);
    const std::uint64_t seed = part_seed(context, 75);
    judge_first_sweep(scheme, start, seed, what, findings);
    trials += start.size() + judge_crowd(scheme, start, seed, what, findings);
  }
  if (scheme.runs && trials == 0) throw CannotRun("it refuses 4096 disks, and as many balls");
  return findings.result(trials,
                         "4096 bodies: each moves, none is lost, the same seed, the same bits");
}

const bool registered = register_check(ShapeCheck{
    .name = "shapes/thousands",
    .shows = "4096 disks or balls all move, are counted, stay legal, and follow the seed",
    .needs = Claims::conserves_particles,
    .run = thousands,
    .only = {.of_large_systems = true},
    .many_steps = true});

}  // namespace
}  // namespace touchstone::hpmc
