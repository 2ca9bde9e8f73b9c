#include "benchmarks/mpmc/timed_disks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/records.hpp"
#include "benchmarks/sample.hpp"
#include "benchmarks/stopwatch.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

double advance_timed(disks::Simulation& simulation, std::uint64_t sweeps) {
  const Stopwatch watch;
  simulation.advance(sweeps);
  return watch.seconds();
}

/// Any correct scheme; wide vectors save time, then threads.
const disks::DiskScheme& melting_scheme() {
  const disks::DiskScheme* best = &baseline_of(disks::schemes());
  for (const disks::DiskScheme& scheme : disks::schemes())
    if (is_timed(scheme) && std::pair(scheme.info.lanes, scheme.info.parallel) >
                                std::pair(best->info.lanes, best->info.parallel))
      best = &scheme;
  return *best;
}

/// Non-empty cells of the first grid, and what is known from parts of the box about any grid.
Estimate non_empty_cells(const disks::Configuration& c) {
  constexpr std::size_t kParts = 64;
  const auto step = static_cast<float>(disks::RunParameters{}.max_displacement);
  const auto grid = disks::PlaneCells<float>::from(c, step);
  const std::uint32_t cells = grid.system.shape().cells();
  std::vector<double> parts(kParts, 0);  // of rows, or of pieces of rows
  for (std::uint32_t cell = 0; cell < cells; ++cell)
    parts[kParts * std::size_t{cell} / cells] += grid.system.list(cell).empty() ? 0 : 1;
  Estimate sum = mean_of(parts);
  sum.mean *= kParts;
  sum.standard_error *= kParts;
  return sum;
}

}  // namespace

std::uint64_t verified_sweeps(std::size_t disks) {
  constexpr std::size_t kTrials = 50'000;
  return std::max<std::size_t>(2, (kTrials + disks - 1) / disks);
}

CommonStart common_start(const Request& request, std::size_t disks, std::uint64_t most_sweeps) {
  disks::RunParameters run;
  run.threads = request.threads;
  run.seed = request.seed;
  const auto simulation =
      melting_scheme().start(disks::hexagonal_start(disks, kPackingFraction), run);
  const auto block = [&](std::uint64_t sweeps) {
    const SweepStats before = simulation->stats();
    for (; sweeps > 0; --sweeps) {
      check_interrupt();
      simulation->advance(1);
    }
    const SweepStats now = simulation->stats();
    return std::vector{static_cast<double>(now.accepted - before.accepted) /
                       static_cast<double>(now.trials - before.trials)};
  };
  CommonStart start{relax(block, most_sweeps), simulation->configuration()};
  start.non_empty_cells =
      static_cast<std::uint64_t>(std::llround(non_empty_cells(start.configuration).mean));
  start.smallest_distance = std::min(1.0, disks::smallest_distance(start.configuration));
  return start;
}

ResultRecord blank_rate(const Request& request, const DiskEntry& entry) {
  ResultRecord record = blank_record(request, kFamily, entry.scheme->info, entry.threads, kRate);
  record.params = {{"disks", entry.disks}};
  record.replay =
      fmt::format("./touchstone bench --class {} --filter {} --disks {} --threads {} --seed {}",
                  record.problem_class, record.scheme, entry.disks, entry.threads, request.seed);
  return record;
}

TimedDisks::TimedDisks(const Request& request, const DiskEntry& entry, const CommonStart& start)
    : request_(request), entry_(entry), start_(start) {
  disks::RunParameters run;
  run.threads = entry.threads;
  run.seed = request.seed;
  simulation_ = entry.scheme->start(start.configuration, run);
  // the first sweep finds cold caches and untouched pages: an upper bound
  protocol_ = protocol(request, entry, advance_timed(*simulation_, 1)).value_or(Protocol{3, 0, 1});
  sweeps_done_ = 1;
  wrong_ = fault_of_first_sweeps();
}

Run TimedDisks::run() {
  simulation_->advance(protocol_.warmup);
  const std::uint64_t before = simulation_->stats().trials;
  Run run;
  run.seconds = advance_timed(*simulation_, protocol_.sweeps);
  run.count = simulation_->stats().trials - before;
  sweeps_done_ += protocol_.warmup + protocol_.sweeps;
  done_.push_back(run);
  return run;
}

bool TimedDisks::tries_each_disk_once() const {
  return entry_.scheme->trials == disks::DiskScheme::Trials::per_disk;
}

