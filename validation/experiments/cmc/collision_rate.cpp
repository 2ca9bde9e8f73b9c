#include "validation/experiments/cmc/collision_rate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"
#include "statistics/judge.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/cmc/schemes.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::cmc {
namespace {

using std::numbers::pi;

/// Means of y and of 1 / y, y being the relative speed of two stars over that of escape. Speeds q
/// have the density q^2 (1 - q^2)^(7/2); means over the angle between them are in closed form.
struct RelativeSpeed {
  double mean = 0, inverse = 0;
};
RelativeSpeed relative_speed() {
  constexpr int kParts = 500;
  RelativeSpeed found;
  double all = 0;
  const auto weight = [](double q) { return q * q * std::pow(1 - q * q, 3.5); };
  for (int i = 0; i < kParts; ++i)
    for (int j = 0; j < kParts; ++j) {
      const double q = (i + 0.5) / kParts, other = (j + 0.5) / kParts;
      const double both = weight(q) * weight(other), sum = q + other, gap = std::abs(q - other);
      all += both;
      found.mean += both * (sum * sum * sum - gap * gap * gap) / (6 * q * other);
      found.inverse += both / std::max(q, other);
    }
  return {found.mean / all, found.inverse / all};
}

/// Value and standard error of a ratio of two sums over clusters.
struct Ratio {
  double value, error;
};
Ratio ratio_of(const std::vector<CollisionsOfStep>& all) {
  double collisions = 0, time = 0, square = 0;
  for (const CollisionsOfStep& one : all) {
    collisions += one.collisions;
    time += one.time;
  }
  for (const CollisionsOfStep& one : all)
    square += std::pow(one.collisions - collisions / time * one.time, 2);
  const double n = static_cast<double>(all.size());
  return {collisions / time, std::sqrt(square * n / (n - 1)) / time};
}

/// Measurement of one scheme, over clusters of different seeds.
Measurement measurement(const Plan& plan, const cluster::ClusterScheme& scheme) {
  const EqualStars wanted;
  const bool small = plan.problem_class <= ProblemClass::S;
  const std::size_t clusters = small ? 400 : 3600;
  const std::size_t ranks = ranks_for(scheme);
  const double expected = collisions_by_kinetic_theory(wanted);
  const double resolution = (small ? 0.03 : 0.01) * expected;
  Measurement m;
  m.name = "cmc/collision-rate/" + scheme.info.name.substr(scheme.info.name.find('/') + 1);
  m.record = blank_record(plan, "cmc", "collisions of a cluster in a dynamical time");
  m.record.scheme = scheme.info.name;
  m.record.backend = scheme.info.backend;
  m.record.ranks = static_cast<int>(ranks);
  m.record.params = {{"stars", wanted.stars},
                     {"clusters", clusters},
                     {"radius", wanted.radius},
                     {"part_of_time", wanted.part_of_time},
                     {"resolution", resolution}};
  m.cost = 8e-7 * static_cast<double>(clusters * wanted.stars);
  m.measure = [=, &scheme](ResultRecord& record, Bench& bench) {
    std::vector<CollisionsOfStep> all;
    double collisions = 0;
    for (std::size_t k = 0; k < clusters; ++k) {
      const auto seed = static_cast<std::uint32_t>(derive_seed(bench.plan.seed, "collisions", k));
      all.push_back(collisions_of_step(scheme, wanted, ranks, seed));
      collisions += all.back().collisions;
      bench.done(1 / static_cast<double>(clusters));
    }
    const double n = static_cast<double>(clusters);
    const Ratio found = ratio_of(all);
    const Judgement judged = judge(Estimate{found.value, found.error, n, 0}, Published{expected, 0},
                                   resolution, kFalseAlarm);
    record.value = found.value;
    record.low = judged.low;
    record.high = judged.high;
    record.n_eff = n;
    record.expected = Published{expected, 0};
    record.expected_source =
        "kinetic theory of Plummer's model, Binney and Tremaine 2008, section 7.5.8, times 20/19 "
        "for "
        "the density of a shell of 20 stars";
    record.z = judged.z;
    record.p = judged.p;
    record.facts["smallest_effect"] = judged.smallest_effect;
    record.facts["collisions"] = collisions;
    record.verdict = judged.verdict;
  };
  return m;
}

std::vector<Measurement> plan_collision_rate(const Plan& plan) {
  std::vector<Measurement> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes())
    if (is_followed(scheme) && scheme.follows_collisions && !is_followed_by_another(scheme))
      all.push_back(measurement(plan, scheme));
  return all;
}

const bool registered = register_experiment(
    {.name = "cmc/collision-rate",
     .shows = "equal stars collide as often as kinetic theory says of Plummer's model",
     .plan = plan_collision_rate});

}  // namespace

double collisions_by_kinetic_theory(const EqualStars& wanted) {
  constexpr int kParts = 2000;
  constexpr double kShell = 20;
  const double n = static_cast<double>(wanted.stars), touching = 2 * wanted.radius;
  const RelativeSpeed speed = relative_speed();
  double rate = 0;
  for (int k = 0; k < kParts; ++k) {
    const double angle = pi / 2 * (k + 0.5) / kParts;
    const double r = cluster::plummer::kScale * std::tan(angle);
    const double width = pi / 2 / kParts * cluster::plummer::kScale / std::pow(std::cos(angle), 2);
    const double density = n * cluster::plummer::density(r);
    const double escape = std::sqrt(-2 * cluster::plummer::potential(r));
    const double swept =
        pi * touching * (touching * speed.mean * escape + 2 * (2 / n) * speed.inverse / escape);
    rate += width * 4 * pi * r * r * density * density * swept / 2;
  }
  return kShell / (kShell - 1) * rate;
}

CollisionsOfStep collisions_of_step(const cluster::ClusterScheme& scheme, const EqualStars& wanted,
                                    std::size_t ranks, std::uint32_t seed) {
  cluster::ClusterParameters p{.seed = seed ^ 0x5A5A5A5Au, .ranks = ranks};
  p.collisions = std::make_shared<const cluster::Collisions>(
      cluster::Collisions{.radius = wanted.radius, .part_of_time = wanted.part_of_time});
  const auto run = scheme.start(cluster::plummer::sample(wanted.stars, seed), p);
  run->step();
  const cluster::StepReport report = run->report();
  const auto initial = static_cast<double>(wanted.stars);
  return {static_cast<double>(report.meetings.collisions),
          report.timestep * initial / std::log(cluster::kGamma * initial)};
}

}  // namespace touchstone::validation::cmc
