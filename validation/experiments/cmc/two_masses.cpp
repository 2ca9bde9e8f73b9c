#include "validation/experiments/cmc/two_masses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "models/cmc/cluster_start.hpp"
#include "models/cmc/shell_potential.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/cmc/schemes.hpp"
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

/// Mean and scatter.
struct Spread {
  double mean, deviation;
};
Spread spread_of(const std::vector<double>& values) {
  double sum = 0, square = 0;
  for (const double value : values) sum += value;
  const double n = static_cast<double>(values.size()), mean = sum / n;
  for (const double value : values) square += (value - mean) * (value - mean);
  return {mean, std::sqrt(square / (n - 1))};
}

/// Rate by theory in steps as long as the first ones; they differ between clusters and steps.
Published expected_exchange(const TwoMasses& wanted, const Spread& timesteps) {
  const double rate = exchange_by_diffusion(), share = share_exchanged(wanted, timesteps.mean);
  const double longer = share_exchanged(wanted, timesteps.mean + timesteps.deviation);
  return {rate * share, std::abs(rate * (share - longer))};
}

/// Measurement of one scheme, over clusters of different seeds.
Measurement measurement(const Plan& plan, const cluster::ClusterScheme& scheme) {
  const TwoMasses start;
  const std::size_t clusters = plan.problem_class <= ProblemClass::S ? 96 : 1200;
  const std::size_t ranks = ranks_for(scheme);
  const double resolution = std::abs(exchange_by_diffusion()) / 2;
  Measurement m;
  m.name = "cmc/two-masses/exchange-" + scheme.info.name.substr(scheme.info.name.find('/') + 1);
  m.record = blank_record(plan, "cmc", "energy that heavy stars give to light ones, rate");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.ranks = static_cast<int>(ranks);
  m.record.params = {{"stars", start.stars},    {"clusters", clusters},
                     {"ratio", start.ratio},    {"share", start.share},
                     {"steps", start.steps},    {"theta_max", start.theta_max},
                     {"resolution", resolution}};
  m.cost = 1.5e-6 * static_cast<double>(clusters * start.stars) * start.steps;
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    std::vector<double> rates, timesteps;
    for (std::size_t k = 0; k < clusters; ++k) {
      const auto seed = static_cast<std::uint32_t>(derive_seed(bench.plan.seed, "two masses", k));
      timesteps.push_back(first_timestep(cluster_of_two_masses(start, seed), start, ranks));
      rates.push_back(exchange_in_cluster(scheme, start, ranks, seed));
      bench.done(1 / static_cast<double>(clusters));
    }
    const double n = static_cast<double>(clusters);
    const Spread found = spread_of(rates), steps = spread_of(timesteps);
    const Published expected = expected_exchange(start, steps);
    const Judgement judged = judge(Estimate{found.mean, found.deviation / std::sqrt(n), n, 0},
                                   expected, resolution, kFalseAlarm);
    record.value = found.mean;
    record.low = judged.low;
    record.high = judged.high;
    record.n_eff = n;
    record.expected = expected;
    record.expected_source =
        "diffusion coefficients, Binney and Tremaine 2008, section 7.4, times what steps of finite "
        "length exchange";
    record.z = judged.z;
    record.p = judged.p;
    record.facts["smallest_effect"] = judged.smallest_effect;
    record.facts["timestep"] = steps.mean;
    record.facts["share"] = share_exchanged(start, steps.mean);
    record.verdict = judged.verdict;
  };
  return m;
}

std::vector<Measurement> plan_two_masses(const Plan& plan) {
  std::vector<Measurement> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes())
    if (is_followed(scheme) && scheme.has_ranks && !is_followed_by_another(scheme))
      all.push_back(measurement(plan, scheme));
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/two-masses",
     .shows = "heavy stars give their energy to light ones as fast as diffusion coefficients say",
     .plan = plan_two_masses});

}  // namespace

Stars cluster_of_two_masses(const TwoMasses& wanted, std::uint32_t seed) {
  return cluster::start_of_cluster(
      {"plummer", fmt::format("two:{}:{}", wanted.ratio, wanted.share)}, wanted.stars, seed);
}

double exchange_in_cluster(const cluster::ClusterScheme& scheme, const TwoMasses& wanted,
                           std::size_t ranks, std::uint32_t seed) {
  const Stars start = cluster_of_two_masses(wanted, seed);
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
