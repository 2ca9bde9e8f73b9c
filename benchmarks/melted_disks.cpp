#include "benchmarks/melted_disks.hpp"

#include <utility>

#include "benchmarks/selection.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks {

const disks::DiskScheme& quickest_scheme(const std::function<bool(const disks::DiskScheme&)>& fit) {
  const auto speed = [](const disks::DiskScheme& one) {
    return std::pair(one.info.lanes, one.info.parallel);
  };
  const disks::DiskScheme* best = nullptr;
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (is_timed(scheme) && fit(scheme) && (best == nullptr || speed(scheme) > speed(*best)))
      best = &scheme;
  if (best == nullptr) throw InputError("no scheme of this machine can melt the disks");
  return *best;
}

MeltedDisks melted(const disks::DiskScheme& scheme, const disks::Configuration& start,
                   const disks::RunParameters& run,
                   const std::function<double(const SweepStats& made, double sweeps)>& quantity,
                   std::uint64_t most_sweeps) {
  const auto simulation = scheme.start(start, run);
  const auto block = [&](std::uint64_t sweeps) {
    const SweepStats before = simulation->stats();
    for (std::uint64_t k = 0; k < sweeps; ++k) {
      check_interrupt();
      simulation->advance(1);
    }
    const SweepStats now = simulation->stats();
    return std::vector{quantity({now.trials - before.trials, now.accepted - before.accepted},
                                static_cast<double>(sweeps))};
  };
  Relaxation relaxation = relax(block, most_sweeps);
  return {std::move(relaxation), simulation->configuration()};
}

}  // namespace touchstone::benchmarks
