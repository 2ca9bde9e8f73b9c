// checkers/disks/exact_start_checks.cpp
// Purpose   Registers the exact-start checks: independent equilibrium states of a few disks, drawn
//           by direct sampling, must still be equilibrium states after K sweeps.
// Source    statistics/exact_start.hpp (Gandy & Scott 2020).
// Computes  Paired differences of statistics before and after. One sweep is seen in the frame of
//           its own grid (the grid starts at the corner of the box and moves after the sweep);
//           after several sweeps only statistics without a frame are left.
// Cost      See each check; every start is a new simulation.
// Not here  Large systems (stage_checks.cpp, validation).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/direct_sampling.hpp"
#include "statistics/exact_start.hpp"

namespace touchstone {
namespace {

using disks::Configuration;
using disks::Simulation;

constexpr std::uint64_t kFewestStarts = 2 * kMinimumChanges;

struct System {
  std::size_t disks;
  double side;
  std::uint32_t lines;  ///< cells per side, narrower than sqrt(2)
  double step;
  int trials_per_cell;
  std::uint64_t sweeps;
  ExactStartPlan plan;
};

/// Pairs closer than `range`, each once.
double close_pairs(const Configuration& c, double range) {
  int pairs = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      pairs += c.box.distance2(c.centres[i], c.centres[j]) < range * range ? 1 : 0;
  return pairs;
}

/// Ordered pairs of disks in the same square of the grid moved by half a cell: pairs in the cells
/// themselves cannot change while no disk leaves its cell.
double pairs_in_squares(const Configuration& c, std::uint32_t lines) {
  std::vector<int> count(std::size_t{lines} * lines);
  double pairs = 0;
  for (const disks::Vec<double> p : c.centres) {
    const auto x = static_cast<std::size_t>(p.x / c.box.width * lines + 0.5) % lines;
    const auto y = static_cast<std::size_t>(p.y / c.box.height * lines + 0.5) % lines;
    pairs += 2 * count[y * lines + x]++;
  }
  return pairs;
}

/// Disks within a tenth of a cell of an edge of their cell.
double near_edges(const Configuration& c, std::uint32_t lines) {
  int near = 0;
  const auto close = [&](double x, double side) {
    const double place = x / side * lines;
    return std::abs(place - std::round(place)) < 0.1;
  };
  for (const disks::Vec<double> p : c.centres)
    near += close(p.x, c.box.width) || close(p.y, c.box.height) ? 1 : 0;
  return near;
}

/// Names, resolutions and values; a value is taken before and after.
struct Statistics {
  std::vector<std::string> names;
  std::vector<double> resolutions;
  std::vector<double> before;
  std::vector<double> after;

