#include "benchmarks/cmc/timed_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/sample.hpp"
#include "benchmarks/stopwatch.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

constexpr std::uint64_t kComparedSteps = 3;
constexpr std::size_t kComparedRuns = 8;  // of a scheme with random numbers of its own

double seconds_of(cluster::ClusterRun& run, std::uint64_t steps) {
  const Stopwatch watch;
  for (; steps > 0; --steps) run.step();
  return watch.seconds();
}

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

}  // namespace

ClusterStart::ClusterStart(std::size_t stars, std::uint64_t seed)
    : stars_(cluster::plummer::sample(stars, static_cast<std::uint32_t>(seed))),
      seed_(static_cast<std::uint32_t>(seed)) {}

cluster::ClusterParameters ClusterStart::parameters(const ClusterEntry& entry) const {
  return {.seed = seed_, .ranks = entry.ranks, .threads = entry.threads};
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

TimedCluster::TimedCluster(const ClusterEntry& entry, ClusterStart& start, const Request& request,
                           const ClusterProtocol& protocol)
    : entry_(entry),
      request_(request),
      cluster_(entry.scheme->start(start.stars(), start.parameters(entry))) {
  wrong_ = entry.scheme->equals.empty() ? fault_of_sample(start) : fault_of_first_steps(start);
  const double once = seconds_of(*cluster_, 1);  // with warm caches
  if (once < protocol.patience) {
    planned_ = protocol.runs;
    steps_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(protocol.seconds / std::max(once, 1e-9))));
    steps_ = std::min<std::uint64_t>(steps_, 50);  // the paper's number
  }
  before_ = cluster_->work();
  untimed_ = cluster_->report().step;
}

std::string TimedCluster::fault_of_first_steps(ClusterStart& start) {
  const FirstSteps& expected = start.first_steps(entry_);
  for (const std::uint64_t trials : expected.trials) {
    cluster_->step();
    if (std::string wrong = fault_of_report(); !wrong.empty()) return wrong;
    if (cluster_->report().trials != trials)
      return fmt::format("{} positions tried, expected {}", cluster_->report().trials, trials);
  }
  if (cluster_->stars() == expected.stars) return "";
  return fmt::format("the first {} steps are not those of {}", kComparedSteps,
                     entry_.scheme->equals);
}

std::string TimedCluster::fault_of_sample(ClusterStart& start) {
  cluster_->step();
  if (std::string wrong = fault_of_report(); !wrong.empty()) return wrong;
  if (entry_.scheme->info.baseline) return "";
  const FirstStepSample& expected = start.sample(entry_);
  const FirstStepSample found = start.sample_first_step(entry_, 0);
  const auto compare = [](const char* what, const std::vector<double>& a,
                          const std::vector<double>& b) {
    const Estimate x = mean_of(a), y = mean_of(b);
    return differ(x, y)
               ? fmt::format("first step: {} {:.6g}, expected {:.6g}", what, x.mean, y.mean)
               : std::string();
  };
  std::string wrong = compare("positions tried for each star", found.trials, expected.trials);
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

Run TimedCluster::run() {
  Run run;
  run.seconds = seconds_of(*cluster_, steps_);
  run.count = steps_ * entry_.stars;
  timed_steps_ += steps_;
  done_.push_back(run);
  return run;
}

std::vector<cluster::Work> TimedCluster::work_per_step() const {
  std::vector<cluster::Work> all = cluster_->work();
  for (std::size_t q = 0; q < all.size(); ++q)
    all[q] = difference(all[q], before_[q], static_cast<double>(timed_steps_));
  return all;
}

std::string TimedCluster::verify() const {
  if (!wrong_.empty()) return wrong_;
  const std::uint64_t expected = timed_steps_ + untimed_;
  if (cluster_->report().step != expected)
    return fmt::format("{} steps were made, expected {}", cluster_->report().step, expected);
  return fault_of_report();
}

}  // namespace touchstone::benchmarks::cmc
