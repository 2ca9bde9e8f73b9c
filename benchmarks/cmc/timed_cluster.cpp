#include "benchmarks/cmc/timed_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/cluster/plummer.hpp"

namespace touchstone::benchmarks::cmc {
namespace {

constexpr double kMostEnergyError = 2e-3;  // after a few hundred steps of 10^4 stars
constexpr double kMostEscaped = 0.02;

double seconds_of(cluster::ClusterRun& run, std::uint64_t steps) {
  const auto start = std::chrono::steady_clock::now();
  for (; steps > 0; --steps) run.step();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

const cluster::Stars& ClusterStart::after_one_step(const ClusterEntry& entry) {
  const auto known = after_.find(entry.ranks);
  if (known != after_.end()) return known->second;
  const auto run = cluster::cluster_scheme("cmc/reference").start(stars_, parameters(entry));
  run->step();
  return after_[entry.ranks] = run->stars();
}

TimedCluster::TimedCluster(const ClusterEntry& entry, ClusterStart& start,
                           const ClusterProtocol& protocol)
    : entry_(entry), cluster_(entry.scheme->start(start.stars(), start.parameters(entry))) {
  start_energy_ = cluster_->report().total_energy();
  cluster_->step();
  first_ = cluster_->report();
  if (!entry.scheme->equals.empty() && !(cluster_->stars() == start.after_one_step(entry)))
    wrong_ = "the first step is not the reference's";
  const double once = seconds_of(*cluster_, 1);  // with warm caches
  if (once < protocol.patience) {
    planned_ = protocol.runs;
    steps_ = std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(protocol.seconds / std::max(once, 1e-9))));
    steps_ = std::min<std::uint64_t>(steps_, 50);  // the paper's number
  }
  before_ = cluster_->work();
}

Run TimedCluster::run() {
  Run run;
  run.seconds = seconds_of(*cluster_, steps_);
  run.count = steps_ * entry_.stars;
  timed_steps_ += steps_;
  runs_.push_back(run);
  return run;
}

std::vector<cluster::Work> TimedCluster::work_per_step() const {
  std::vector<cluster::Work> all = cluster_->work();
  for (std::size_t q = 0; q < all.size(); ++q)
    all[q] = difference(all[q], before_[q], static_cast<double>(timed_steps_));
  return all;
}

double TimedCluster::trials_per_star() const { return trials_of(cluster_->report()); }

std::string TimedCluster::verify() const {
  if (!wrong_.empty()) return wrong_;
  const cluster::StepReport now = cluster_->report();
  if (now.step != timed_steps_ + 2)
    return fmt::format("{} steps were made, expected {}", now.step, timed_steps_ + 2);
  if (!(trials_of(now) > 0.9 * trials_of(first_) && trials_of(now) < 1.3 * trials_of(first_)))
    return fmt::format("{:.3f} positions tried for each star, {:.3f} in the first step",
                       trials_of(now), trials_of(first_));
  const double error = std::abs(now.total_energy() / start_energy_ - 1);
  if (!(error < kMostEnergyError)) return fmt::format("the energy is wrong by {:.2g}", error);
  const auto expected = static_cast<double>(entry_.stars);
  const auto left = static_cast<double>(cluster_->stars().size());
  if (!(left <= expected && left >= (1 - kMostEscaped) * expected))
    return fmt::format("{} of {} stars are left", left, expected);
  return "";
}

}  // namespace touchstone::benchmarks::cmc
