#include "benchmarks/mpmc/disk_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "benchmarks/selection.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

/// The reason why a sweep is too long for any class, or for this one; else empty.
std::string obstacle(const Request& request, const DiskEntry& entry) {
  const disks::DiskScheme& scheme = *entry.scheme;
  if (scheme.all_pairs && entry.disks > kAllPairsLimit)
    return fmt::format("all pairs: up to {} disks", kAllPairsLimit);
  // N, or 2.2 N in cells with nM = 4
  const double trials =
      (entry.tries_each_disk_once() ? 1.0 : 2.2) * static_cast<double>(entry.disks);
  const bool fits = request.problem_class > ProblemClass::S || scheme.info.baseline ||
                    trials <= kMostTrials * scheme.info.lanes;
  return fits ? ""
              : fmt::format("left out: a sweep of {:.2g} trial moves is too long for class {}",
                            trials, info(request.problem_class).name);
}

}  // namespace

std::string DiskEntry::name() const {
  return fmt::format("{}/disks:{}/threads:{}", scheme->info.name, disks, threads);
}

Subject DiskEntry::subject() const {
  return {kFamily, scheme->info,       kRate,
          name(),  {{"disks", disks}}, fmt::format("--disks {}", disks),
          threads};
}

std::vector<std::size_t> disk_sizes(const Request& request) {
  if (!request.disks.empty()) return request.disks;
  std::vector<std::size_t> sides = {16, 32, 64, 128};
  if (request.problem_class != ProblemClass::tiny)
    sides.insert(sides.end(), {253, 512, 760, 1520, 3040});
  for (std::size_t& side : sides) side *= side;
  return sides;
}

std::vector<DiskEntry> disk_entries(const Request& request, std::size_t disks) {
  std::vector<DiskEntry> result;
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (scheme.trial_moves && is_wanted(request, scheme))
      for (const int threads : one_and_all(request, scheme.info)) {
        DiskEntry& entry = result.emplace_back(DiskEntry{&scheme, disks, threads});
        entry.left_out = obstacle(request, entry);
      }
  return result;
}

SweepPlan sweep_plan(const Request& request, double seconds) {
  SweepPlan plan;
  const double budget = of_class<double>(  // seconds that one entry may take
      request, {0.05, 1, 300, std::numeric_limits<double>::infinity()});
  const double affordable = budget / seconds;  // sweeps in all
  const bool by_hand = request.runs || request.warmup || request.sweeps;
  if (!by_hand && affordable < kRuns * static_cast<double>(kWarmup + kSweeps)) {
    plan.runs = affordable >= 22 ? kRuns : affordable >= 10 ? 5 : 3;
    const double each = std::max(1.0, affordable / plan.runs);
    plan.warmup = std::min(kWarmup, static_cast<std::uint64_t>(each / 2));
    plan.sweeps = std::min(kSweeps, static_cast<std::uint64_t>(each) - plan.warmup);
  }
  plan.runs = request.runs.value_or(plan.runs);
  plan.warmup = request.warmup.value_or(plan.warmup);
  plan.sweeps = request.sweeps.value_or(plan.sweeps);
  return plan;
}

}  // namespace touchstone::benchmarks::mpmc