  void add(const char* name, double resolution, double value_before, double value_after) {
    if (names.size() <= before.size()) {
      names.emplace_back(name);
      resolutions.push_back(resolution);
    }
    before.push_back(value_before);
    after.push_back(value_after);
  }
};

struct Trajectory {
  const Configuration& start;
  const Configuration& end;
  SweepStats first_sweep;
  SweepStats last_sweep;
  double last_share;  ///< disks in the colour processed first in the last sweep
  bool has_stages;
  bool has_trials;
};

Statistics one_sweep_statistics(const Trajectory& t, const System& system) {
  Statistics s;
  const std::uint32_t lines = system.lines;
  s.add("disks near cell edges", 0.1, near_edges(t.start, lines), near_edges(t.end, lines));
  s.add("pairs in a square", 0.1, pairs_in_squares(t.start, lines), pairs_in_squares(t.end, lines));
  s.add("pairs closer than 1.1", 0.1, close_pairs(t.start, 1.1), close_pairs(t.end, 1.1));
  s.add("pairs closer than 1.4", 0.1, close_pairs(t.start, 1.4), close_pairs(t.end, 1.4));
  if (t.has_stages)
    s.add("disks in the first colour", 0.1, static_cast<double>(system.disks) / 4, t.last_share);
  return s;
}

Statistics many_sweep_statistics(const Trajectory& t, const System& system) {
  Statistics s;
  s.add("pairs closer than 1.1", 0.15, close_pairs(t.start, 1.1), close_pairs(t.end, 1.1));
  s.add("pairs closer than 1.4", 0.2, close_pairs(t.start, 1.4), close_pairs(t.end, 1.4));
  if (t.has_trials)
    s.add("accepted moves", 0.2, static_cast<double>(t.first_sweep.accepted),
          static_cast<double>(t.last_sweep.accepted));
  if (t.has_stages)
    s.add("disks in the first colour", 0.15, static_cast<double>(system.disks) / 4, t.last_share);
  return s;
}

/// Pairs just beyond contact, of two or three disks: one in 30 to one in 500. Disks that stick
/// there, or keep away, do so a little more with every sweep.
Statistics contact_statistics(const Trajectory& t, const System& system) {
  Statistics s;
  const double pairs = static_cast<double>(system.disks) - 1;  // three disks are closer, too
  s.add("pairs closer than 1.001", 0.01 * pairs, close_pairs(t.start, 1.001),
        close_pairs(t.end, 1.001));
  s.add("pairs closer than 1.01", 0.02 * pairs, close_pairs(t.start, 1.01),
        close_pairs(t.end, 1.01));
  s.add("pairs closer than 1.05", 0.04 * pairs, close_pairs(t.start, 1.05),
        close_pairs(t.end, 1.05));
  return s;
}

SweepStats operator-(SweepStats a, SweepStats b) {
  return {a.trials - b.trials, a.accepted - b.accepted};
}

using Measure = Statistics (*)(const Trajectory&, const System&);

/// Draws a start, runs it, measures; adds the trial moves to `trials`.
Statistics run_one(const disks::DiskScheme& scheme, const CheckContext& context,
                   const System& system, Measure measure, std::uint64_t index,
                   std::uint64_t& trials) {
  const disks::DirectSampler sampler(system.disks, {system.side, system.side});
  PhiloxStream stream = Philox(part_seed(context, 0)).stream(Purpose::start, index, 0);
  Configuration start;
  sampler.sample(stream, start);
  const auto simulation = begin(scheme, start,
                                {.max_displacement = system.step,
                                 .trials_per_cell = system.trials_per_cell,
                                 .threads = context.threads,
                                 .seed = part_seed(context, 1 + index),
                                 .columns = system.lines,
                                 .rows = system.lines});
  simulation->advance(1);
  const SweepStats first = simulation->stats();
  if (system.sweeps > 2) simulation->advance(system.sweeps - 2);
  const SweepStats before_last = system.sweeps > 1 ? simulation->stats() : SweepStats{};
  const bool has_stages = simulation->stages() != nullptr;
  double share = has_stages ? -static_cast<double>(simulation->stages()->occupancy[0]) : 0;
  if (system.sweeps == 1) share = 0;
  if (system.sweeps > 1) simulation->advance(1);
  if (has_stages) share += static_cast<double>(simulation->stages()->occupancy[0]);
  trials += simulation->stats().trials;
  const Configuration end = simulation->configuration();
  return measure(
      {start, end, first, simulation->stats() - before_last, share, has_stages, scheme.trial_moves},
      system);
}

CheckResult summary(const ExactStartResult& judged, const CheckContext& context,
                    std::uint64_t trials) {
  CheckResult result{
      .verdict = judged.verdict, .unit = "z", .trials = trials, .false_alarm = context.false_alarm};
  result.p = 1;
  for (const StatisticResult& s : judged.statistics) {
    // Each look has its share of the false alarm.
    const double p = s.adjusted_p * context.false_alarm / judged.look_level;
    if (!(p >= *result.p)) result.p = p;
    result.smallest_effect = std::max(result.smallest_effect, s.smallest_effect);
    const double z = two_sided_z(s.p);
    if (!result.detail.empty() && z <= result.value) continue;
    result.value = z;
    result.detail =
        fmt::format("{}: changed by {:+.4f} +- {:.4f}", s.name, s.change, s.standard_error);
  }
  result.detail += fmt::format(" ({} starts)", judged.starts);
  if (judged.verdict == Verdict::inconclusive)
    for (const StatisticResult& s : judged.statistics)
      if (!(s.smallest_effect < s.resolution))
        result.detail += fmt::format("; {}: sees changes of {:.2g}, to be seen are {:.2g}", s.name,
                                     s.smallest_effect, s.resolution);
  return result;
}

CheckResult exact_start(const disks::DiskScheme& scheme, const CheckContext& context,
                        const System& system, Measure measure) {
  std::uint64_t trials = 0;
  Statistics first = run_one(scheme, context, system, measure, 0, trials);
  ExactStartPlan plan = system.plan;
  plan.false_alarm = context.false_alarm;
  // Fewer starts may do in a program in which they cost much; if not, the judge says so.
  const double effort = std::max(scheme.screened_starts ? 0.0 : 1.0, context.effort);
  plan.maximum_starts = std::max(
      kFewestStarts, static_cast<std::uint64_t>(static_cast<double>(plan.maximum_starts) * effort));
  plan.first_starts = std::min(plan.first_starts, plan.maximum_starts);
  ExactStartJudge judge(plan, first.names, first.resolutions);
  judge.add(first.before, first.after);
  for (std::uint64_t index = 1; !judge.finished(); ++index) {
    const Statistics next = run_one(scheme, context, system, measure, index, trials);
    judge.add(next.before, next.after);
  }
  return summary(judge.result(), context, trials);
}

DiskCheck exact_start_check(const char* name, const char* shows, const char* cost,
                            const System& system, Measure measure) {
  return {.name = std::string("exact start/") + name,
          .shows = shows,
          .needs = Claims::detailed_balance | Claims::global_balance,
          .cost = cost,
          .run =
              [system, measure](const disks::DiskScheme& scheme, const CheckContext& context) {
                return exact_start(scheme, context, system, measure);
              },
          .many_steps = true};
}

const System kOneSweep{6, 5.6, 4, 0.5, 4, 1, {.first_starts = 500, .maximum_starts = 16000}};
const System kEightSweeps{9, 5.6, 4, 0.5, 1, 8, {.first_starts = 500, .maximum_starts = 16000}};
const System kTwoDisks{2, 2.5, 2, 0.5, 1, 8, {.first_starts = 1000, .maximum_starts = 32000}};
const System kThreeDisks{3, 2.7, 2, 0.5, 1, 8, {.first_starts = 1000, .maximum_starts = 32000}};

const bool registered =
    register_check(
        exact_start_check("two disks at contact",
                          "two disks are as often just beyond contact as they must be, and do not "
                          "stick there",
                          "about 0.2 s", kTwoDisks, contact_statistics)) &&
    register_check(exact_start_check("three disks at contact", "the same of three disks",
                                     "about 0.3 s", kThreeDisks, contact_statistics)) &&
    register_check(exact_start_check("one sweep",
                                     "one sweep keeps the exact equilibrium of 6 disks",
                                     "about 0.2 s", kOneSweep, one_sweep_statistics)) &&
    register_check(
        exact_start_check("eight sweeps",
                          "eight sweeps keep the exact equilibrium of 9 disks, whatever state the "
                          "scheme carries along",
                          "about 1 s", kEightSweeps, many_sweep_statistics));

}  // namespace
}  // namespace touchstone
