// checkers/cmc/encounter_law.cpp
// Purpose   Laws of a whole step for which no other scheme is asked. From the stars before and
//           after it, it reads off what each had after its encounter: energy, angular momentum.
//           Pairs keep energy and radial momentum and are deflected by Henon's angle, in a plane
//           that is any plane, with kicks of either sign; new positions follow the time that the
//           orbit spends there.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, equations 7
//           (deflection in a time step, with its square) and 13 (positions); M. Henon, Astrophys.
//           Space Sci. 14, 151 (1971); velocities pay for the work of the changing potential.
// Computes  Potentials by sums in long double (after_encounter.hpp), distributions (read_step.hpp).
// Cost      48 steps of 450 stars.
// Not here  Single orbits (orbits.cpp), time steps (step_laws.cpp).
#include <cmath>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/read_step.hpp"
#include "checkers/cmc/starts.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;

constexpr std::size_t kStars = 450;
constexpr int kSteps = 12;

Seen look(const ClusterScheme& scheme, const CheckContext& context, bool positions,
          std::uint64_t& trials) {
  Seen seen;
  for (const std::size_t ranks : {1u, 2u, 5u, 20u}) {
    const auto seed = static_cast<std::uint32_t>(part_seed(context, 50 + ranks));
    const auto run = scheme.start(unequal_with_losses(kStars, seed),
                                  {.seed = seed,
                                   .ranks = cluster::ranks_of(scheme, ranks),
                                   .threads = context.threads,
                                   .timestep = ranks == 2 ? cluster::TimestepScheme::sliding
                                                          : cluster::TimestepScheme::bins});
    for (std::size_t step = 0; step < kSteps; ++step) {
      const Stars before = run->stars();
      run->step();
      const auto all = met(before, run->stars(), cluster::ranks_of(scheme, ranks));
      if (positions)
        look_at_positions(before, all, step, seen);
      else
        look_at_pairs(before, all, cluster::ranks_of(scheme, ranks), run->report().timestep, kStars,
                      seen);
      trials += run->report().trials;
    }
  }
  return seen;
}

CheckResult encounters(const ClusterScheme& scheme, const CheckContext& context) {
  std::uint64_t trials = 0;
  const Seen seen = look(scheme, context, false, trials);
  // 200 stars of 450 may leave or share energy before pairs are too few.
  Findings findings;
  findings.expect(seen.pairs >= 4 * kSteps * 125, fmt::format("only {} pairs", seen.pairs));
  findings.expect(
      seen.unbalanced == 0,
      fmt::format("{} of {} pairs do not keep energy and momentum", seen.unbalanced, seen.pairs));
  const CheckResult exact = findings.result(trials, "");
  if (exact.verdict != Verdict::pass) return exact;
  const Tests tests = encounter_tests(seen);
  CheckResult result = judge_together(tests.p, 4, context, tests.text);
  result.trials = trials;
  result.smallest_effect = 2.7 / std::sqrt(static_cast<double>(seen.pairs));
  return result;
}

CheckResult positions(const ClusterScheme& scheme, const CheckContext& context) {
  std::uint64_t trials = 0;
  const Seen seen = look(scheme, context, true, trials);
  Findings findings;
  findings.expect(seen.moved >= 4 * kSteps * 15, fmt::format("only {} stars moved", seen.moved));
  findings.expect(seen.strange == 0,
                  fmt::format("{} of {} stars move on no orbit", seen.strange, seen.moved));
  const CheckResult enough = findings.result(trials, "");
  if (enough.verdict != Verdict::pass) return enough;
  const Tests tests = position_tests(seen);
  CheckResult result = judge_together(tests.p, 2, context, tests.text);
  result.trials = trials;
  result.smallest_effect = 2.7 / std::sqrt(static_cast<double>(seen.moved));
  return result;
}

const bool registered =
    register_check(ClusterCheck{
        .name = "cmc/encounters",
        .shows = "in whole steps pairs keep energy and momentum and are deflected by Henon's angle",
        .needs = Claims::conserves_particles,
        .cost = "48 steps of 450 stars",
        .run = encounters}) &&
    register_check(ClusterCheck{
        .name = "cmc/positions in steps",
        .shows = "in whole steps new positions follow the time that the orbit spends there",
        .needs = Claims::conserves_particles,
        .cost = "48 steps of 450 stars, 1200 orbits",
        .run = positions});

}  // namespace
}  // namespace touchstone::cmc
