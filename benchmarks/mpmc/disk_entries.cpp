#include "benchmarks/mpmc/disk_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/core/names.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

/// Seconds that one entry may take.
double budget(ProblemClass size) {
  switch (size) {
    case ProblemClass::tiny:
      return 0.05;
    case ProblemClass::S:
      return 1;
    case ProblemClass::W:
      return 300;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

}  // namespace

std::string DiskEntry::name() const {
  return fmt::format("{}/disks:{}/threads:{}", scheme->info.name, disks, threads);
}

bool is_timed(const disks::DiskScheme& scheme) {
  return !scheme.mutant && scheme.available && !scheme.emulated && scheme.info.timed &&
         scheme.trial_moves;
}

std::vector<std::size_t> disk_sizes(const Request& request) {
  if (!request.disks.empty()) return request.disks;
  std::vector<std::size_t> sides = {16, 32, 64, 128};
  if (request.problem_class != ProblemClass::tiny)
    sides.insert(sides.end(), {253, 512, 760, 1520, 3040});
  std::vector<std::size_t> result;
  for (const std::size_t side : sides) result.push_back(side * side);
  return result;
}

std::vector<DiskEntry> disk_entries(const Request& request, std::size_t disks) {
  std::vector<DiskEntry> result;
  for (const disks::DiskScheme& scheme : disks::schemes()) {
    if (!is_timed(scheme) || !matches(request.filter, scheme.info.name)) continue;
    result.push_back({&scheme, disks, 1});
    if (scheme.info.parallel && request.threads > 1)
      result.push_back({&scheme, disks, request.threads});
  }
  return result;
}

double nominal_trials(const DiskEntry& entry) {
  const bool per_disk = entry.scheme->trials == disks::DiskScheme::Trials::per_disk;
  return (per_disk ? 1.0 : 2.2) * static_cast<double>(entry.disks);
}

std::optional<Protocol> protocol(const Request& request, const DiskEntry& entry, double seconds) {
  Protocol result;
  const double affordable = budget(request.problem_class) / seconds;  // sweeps in all
  const bool by_hand = request.runs || request.warmup || request.sweeps;
  if (!by_hand && affordable < kRuns * static_cast<double>(kWarmup + kSweeps)) {
    if (affordable < 1.5 && !entry.scheme->info.baseline) return std::nullopt;
    result.runs = affordable >= 22 ? kRuns : affordable >= 10 ? 5 : 3;
    const double each = std::max(1.0, affordable / result.runs);
    result.warmup = std::min(kWarmup, static_cast<std::uint64_t>(each / 2));
    result.sweeps = std::min(kSweeps, static_cast<std::uint64_t>(each) - result.warmup);
  }
  result.runs = request.runs.value_or(result.runs);
  result.warmup = request.warmup.value_or(result.warmup);
  result.sweeps = request.sweeps.value_or(result.sweeps);
  return result;
}

}  // namespace touchstone::benchmarks::mpmc
