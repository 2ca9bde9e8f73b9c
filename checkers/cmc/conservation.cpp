// checkers/cmc/conservation.cpp
// Purpose   Conservation in every run: the stars, their order, the energy and the energy balance.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.2.
#include <algorithm>
#include <numeric>
#include <set>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "statistics/kolmogorov_smirnov.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;

/// Number of stars in a cluster, also in those of the reference: fewer with less effort.
std::size_t stars_in(const CheckContext& context) {
  return std::clamp<std::size_t>(static_cast<std::size_t>(1000 * context.effort), 200, 1000);
}

constexpr int kSteps = 25;
/// So many that even the least p of two samples without anything between them is below 1e-8.
constexpr std::size_t kRuns = 12, kReferenceRuns = 24;

std::uint32_t seed_of(const CheckContext& context, std::uint64_t part) {
  return static_cast<std::uint32_t>(part_seed(context, part) >> 33) + 1;
}

Stars unequal(Stars stars) {
  double total = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    stars.mass[i] *= 1 + static_cast<double>(stars.id[i] % 5);
    total += stars.mass[i];
  }
  for (double& m : stars.mass) m /= total;
  cluster::plummer::scale_to_nbody_units(stars);
  return stars;
}

/// Every star of `now` once in `start`, with its mass.
void compare_ids(Findings& findings, const Stars& start, const Stars& now, std::uint64_t left) {
  std::vector<double> mass(start.size(), 0);
  for (std::size_t i = 0; i < start.size(); ++i) mass.at(start.id[i]) = start.mass[i];
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < now.size(); ++i) {
    findings.expect(seen.insert(now.id[i]).second, fmt::format("star {} twice", now.id[i]));
    findings.expect(now.id[i] < mass.size() && mass[now.id[i]] == now.mass[i],
                    fmt::format("another mass of star {}", now.id[i]));
  }
  findings.expect(seen.size() == left,
                  fmt::format("{} stars are reported, {} are there", left, seen.size()));
}

CheckResult keeps_stars(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  for (const std::size_t ranks : {1u, 3u, 7u}) {
    const Stars start = unequal(cluster::plummer::sample(417, seed_of(context, ranks)));
    const auto run = scheme.start(start, {.seed = seed_of(context, 1),
                                          .ranks = cluster::ranks_of(scheme, ranks),
                                          .threads = context.threads});
    for (int step = 0; step < 10; ++step) {
      const std::size_t before = run->report().stars;
      const double escaped_before = run->report().escaped_energy;
      run->step();
      trials += run->report().trials;
      const Stars now = run->stars();
      compare_ids(findings, start, now, run->report().stars);
      // A star is lost only if it carries energy off.
      findings.expect(
          (now.size() < before) == (run->report().escaped_energy != escaped_before),
          fmt::format("{} of {} stars are left, but energy that left changed by {}", now.size(),
                      before, run->report().escaped_energy - escaped_before));
      findings.expect(std::is_sorted(now.radius.begin(), now.radius.end()),
                      "stars are not in radial order");
      for (std::size_t i = 0; i < now.size(); ++i)
        findings.expect(
            now.radius[i] > 0 && now.tangential_velocity[i] >= 0 && std::isfinite(now.speed2(i)),
            fmt::format("star {} makes no sense", i));
    }
  }
  return findings.result(trials, "10 steps of 417 stars of 5 masses on 1, 3 and 7 ranks");
}

/// Size of the relative error of the energy, and the virial ratio, of clusters after kSteps.
struct Balance {
  std::vector<double> energy_error, virial_ratio;

