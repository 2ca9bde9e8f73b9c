#include "benchmarks/mpmc/timed_disks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/mpmc/roofline.hpp"
#include "benchmarks/sample.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/registry.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

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
  const auto acceptance = [](const SweepStats& made, double) {
    return static_cast<double>(made.accepted) / static_cast<double>(made.trials);
  };
  CommonStart start{
      melted(quickest_scheme([](const disks::DiskScheme& one) { return one.trial_moves; }),
             disks::hexagonal_start(disks, kPackingFraction), run, acceptance, most_sweeps)};
  start.non_empty_cells =
      static_cast<std::uint64_t>(std::llround(non_empty_cells(start.configuration).mean));
  start.smallest_distance = std::min(1.0, disks::smallest_distance(start.configuration));
  return start;
}

TimedDisks::TimedDisks(const Request& request, const DiskEntry& entry, const CommonStart& start)
    : TimedSteps(request, entry.subject(), {}), entry_(entry), start_(start) {
  disks::RunParameters run;
  run.threads = entry.threads;
  run.seed = request.seed;
  simulation_ = entry.scheme->start(start.configuration, run);
}

void TimedDisks::plan() {
  const SweepPlan plan = sweep_plan(request_, sweep_seconds_);
  protocol_.runs = plan.runs;
  warmup_ = plan.warmup;
  steps_ = plan.sweeps;
  as_published_ = plan.full();
}

/// The grid of the first sweep is known. The place of later grids is known to the scheme
/// alone: as many cells are not empty as on another grid, to within the fluctuations between parts
/// of the box.
std::string TimedDisks::fault_of_first_steps() {
  sweep_seconds_ = make(1);
  const auto nm = static_cast<std::uint64_t>(disks::RunParameters{}.trials_per_cell);
  const std::uint64_t first = simulation_->stats().trials;
  if (!entry_.tries_each_disk_once() && first != nm * start_.non_empty_cells)
    return fmt::format("first sweep: {} trial moves, expected {} x {} non-empty cells", first, nm,
                       start_.non_empty_cells);
  const std::uint64_t sweeps = verified_sweeps(entry_.disks);
  while (made_ < sweeps) {
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
  sweep_seconds_ = make(1);
  if (entry_.tries_each_disk_once()) return "";  // counted exactly
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
  if (entry_.tries_each_disk_once()) {
    const std::uint64_t expected = made_ * entry_.disks;
    return total == expected ? "" : fmt::format("{} trial moves, expected {}", total, expected);
  }
  const disks::GridShape grid = disks::choose_grid(start_.configuration.box);
  const std::uint64_t nm_sweeps =
      made_ * static_cast<std::uint64_t>(disks::RunParameters{}.trials_per_cell);
  const std::uint64_t least = nm_sweeps * ((entry_.disks + grid.capacity - 1) / grid.capacity);
  const std::uint64_t most = nm_sweeps * std::min<std::uint64_t>(grid.cells(), entry_.disks);
  if (total < least || total > most)
    return fmt::format("{} trial moves, expected {} to {} in {} sweeps", total, least, most, made_);
  if (const disks::StageCounters* stages = simulation_->stages())
    for (std::size_t k = 0; k < stages->trials.size(); ++k)
      if (stages->trials[k] != stages->trials[k - k % stages->trials_per_cell])
        return "the trial indices of a cell were not all attempted equally often";
  return "";
}

std::string TimedDisks::fault() {
  std::string wrong = fault_of_state(simulation_->configuration());
  return wrong.empty() ? fault_of_counts() : wrong;
}

std::optional<double> TimedDisks::fraction_of_bound(double rate) const {
  if (entry_.scheme->info.on_device) return std::nullopt;  // the bound of a core
  const SweepStats made = simulation_->stats();
  const double acceptance = static_cast<double>(made.accepted) / static_cast<double>(made.trials);
  const double tests = tests_per_trial(start_.configuration.box, acceptance);
  return rate * least_seconds(roofline_costs(), tests) / entry_.threads;
}

nlohmann::json TimedDisks::params() const {
  const disks::RunParameters run;
  std::uint64_t trials = 0;
  for (const Run& one : done_) trials += one.count;
  return {{"packing_fraction", kPackingFraction},
          {"max_displacement", run.max_displacement},
          {"trials_per_cell", run.trials_per_cell},
          {"warmup_sweeps", warmup_},
          {"sweeps", steps_},
          {"attempted_trials", trials},
          {"protocol", as_published_ ? "as published" : "reduced"},
          {"start", fmt::format("lattice melted for {} sweeps", start_.steps)}};
}

std::vector<Quantity> TimedDisks::quantities() const {
  std::vector<double> seconds;
  for (const Run& one : done_) seconds.push_back(one.seconds / static_cast<double>(steps_));
  const double bytes =
      static_cast<double>(simulation_->memory_bytes()) / static_cast<double>(entry_.disks);
  return {{"seconds per sweep", seconds},
          {.metric = "bytes per disk", .values = {bytes}, .exact = true},
          {kRate, values()}};
}

}  // namespace touchstone::benchmarks::mpmc
