#include "checkers/disks/restarts.hpp"

#include <algorithm>
#include <utility>

#include "checkers/disks/predicates.hpp"
#include "checkers/external/restarts.hpp"
#include "checkers/findings.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;

std::string after_sweeps(disks::Simulation& simulation) {
  simulation.advance(3);
  const SweepStats stats = simulation.stats();
  std::string text = fmt::format("{} of {}", stats.accepted, stats.trials);
  for (const auto& r : simulation.configuration().centres) text += fmt::format(" {} {}", r.x, r.y);
  return text;
}

/// The same places in another order: every disk has other neighbours.
Configuration reversed(Configuration c) {
  std::reverse(c.centres.begin(), c.centres.end());
  return c;
}

}  // namespace

CheckResult restarts_as_starts(const disks::DiskScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t disks = 0;
  const auto few = [&](std::uint64_t part) {
    return disks::random_start(12, 0.3, {1.5, 1}, part_seed(context, part));
  };
  const Configuration crystal = disks::hexagonal_start(72, 0.65, disks::kHexagonal72);
  for (const auto& [start, other] :
       {std::pair{few(0), few(1)}, std::pair{crystal, reversed(crystal)}}) {
    const auto begun = [&](const Configuration& from, std::uint64_t seed) {
      return begin(scheme, from,
                   {.max_displacement = 0.23,  // of no other check: its first start is a whole one
                    .trials_per_cell = 4,
                    .threads = context.threads,
                    .seed = seed});
    };
    const std::string wrong =
        external::wrong_after_restart(start, other, part_seed(context, 2), begun, after_sweeps);
    findings.expect(wrong.empty(), fmt::format("{} disks: {}", start.size(), wrong));
    disks += start.size();
  }
  return findings.result(12 * disks, "the same bits and counts as after a start");
}

namespace {
const bool registered =
    external::register_restart_check<disks::DiskScheme>("property/restarts", restarts_as_starts);
}

}  // namespace touchstone::property