  /// Follows another cluster, of its own start and streams.
  std::uint64_t add(const ClusterScheme& scheme, const CheckContext& context, std::size_t number,
                    std::uint64_t part, Findings& findings) {
    const Stars start =
        cluster::plummer::sample(stars_in(context), seed_of(context, part + 2 * number));
    const auto run =
        scheme.start(start, {.seed = seed_of(context, part + 2 * number + 1),
                             .ranks = cluster::ranks_of(scheme, number % 2 == 0 ? 1 : 4),
                             .threads = context.threads});
    const double before = run->report().total_energy();
    std::uint64_t trials = 0;
    for (int step = 0; step < kSteps; ++step) {
      run->step();
      trials += run->report().trials;
    }
    const cluster::StepReport report = run->report();
    const Stars now = run->stars();
    findings.expect_near(report.kinetic, cluster::kinetic_energy(now), 1e-12,
                         "kinetic energy reported");
    findings.expect_near(report.potential,
                         cluster::potential_energy(now, cluster::shell_potential(now)), 1e-12,
                         "potential energy reported");
    energy_error.push_back(std::abs(report.total_energy() / before - 1));
    virial_ratio.push_back(-report.potential / (2 * report.kinetic));
    return trials;
  }
};

/// Part of the energy whose loss or gain in kSteps is seen: measured with the reference, with each
/// of seeds 1 to 9. A part of 1e-3 is seen with three of them.
constexpr double kSeenLoss = 1.3e-3;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// Sizes of energy errors and virial ratios of clusters beside those of clusters of as many stars
/// that the reference evolves: what a step of this size may lose is the method's, not a number
/// picked. Whatever their law is, which has a heavy tail: a star that passes the centre may cost as
/// much in one step as all others in 25. Smaller errors are no fault.
CheckResult keeps_energy(const ClusterScheme& scheme, const CheckContext& context) {
  const ClusterScheme& reference = cluster::cluster_scheme(kReference);
  Findings findings, of_reference;
  Balance found, expected;
  std::uint64_t trials = 0;
  for (std::size_t number = 0; number < kRuns; ++number)
    trials += found.add(scheme, context, number, 100, findings);
  for (std::size_t number = 0; number < kReferenceRuns; ++number)
    expected.add(reference, context, number, 200, of_reference);
  const double usual = median(expected.energy_error), error = median(found.energy_error);
  const bool smaller = error <= usual;
  const std::vector<double> p_values{
      smaller ? 1 : kolmogorov_smirnov(found.energy_error, expected.energy_error).p,
      kolmogorov_smirnov(found.virial_ratio, expected.virial_ratio).p};
  // Stars that leave take their energy along.
  const auto run =
      scheme.start(unequal_with_losses(1000, seed_of(context, 13)),
                   {.seed = seed_of(context, 3), .ranks = cluster::ranks_of(scheme, 2)});
  run->step();
  const cluster::StepReport report = run->report();
  findings.expect(report.escaped_energy > 0, "no star has left: nothing was tested");
  findings.expect(
      report.total_energy() == report.kinetic + report.potential + report.escaped_energy,
      "total energy is not the sum of its parts");
  CheckResult counted = findings.result(trials, "");
  if (counted.verdict != Verdict::pass) return counted;
  CheckResult result = judge_together(
      p_values, p_values.size(), context,
      fmt::format("relative error {:.1e} (median), of the reference {:.1e}; p {:.2g}, "
                  "of virial ratios {:.2g}",
                  error, usual, p_values[0], p_values[1]));
  result.trials = trials;
  result.smallest_effect = kSeenLoss;
  return result;
}

const bool registered =
    register_check(ClusterCheck{.name = "cmc/stars",
                                .shows =
                                    "no star is lost, doubled or changed in mass, and all are in "
                                    "radial order",
                                .needs = Claims::conserves_particles,
                                .run = keeps_stars}) &&
    register_check(
        ClusterCheck{.name = "cmc/energy",
                     .shows = "the energy balance closes as well as the reference's in 25 steps "
                              "of up to 1000 stars, and the reported energies are those of the "
                              "stars",
                     .needs = Claims::conserves_particles,
                     .run = keeps_energy});

}  // namespace
}  // namespace touchstone::cmc
