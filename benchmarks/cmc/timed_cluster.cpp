#include "benchmarks/cmc/timed_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/longrange/machine_rates.hpp"
#include "benchmarks/sample.hpp"
#include "benchmarks/spread.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/collisions.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"
#include "suite/cores.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

constexpr std::uint64_t kComparedSteps = 3;
constexpr std::size_t kComparedRuns = 8;  // of a scheme with random numbers of its own

double trials_of(const cluster::StepReport& report) {
  return static_cast<double>(report.trials) / static_cast<double>(report.stars);
}

cluster::Work difference(const cluster::Work& after, const cluster::Work& before, double steps) {
  cluster::Work result = after;
  for (std::size_t k = 0; k < cluster::kPhases; ++k)
    result.seconds[k] = (after.seconds[k] - before.seconds[k]) / steps;
  for (std::size_t k = 0; k < cluster::kOperations; ++k) {
    const auto per_step = [&](std::uint64_t now, std::uint64_t then) {
      return static_cast<std::uint64_t>(std::llround(static_cast<double>(now - then) / steps));
    };
    result.traffic.bytes[k] = per_step(after.traffic.bytes[k], before.traffic.bytes[k]);
    result.traffic.calls[k] = per_step(after.traffic.calls[k], before.traffic.calls[k]);
  }
  return result;
}

/// Mean and largest over the ranks, by phase.
void add_phases(nlohmann::json& params, const std::vector<cluster::Work>& work) {
  auto& mean = params["phase_seconds"] = nlohmann::json::object();
  auto& most = params["largest_phase_seconds"] = nlohmann::json::object();
  for (std::size_t k = 0; k < cluster::kPhases; ++k) {
    const Spread one = spread_of(work, [k](const cluster::Work& own) { return own.seconds[k]; });
    mean[cluster::kPhaseNames[k]] = one.mean;
    most[cluster::kPhaseNames[k]] = one.most;
  }
}

void add_traffic(nlohmann::json& params, const std::vector<cluster::Work>& work) {
  const auto busiest = std::max_element(work.begin(), work.end(), [](const auto& a, const auto& b) {
    return a.traffic.total_bytes() < b.traffic.total_bytes();
  });
  for (std::size_t k = 0; k < cluster::kOperations; ++k) {
    params["bytes"][cluster::kOperationNames[k]] = busiest->traffic.bytes[k];
    params["calls"][cluster::kOperationNames[k]] = busiest->traffic.calls[k];
  }
}

}  // namespace

ClusterStart::ClusterStart(std::size_t stars, std::uint64_t seed,
                           const cluster::ClusterStart& start, const cluster::BinaryWords& binaries)
    : seed_(static_cast<std::uint32_t>(seed)) {
  const auto all = cluster::BinaryStartSampler(start, binaries)(stars, seed_);
  stars_ = all.stars;
  if (!all.binaries.empty())
    binaries_ = std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{
        .binaries = all.binaries, .scattering = cluster::widest_scattering_scheme().info.name});
}

cluster::ClusterParameters ClusterStart::parameters(const ClusterEntry& entry) const {
  cluster::ClusterParameters p{.seed = seed_, .ranks = entry.ranks, .threads = entry.threads};
  p.binaries = binaries_;
  p.collisions = cluster::collisions_of(entry.collisions);
  p.formation = cluster::formation_of(entry.formation);
  if (p.formation && !p.binaries)
    p.binaries = std::make_shared<const cluster::BinaryPopulation>(
        cluster::BinaryPopulation{.scattering = cluster::widest_scattering_scheme().info.name});
  return p;
}

double ClusterStart::bandwidth(int threads) {
  double& known = bandwidths_[threads];
  if (known == 0) known = longrange::update_bandwidth(stars_.size(), threads);
  return known;
}

const FirstSteps& ClusterStart::first_steps(const ClusterEntry& entry) {
  const std::pair key{entry.scheme->equals, entry.ranks};
  const auto known = after_.find(key);
  if (known != after_.end()) return known->second;
  const auto run = cluster::cluster_scheme(key.first).start(stars_, parameters(entry));
  FirstSteps result;
  for (std::uint64_t k = 0; k < kComparedSteps; ++k) {
    run->step();
    result.trials.push_back(run->report().trials);
  }
  result.stars = run->stars();
  return after_[key] = std::move(result);
}

const FirstStepSample& ClusterStart::sample(const ClusterEntry& entry) {
  const auto known = samples_.find(entry.ranks);
  if (known != samples_.end()) return known->second;
  ClusterEntry baseline = entry;
  baseline.scheme = &baseline_of(cluster::cluster_schemes());
  baseline.threads = 1;
  return samples_[entry.ranks] = sample_first_step(baseline, kComparedRuns);
}

FirstStepSample ClusterStart::sample_first_step(const ClusterEntry& entry,
                                                std::uint64_t seeds) const {
  FirstStepSample sample;
  for (std::uint64_t k = 1; k <= kComparedRuns; ++k) {
    check_interrupt();
    cluster::ClusterParameters p = parameters(entry);
    p.seed += static_cast<std::uint32_t>(seeds + k);
    const auto run = entry.scheme->start(stars_, p);
    const double energy = run->report().total_energy();
    run->step();
    const cluster::StepReport report = run->report();
    sample.trials.push_back(trials_of(report));
    sample.energy.push_back(report.total_energy() / energy - 1);
    sample.stars.push_back(static_cast<double>(run->stars().size()));
  }
  return sample;
}

