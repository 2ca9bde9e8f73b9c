#include "validation/experiments/cmc/two_masses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "models/cmc/cluster_start.hpp"
#include "models/cmc/plummer.hpp"
#include "models/cmc/shell_potential.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::Stars;

/// Mean energy per mass of heavy stars less that of light ones, without own shells.
double difference(const Stars& stars) {
  const auto [light, heavy] = std::minmax_element(stars.mass.begin(), stars.mass.end());
  const double between = std::sqrt(*light * *heavy);
  const cluster::ShellPotential shells = cluster::shell_potential(stars);
  double energy[2] = {0, 0}, count[2] = {0, 0};
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const int kind = stars.mass[i] > between ? 1 : 0;
    energy[kind] += shells.potential[i + 1] + stars.mass[i] / stars.radius[i] + stars.speed2(i) / 2;
    ++count[kind];
  }
  return energy[1] / count[1] - energy[0] / count[0];
}

/// Measurement of one scheme, over clusters of different seeds.
Measurement measurement(const Plan& plan, const cluster::ClusterScheme& scheme) {
  const TwoMasses start;
  const std::size_t clusters = plan.problem_class <= ProblemClass::S ? 96 : 1200;
  const std::size_t ranks = scheme.messages ? 4 : 16;
  const double theory = exchange_in_theory();
  // Encounters stop at a right angle: by an integral over all pairs 3 % are missing at this angle.
  const double allowed = 0.03 * std::abs(theory);
  Measurement m;
  m.name = "cmc/two-masses/exchange-" + scheme.info.name.substr(scheme.info.name.find('/') + 1);
  m.record = blank_record(plan, "cmc", "energy that heavy stars give to light ones, rate");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.ranks = static_cast<int>(ranks);
  m.record.params = {{"stars", start.stars},
                     {"clusters", clusters},
                     {"ratio", start.ratio},
                     {"share", start.share},
                     {"steps", start.steps},
                     {"theta_max", start.theta_max},
                     {"resolution", std::abs(theory) / 2}};
  m.cost = 1.5e-6 * static_cast<double>(clusters * start.stars) * start.steps;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    double sum = 0, square = 0;
    for (std::size_t k = 0; k < clusters; ++k) {
      const double rate = exchange_in_cluster(
          scheme, start, ranks,
          static_cast<std::uint32_t>(derive_seed(bench.plan.seed, "two masses", k)));
      sum += rate;
      square += rate * rate;
      bench.done(1 / static_cast<double>(clusters));
    }
    const double n = static_cast<double>(clusters), mean = sum / n;
    const Estimate found{mean, std::sqrt((square / n - mean * mean) / (n - 1)), n, 0};
    const Judgement judged =
        judge(found, Published{theory, allowed}, std::abs(theory) / 2, kFalseAlarm);
    record.value = mean;
    record.low = judged.low;
    record.high = judged.high;
    record.n_eff = n;
    record.expected = Published{theory, 0};
    record.expected_source = "diffusion coefficients, Binney and Tremaine 2008, section 7.4";
    record.allowance = Allowance{allowed, "encounters of more than a right angle are cut off"};
    record.z = judged.z;
    record.p = judged.p;
    record.facts["smallest_effect"] = judged.smallest_effect;
    record.verdict = judged.verdict;
  };
  return m;
}

std::vector<Measurement> plan_two_masses(const Plan& plan) {
  std::vector<Measurement> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes())
    if (scheme.available && scheme.makes_steps && scheme.has_ranks)
      all.push_back(measurement(plan, scheme));
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/two-masses",
     .shows = "heavy stars give their energy to light ones as fast as diffusion coefficients say",
     .plan = plan_two_masses});

}  // namespace

double exchange_in_theory() {
  const double pi = std::numbers::pi, a = cluster::plummer::kScale;
  const double f = 24 * std::sqrt(2.0) / (7 * pi * pi * pi) * a * a;  // f = this times E^(7/2)
  const auto half_beta = [](double x, double y) {
    return 0.5 * std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y);
  };
  const double speeds = 2.0 / 9 * f * f * std::pow(2, 1.5) * half_beta(1.5, 9);
  const double space = 4 * pi * std::pow(a, -6.5) * half_beta(1.5, 3.25);
  return -20.0 / 19 * 16 * pi * pi * 4 * pi * speeds * space;
}

double exchange_in_cluster(const cluster::ClusterScheme& scheme, const TwoMasses& wanted,
                           std::size_t ranks, std::uint32_t seed) {
  const Stars start = cluster::start_of_cluster(
      {"plummer", fmt::format("two:{}:{}", wanted.ratio, wanted.share)}, wanted.stars, seed);
  const auto [light, heavy] = std::minmax_element(start.mass.begin(), start.mass.end());
  const auto run = scheme.start(start, {.seed = seed ^ 0x5A5A5A5Au,
                                        .ranks = ranks,
                                        .theta_max = wanted.theta_max,
                                        .pair_masses = cluster::PairMasses::any});
  for (int step = 0; step < wanted.steps; ++step) run->step();
  return (difference(run->stars()) - difference(start)) / run->report().time /
         (static_cast<double>(wanted.stars) * (*heavy - *light));
}

}  // namespace touchstone::validation::cmc
