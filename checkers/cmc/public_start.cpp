// checkers/cmc/public_start.cpp
// Purpose   Steps from the stars that the public CMC program started from: the energies of this
//           start, its time step, and the laws of the steps. Random numbers are the scheme's own,
//           so that programs of users are judged, too.
// Source    validation/data/cmc_start_n2000.csv and cmc_steps_n2000.csv, which have eight digits.
//           The time step is compared where bins of 20 stars are a part of the scheme's law.
// Cost      3 steps of 2000 stars.
// Not here  The steps of the public program number by number (published_run.cpp).
#include <cmath>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/read_step.hpp"
#include "models/cmc/published.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterRun;
using cluster::Stars;

constexpr std::size_t kSteps = 3;

/// The energies and the first time step, to the digits that were printed.
void compare_with_printed(Findings& findings, const cluster::StepReport& start, double timestep,
                          bool own_timestep) {
  const auto steps = cluster::read_steps(cluster::data_folder() + "/cmc_steps_n2000.csv", 1);
  const auto near = [&](double found, double expected, const char* what) {
    findings.expect_near(found, expected, 6e-8 * std::abs(expected), what);
  };
  near(start.kinetic, steps.at(0).kinetic, "kinetic energy of the public start");
  near(start.potential, steps.at(0).potential, "potential energy of the public start");
  if (own_timestep)
    findings.expect(timestep > 0, fmt::format("time step {}", timestep));
  else
    near(timestep, steps.at(1).timestep, "time step of the public start");
}

struct Look {
  Seen seen;
  double first_timestep = 0;
  std::uint64_t trials = 0;
};

Look look(ClusterRun& run) {
  Look look;
  const std::size_t initial = run.stars().size();
  for (std::size_t step = 0; step < kSteps; ++step) {
    const Stars before = run.stars();
    run.step();
    const cluster::StepReport report = run.report();
    const auto all = met(before, run.stars(), 1);
    look_at_pairs(before, all, 1, report.timestep, initial, look.seen);
    look_at_positions(before, all, step, look.seen);
    if (step == 0) look.first_timestep = report.timestep;
    look.trials += report.trials;
  }
  return look;
}

CheckResult public_start(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  const Stars start = cluster::read_stars(cluster::data_folder() + "/cmc_start_n2000.csv");
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 80));
  const auto run = scheme.start(start, {.seed = seed, .threads = context.threads});
  Findings findings;
  const std::string changed = first_difference(run->stars(), start);
  findings.expect(changed.empty(), "the start is another one: " + changed);
  const cluster::StepReport first = run->report();
  const auto [seen, first_timestep, trials] = look(*run);
  compare_with_printed(findings, first, first_timestep, !scheme.has_ranks);
  findings.expect(seen.pairs >= kSteps * 500, fmt::format("only {} pairs", seen.pairs));
  findings.expect(seen.unbalanced == 0,
                  fmt::format("{} pairs do not keep energy and momentum", seen.unbalanced));
  findings.expect(seen.moved >= kSteps * 60, fmt::format("only {} stars moved", seen.moved));
  findings.expect(seen.strange == 0, fmt::format("{} stars move on no orbit", seen.strange));
  const CheckResult exact = findings.result(trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  const Tests met = encounter_tests(seen), placed = position_tests(seen);
  std::vector<double> p_values = met.p;
  p_values.insert(p_values.end(), placed.p.begin(), placed.p.end());
  CheckResult result = judge_together(p_values, 6, context, met.text + "; " + placed.text);
  result.trials = trials;
  result.smallest_effect = 2.7 / std::sqrt(static_cast<double>(seen.pairs));
  return result;
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/public start",
    .shows = "steps from the stars of the public program: their energies and time step as printed, "
             "and the laws of encounters and positions",
    .needs = Claims::conserves_particles,
    .cost = "3 steps of 2000 stars, 350 orbits",
    .run = public_start});

}  // namespace
}  // namespace touchstone::cmc
