#include "benchmarks/mpmc/timed_disks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

using Clock = std::chrono::steady_clock;

double advance_timed(disks::Simulation& simulation, std::uint64_t sweeps) {
  const auto before = Clock::now();
  simulation.advance(sweeps);
  return std::chrono::duration<double>(Clock::now() - before).count();
}

bool is_metropolis(const disks::DiskScheme& scheme) {
  return scheme.info.name.rfind("mpmc/metropolis", 0) == 0;
}

/// Any correct checkerboard; wide vectors save time.
const disks::DiskScheme& melting_scheme() {
  for (const char* backend : {"avx512", "avx2", "portable", "openmp"})
    for (const disks::DiskScheme& scheme : disks::schemes())
      if (scheme.info.backend == backend && is_timed(scheme)) return scheme;
  return disks::scheme(kSerialBaseline);
}

std::uint64_t count_non_empty(const disks::Configuration& c, const disks::RunParameters& run) {
  const auto cells = disks::PlaneCells<float>::from(c, static_cast<float>(run.max_displacement));
  std::uint64_t count = 0;
  for (std::uint32_t cell = 0; cell < cells.system.shape().cells(); ++cell)
    count += cells.system.list(cell).empty() ? 0 : 1;
  return count;
}

}  // namespace

CommonStart common_start(const Request& request, std::size_t disks) {
  CommonStart start;
  start.configuration = disks::hexagonal_start(disks, kPackingFraction);
  // about 5e8 trial moves in class S, so that the largest systems do not melt for a minute
  const bool small = request.problem_class <= ProblemClass::S;
  const auto affordable = static_cast<std::uint64_t>(5e8 / (2.2 * static_cast<double>(disks)));
  start.melting_sweeps = small ? std::clamp<std::uint64_t>(affordable, 10, 200) : 200;
  disks::RunParameters run;
  run.threads = request.threads;
  run.seed = request.seed;
  const auto simulation = melting_scheme().start(start.configuration, run);
  for (std::uint64_t k = 0; k < start.melting_sweeps; ++k) {
    check_interrupt();
    simulation->advance(1);
  }
  start.configuration = simulation->configuration();
  start.non_empty_cells = count_non_empty(start.configuration, run);
  return start;
}

TimedDisks::TimedDisks(const DiskEntry& entry, const CommonStart& start, std::uint64_t seed)
    : entry_(entry), start_(&start) {
  disks::RunParameters run;
  run.threads = entry.threads;
  run.seed = seed;
  simulation_ = entry.scheme->start(start.configuration, run);
  first_seconds_ = advance_timed(*simulation_, 1);
  first_trials_ = simulation_->stats().trials;
  sweeps_done_ = 1;
}

Run TimedDisks::run() {
  simulation_->advance(protocol_.warmup);
  const std::uint64_t before = simulation_->stats().trials;
  Run run;
  run.seconds = advance_timed(*simulation_, protocol_.sweeps);
  run.count = simulation_->stats().trials - before;
  sweeps_done_ += protocol_.warmup + protocol_.sweeps;
  runs_.push_back(run);
  return run;
}

std::string TimedDisks::verify_counts() const {
  const disks::RunParameters run;
  const std::uint64_t total = simulation_->stats().trials;
  if (is_metropolis(*entry_.scheme) || entry_.scheme->info.backend == "external") {
    const std::uint64_t expected = sweeps_done_ * entry_.disks;
    return total == expected ? "" : fmt::format("{} trial moves, expected {}", total, expected);
  }
  const auto nm = static_cast<std::uint64_t>(run.trials_per_cell);
  if (first_trials_ != nm * start_->non_empty_cells)
    return fmt::format("first sweep: {} trial moves, expected {} x {} non-empty cells",
                       first_trials_, nm, start_->non_empty_cells);
  // The number of non-empty cells changes with the shifts, by its fluctuation only: sweeps counted
  // twice or left out would show.
  const double mean = static_cast<double>(total) / static_cast<double>(sweeps_done_);
  const double expected = static_cast<double>(first_trials_);
  const double allowed = 0.01 + 4 / std::sqrt(static_cast<double>(entry_.disks));
  if (!(std::abs(mean / expected - 1) <= allowed))
    return fmt::format("{:.6g} trial moves per sweep, expected {:.6g}", mean, expected);
  if (const disks::StageCounters* stages = simulation_->stages())
    for (std::size_t k = 0; k < stages->trials.size(); ++k)
      if (stages->trials[k] != stages->trials[k - k % stages->trials_per_cell])
        return "the trial indices of a cell were not all attempted equally often";
  return "";
}

std::string TimedDisks::verify() const {
  const std::string counts = verify_counts();
  if (!counts.empty()) return counts;
  const disks::Configuration c = simulation_->configuration();
  if (c.size() != entry_.disks) return fmt::format("{} of {} disks left", c.size(), entry_.disks);
  if (!disks::is_legal(c, entry_.scheme->tolerance)) return "illegal state after timing";
  return "";
}

}  // namespace touchstone::benchmarks::mpmc