/// The first sweep was made: its grid is known. The place of later grids is known to the scheme
/// alone: as many cells are not empty as on another grid, to within the fluctuations between parts
/// of the box.
std::string TimedDisks::fault_of_first_sweeps() {
  const auto nm = static_cast<std::uint64_t>(disks::RunParameters{}.trials_per_cell);
  const std::uint64_t first = simulation_->stats().trials;
  if (!tries_each_disk_once() && first != nm * start_.non_empty_cells)
    return fmt::format("first sweep: {} trial moves, expected {} x {} non-empty cells", first, nm,
                       start_.non_empty_cells);
  const std::uint64_t sweeps = verified_sweeps(entry_.disks);
  while (sweeps_done_ < sweeps) {
    check_interrupt();
    std::string wrong = fault_of_next_sweep(kFalseAlarm / static_cast<double>(sweeps - 1));
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string TimedDisks::fault_of_state(const disks::Configuration& state) const {
  if (state.size() != entry_.disks)
    return fmt::format("{} of {} disks left", state.size(), entry_.disks);
  const double tolerance = std::max(entry_.scheme->tolerance, 1 - start_.smallest_distance);
  if (disks::is_legal(state, tolerance)) return "";
  return fmt::format("illegal state: disks outside of the box, or nearer than 1 - {:.3g}: {:.17g}",
                     tolerance, disks::smallest_distance(state));
}

std::string TimedDisks::fault_of_next_sweep(double false_alarm) {
  const disks::Configuration before = simulation_->configuration();
  if (std::string wrong = fault_of_state(before); !wrong.empty()) return wrong;
  const std::uint64_t counted = simulation_->stats().trials;
  simulation_->advance(1);
  ++sweeps_done_;
  if (tries_each_disk_once()) return "";  // counted exactly
  const double nm = disks::RunParameters{}.trials_per_cell;
  const auto trials = static_cast<double>(simulation_->stats().trials - counted);
  const Estimate expected = non_empty_cells(before);
  const Estimate found{trials / nm, expected.standard_error, 0, expected.degrees_of_freedom};
  if (!differ(found, expected, false_alarm)) return "";
  return fmt::format("{} trial moves per sweep, expected {:.6g} with an error of {:.2g}", trials,
                     nm * expected.mean, nm * expected.standard_error);
}

std::string TimedDisks::fault_of_counts() const {
  const std::uint64_t total = simulation_->stats().trials;
  if (tries_each_disk_once()) {
    const std::uint64_t expected = sweeps_done_ * entry_.disks;
    return total == expected ? "" : fmt::format("{} trial moves, expected {}", total, expected);
  }
  const disks::GridShape grid = disks::choose_grid(start_.configuration.box);
  const std::uint64_t nm_sweeps =
      sweeps_done_ * static_cast<std::uint64_t>(disks::RunParameters{}.trials_per_cell);
  const std::uint64_t least = nm_sweeps * ((entry_.disks + grid.capacity - 1) / grid.capacity);
  const std::uint64_t most = nm_sweeps * std::min<std::uint64_t>(grid.cells(), entry_.disks);
  if (total < least || total > most)
    return fmt::format("{} trial moves, expected {} to {} in {} sweeps", total, least, most,
                       sweeps_done_);
  if (const disks::StageCounters* stages = simulation_->stages())
    for (std::size_t k = 0; k < stages->trials.size(); ++k)
      if (stages->trials[k] != stages->trials[k - k % stages->trials_per_cell])
        return "the trial indices of a cell were not all attempted equally often";
  return "";
}

std::string TimedDisks::verify() const {
  if (!wrong_.empty()) return wrong_;
  if (std::string wrong = fault_of_state(simulation_->configuration()); !wrong.empty())
    return wrong;
  return fault_of_counts();
}

std::vector<ResultRecord> TimedDisks::records() {
  const disks::RunParameters run;
  std::uint64_t trials = 0;
  for (const Run& one : done_) trials += one.count;
  ResultRecord rate = blank_rate(request_, entry_);
  rate.params.update({{"packing_fraction", kPackingFraction},
                      {"max_displacement", run.max_displacement},
                      {"trials_per_cell", run.trials_per_cell},
                      {"warmup_sweeps", protocol_.warmup},
                      {"sweeps", protocol_.sweeps},
                      {"attempted_trials", trials},
                      {"protocol", protocol_.full() ? "as published" : "reduced"},
                      {"start", fmt::format("lattice melted for {} sweeps", start_.steps)}});
  const std::string wrong = verify();
  ResultRecord sweep = rate;
  judge_runs(rate, done_, rate_of, wrong);
  if (!wrong.empty()) return {rate};
  sweep.metric = "seconds per sweep";
  judge_runs(
      sweep, done_,
      [&](const Run& one) { return one.seconds / static_cast<double>(protocol_.sweeps); }, wrong);
  ResultRecord memory = rate;
  memory.metric = "bytes per disk";
  memory.value =
      static_cast<double>(simulation_->memory_bytes()) / static_cast<double>(entry_.disks);
  memory.low = memory.high = std::nullopt;
  require_equilibrium(rate, start_);
  require_equilibrium(sweep, start_);
  return {sweep, memory, rate};
}

}  // namespace touchstone::benchmarks::mpmc