TimedCluster::TimedCluster(const Request& request, const ClusterEntry& entry, ClusterStart& start)
    : TimedSteps(request, entry.subject(), cluster_protocol(request)),
      entry_(entry),
      start_(start),
      cluster_(entry.scheme->start(start.stars(), start.parameters(entry))) {
  most_steps_ = 50;  // the paper's number
}

void TimedCluster::advance(std::uint64_t steps) {
  for (; steps > 0; --steps) cluster_->step();
}

void TimedCluster::planned() {
  before_ = cluster_->work();
  untimed_ = made_;
}

std::string TimedCluster::fault_of_first_steps() {
  return entry_.scheme->equals.empty() ? fault_of_sample() : fault_of_equal_steps();
}

std::string TimedCluster::fault_of_equal_steps() {
  const FirstSteps& expected = start_.first_steps(entry_);
  for (const std::uint64_t trials : expected.trials) {
    make(1);
    if (std::string wrong = fault_of_report(); !wrong.empty()) return wrong;
    if (cluster_->report().trials != trials)
      return fmt::format("{} positions tried, expected {}", cluster_->report().trials, trials);
  }
  if (cluster_->stars() == expected.stars) return "";
  return fmt::format("the first {} steps are not those of {}", kComparedSteps,
                     entry_.scheme->equals);
}

std::string TimedCluster::fault_of_sample() {
  make(1);
  if (std::string wrong = fault_of_report(); !wrong.empty()) return wrong;
  if (entry_.scheme->info.baseline) return "";
  const FirstStepSample& expected = start_.sample(entry_);
  const FirstStepSample found = start_.sample_first_step(entry_, 0);
  const auto compare = [](const char* what, const std::vector<double>& a,
                          const std::vector<double>& b) {
    const Estimate x = mean_of(a), y = mean_of(b);
    return differ(x, y)
               ? fmt::format("first step: {} {:.6g}, expected {:.6g}", what, x.mean, y.mean)
               : std::string();
  };
  std::string wrong;
  if (entry_.scheme->has_ranks)  // a program of the user's does not tell them
    wrong = compare("positions tried for each star", found.trials, expected.trials);
  if (wrong.empty()) wrong = compare("relative error of energy", found.energy, expected.energy);
  if (wrong.empty()) wrong = compare("stars left", found.stars, expected.stars);
  return wrong;
}

/// The report and the stars must tell the same; each star that is thrown is tried at least once.
std::string TimedCluster::fault_of_report() const {
  const cluster::StepReport now = cluster_->report();
  const cluster::Stars stars = cluster_->stars();
  if (stars.size() != now.stars || stars.size() > entry_.stars)
    return fmt::format("{} stars are left, reported {} of {}", stars.size(), now.stars,
                       entry_.stars);
  const double kinetic = cluster::kinetic_energy(stars);
  const double rounding = static_cast<double>(stars.size()) * 2.3e-16;
  if (!(std::abs(now.kinetic - kinetic) <= rounding * kinetic))
    return fmt::format("the reported kinetic energy {:.12g} is not that of the stars, {:.12g}",
                       now.kinetic, kinetic);
  if (now.trials < stars.size())
    return fmt::format("{} positions tried for {} stars", now.trials, stars.size());
  return "";
}

std::string TimedCluster::fault() {
  if (cluster_->report().step != made_)
    return fmt::format("{} steps were made, expected {}", cluster_->report().step, made_);
  return fault_of_report();
}

/// Ranks are threads here, on the cores that there are.
StepBound TimedCluster::bound() const {
  const int threads = entry_.scheme->messages
                          ? std::min(static_cast<int>(entry_.ranks), available_cores())
                          : entry_.threads;
  return step_bound(step_rates(), start_.bandwidth(threads), static_cast<double>(entry_.stars),
                    trials_of(cluster_->report()), threads);
}

std::optional<double> TimedCluster::fraction_of_bound(double seconds) const {
  if (entry_.scheme->info.on_device) return std::nullopt;  // the bound of a core
  return bound().seconds / seconds;
}

nlohmann::json TimedCluster::params() const {
  nlohmann::json params = {
      {"steps", steps_},
      {"trials_per_star", trials_of(cluster_->report())},
      {"clock", entry_.scheme->messages ? "processor time of each rank" : "wall"}};
  if (!entry_.scheme->info.on_device) {
    const StepBound least = bound();
    params.update({{"bound_seconds", least.seconds}, {"bound_by", least.by}});
  }
  std::vector<cluster::Work> ranks = cluster_->work();  // per step
  for (std::size_t q = 0; q < ranks.size(); ++q)
    ranks[q] = difference(ranks[q], before_[q], static_cast<double>(made_ - untimed_));
  if (ranks.empty()) return params;
  add_phases(params, ranks);
  add_traffic(params, ranks);
  return params;
}

}  // namespace touchstone::benchmarks::cmc
