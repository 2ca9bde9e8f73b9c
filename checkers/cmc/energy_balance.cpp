// checkers/cmc/energy_balance.cpp
// Purpose   The energy of each step, to rounding. The energy of all steps (conservation.cpp) is
//           compared with the reference's, and own shells make both scatter: an error in each step
//           that is smaller than that is not seen there.
// Source    J. S. Stodolkiewicz, Acta Astron. 32, 63 (1982): half of the work is done in the old
//           potential and half in the new one, so that each of two shells gets what the other one
//           gives. Kinetic energy and that of pairs of shells stay, however long the step is.
// Computes  Sums over shells in long double, from the stars before and after a step. Reported
//           energies have own shells, -m^2 / (2 r), which no star feels: they change with its
//           place. A star that leaves is booked at its old place in the potential before the step,
//           while those that stay pay for half of its way out; without a tide m E has its own shell
//           and pairs of leavers twice.
// Cost      64 steps of up to 600 stars.
#include <algorithm>
#include <cmath>
#include <memory>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/energy_step.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;
using cluster::StepReport;
using cluster::TideCriterion;
using Real = long double;

/// Rounding of a step, as a part of the sizes of its energies; it was at most 3e-13 with 15 seeds.
constexpr Real kRounding = 1e-11L;

struct Seen {
  std::uint64_t trials = 0, left = 0;
  double owed = 0;  ///< sum of sizes of energies that nobody could give
  Real own = 0;     ///< largest change of own shells in a step
  Real gap = 0;     ///< largest
};

void judge(Findings& findings, Seen& seen, const ClusterScheme& scheme, const Stars& start,
           const ClusterParameters& p, int steps, const char* what) {
  const auto run = scheme.start(start, p);
  for (int step = 1; step <= steps; ++step) {
    const Stars before = run->stars();
    const StepReport then = run->report();
    run->step();
    const StepReport now = run->report();
    const Stars after = run->stars();
    const StepOfEnergy change(before, after, p.tide.criterion != TideCriterion::none);
    const Real owed = Real{now.unplaced_energy} - then.unplaced_energy;
    const Real expected = change.own + change.leaving + owed;
    const Real found = Real{now.total_energy()} - then.total_energy();
    const Real size = Real{then.kinetic} - then.potential + now.kinetic - now.potential +
                      std::abs(now.escaped_energy) + std::abs(now.lost_energy) + std::abs(owed);
    findings.expect(std::abs(found - expected) <= kRounding * size,
                    fmt::format("{}, step {} on {} ranks: the energy changes by {:.9g}, not by "
                                "{:.9g} (own shells {:.3g}, stars that leave {:.3g}, owed {:.3g})",
                                what, step, p.ranks, static_cast<double>(found),
                                static_cast<double>(expected), static_cast<double>(change.own),
                                static_cast<double>(change.leaving), static_cast<double>(owed)));
    seen.gap = std::max(seen.gap, std::abs(found - expected) / size);
    seen.own = std::max(seen.own, std::abs(change.own) / size);
    seen.trials += now.trials;
    seen.left += before.size() - after.size();
    seen.owed += static_cast<double>(std::abs(owed));
  }
}

CheckResult energy_balance(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  Seen seen;
  const auto parameters = [&](std::size_t ranks) {
    return ClusterParameters{.seed = static_cast<std::uint32_t>(part_seed(context, 110 + ranks)),
                             .ranks = ranks,
                             .threads = context.threads};
  };
  for (const std::size_t ranks : {1u, 3u, 7u}) {
    const ClusterParameters p = parameters(ranks);
    judge(findings, seen, scheme, cluster::plummer::sample(351, p.seed), p, 5, "equal stars");
    judge(findings, seen, scheme, unequal_with_losses(351, p.seed), p, 5, "unequal stars");
    judge(findings, seen, scheme, heavy_stars_fall(351, p.seed), p, 3, "heavy stars that fall");
  }
  findings.expect(seen.left > 0, "no star has left: nothing was tested");
  findings.expect(seen.owed > 0, "no energy was left over: nothing was tested");
  for (const std::size_t ranks : {1u, 2u}) {
    const ClusterParameters p = parameters(ranks);
    judge(findings, seen, scheme, cluster::start_of_cluster({.masses = "kroupa"}, 600, p.seed), p,
          5, "heavy and light stars");
  }
  Seen in_tide, losing;
  for (const TideCriterion criterion : {TideCriterion::radius, TideCriterion::energy}) {
    ClusterParameters p = parameters(3);
    p.tide = {criterion, criterion == TideCriterion::radius ? 8.0 : 3.0};
    judge(findings, in_tide, scheme, unequal_with_losses(351, p.seed), p, 5, "stars in a tide");
  }
  findings.expect(in_tide.left > 0, "no star has left in a tide: nothing was tested");
  ClusterParameters p = parameters(4);
  p.mass_loss = std::make_shared<const cluster::MassTable>(
      cluster::MassTable({{0, 1}, {1e-4, 0.95}, {1, 0.5}}));
  judge(findings, losing, scheme, unequal_with_losses(351, p.seed), p, 5, "stars that lose mass");
  return findings.result(
      seen.trials + in_tide.trials + losing.trials,
      fmt::format("at most {:.1e} of the energies is missing; own shells change by up to {:.1e}",
                  static_cast<double>(std::max({seen.gap, in_tide.gap, losing.gap})),
                  static_cast<double>(seen.own)));
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/energy balance",
    .shows = "in each step, without the own shells of stars, the energy stays to rounding, but for "
             "what is booked as owed",
    .needs = Claims::conserves_particles,
    .cost = "64 steps of up to 600 stars",
    .run = energy_balance,
    .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
