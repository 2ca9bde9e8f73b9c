// checkers/disks/random_numbers.cpp
// Purpose   Registers the checks of how a scheme uses its random numbers: no draw is used twice,
//           and trial moves have the law they are said to have. Both look only at free disks,
//           whose moves always succeed, so the laws are exact and draws are independent.
// Source    Anderson et al. 2013, Algorithm 2 lines 3 and 12.
// Cost      1e4 to 1e5 trial moves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"
#include "checkers/external/less_effort.hpp"
#include "checkers/related_seeds.hpp"
#include "statistics/blocking.hpp"
#include "statistics/kolmogorov_smirnov.hpp"
#include "statistics/tails.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;
using disks::Vec;

constexpr Claims kAnyBalance = Claims::detailed_balance | Claims::global_balance;

/// Displacements of one sweep that differ from zero.
void collect_moved(const Configuration& before, const Configuration& after,
                   std::vector<Vec<double>>& moved) {
  constexpr double kStill = 1e-5;
  for (const Vec<double> d : displacements(before, after))
    if (std::hypot(d.x, d.y) > kStill) moved.push_back(d);
}

/// All displacements of lone disks in a few sweeps from a few seeds: no two may be equal.
CheckResult fresh_random_numbers(const DiskScheme& scheme, const CheckContext& context) {
  const Configuration start = lone_disks(8, 8);
  std::vector<Vec<double>> moved;
  std::uint64_t trials = 0;
  for (std::uint64_t part = 0; part < 3; ++part) {
    const auto simulation = begin(scheme, start,
                                  {.max_displacement = 0.1,
                                   .trials_per_cell = 1,
                                   .threads = context.threads,
                                   .seed = part_seed(context, part)});
    Configuration before = start;
    for (int sweep = 0; sweep < 3; ++sweep) {
      simulation->advance(1);
      const Configuration after = simulation->configuration();
      collect_moved(before, after, moved);
      before = after;
    }
    trials += simulation->stats().trials;
  }
  return all_different(moved, 1e-6, 9 * start.size(), trials, "in 3 runs of 3 sweeps");
}

/// Numbers of sweeps at the borders of what a narrower key would hold.
constexpr std::uint64_t kLateSweeps[] = {0,        1,          1u << 8,    1u << 9,
                                         1u << 16, 1ull << 31, 1ull << 32, 1ull << 40};

/// One sweep at each of these numbers, from the same start with the same seed.
CheckResult draws_of_late_sweeps(const DiskScheme& scheme, const CheckContext& context) {
  const Configuration start = lone_disks(8, 8);
  std::vector<Vec<double>> moved;
  std::uint64_t trials = 0;
  for (const std::uint64_t sweep : kLateSweeps) {
    const auto simulation = begin(scheme, start,
                                  {.max_displacement = 0.1,
                                   .trials_per_cell = 1,
                                   .threads = context.threads,
                                   .seed = context.seed,
                                   .first_sweep = sweep});
    simulation->advance(1);
    collect_moved(start, simulation->configuration(), moved);
    trials += simulation->stats().trials;
  }
  return all_different(moved, 1e-6, std::size(kLateSweeps) * start.size(), trials,
                       "in sweeps up to number 2^40");
}

/// One sweep of more than 2^18 cells, one in four with a disk that is free.
CheckResult draws_of_many_cells(const DiskScheme& scheme, const CheckContext& context) {
  constexpr std::uint32_t kLines = 512;
  constexpr double kStep = 0.6;   // inside the cell, and away from the other disks
  constexpr double kSame = 2e-7;  // of single precision: chance of 2 pairs by accident below 1e-7
  const Configuration start = lone_disks(kLines, kLines);
  const auto simulation = begin(scheme, start,
                                {.max_displacement = kStep,
                                 .trials_per_cell = 1,
                                 .threads = context.threads,
                                 .seed = context.seed,
                                 .columns = kLines,
                                 .rows = kLines});
  simulation->advance(1);
  const double apart = 2 * start.box.width / kLines;  // of lone disks
  const auto from_home = [&](double x) {
    return std::remainder(x - apart / 4, apart);  // the first is in the middle of the first cell
  };
  std::vector<Vec<double>> moved;
  for (const Vec<double> r : simulation->configuration().centres)
    if (const Vec<double> d{from_home(r.x), from_home(r.y)}; std::hypot(d.x, d.y) > 1e-5)
      moved.push_back(d);
  // N random choices among N disks meet 1 - 1/e of them; schemes with cells move every disk.
  return all_different(moved, kSame, start.size(), simulation->stats().trials,
                       fmt::format("in one sweep of {} cells", kLines * kLines));
}

/// Single trial displacements of free disks. Schemes with stages move every lone disk once in the
/// first sweep; others are asked one disk at a time, for which one sweep is one trial.
std::vector<Vec<double>> single_steps(const DiskScheme& scheme, const CheckContext& context,
                                      double step, std::size_t wanted, std::uint64_t& trials) {
  std::vector<Vec<double>> moved;
  Configuration start = lone_disks(16, 16);
  for (std::uint64_t part = 0; moved.size() < wanted && part < 2 * wanted; ++part) {
    const auto simulation = begin(scheme, start,
                                  {.max_displacement = step,
                                   .trials_per_cell = 1,
                                   .threads = context.threads,
                                   .seed = part_seed(context, part)});
    if (simulation->stages() == nullptr && start.size() > 1) {
      start.centres.resize(1);
      continue;
    }
    simulation->advance(1);
    collect_moved(start, simulation->configuration(), moved);
    trials += simulation->stats().trials;
    if (moved.empty() && part > 10) break;
  }
  return moved;
}

/// Probability that as many pairs of these steps are equal in one number, or more, if it has
/// 2^16 values as likely as each other. Random numbers of fewer bits have more equal pairs.
double p_of_equal(std::vector<double> numbers) {
  constexpr double kEqual = 1e-9, kValues = 65536;
  std::sort(numbers.begin(), numbers.end());
  std::uint64_t equal = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = i + 1; j < numbers.size() && numbers[j] - numbers[i] < kEqual; ++j)
      ++equal;
  return binomial_upper(equal, numbers.size() * (numbers.size() - 1) / 2, 1 / kValues);
}

/// P-values of "uniform in a disc": (r / step)^2 and the angle are uniform, the mean step is zero,
/// and none of these numbers has few values.
void add_tests_of_steps(const std::vector<Vec<double>>& steps, double longest,
                        std::vector<double>& p_values) {
  std::vector<double> radial, angular, along[2];
  for (const Vec<double> d : steps) {
    radial.push_back((d.x * d.x + d.y * d.y) / (longest * longest));
    angular.push_back(std::atan2(d.y, d.x) / (2 * std::numbers::pi) + 0.5);
    along[0].push_back(d.x / longest);
    along[1].push_back(d.y / longest);
  }
  const auto uniform = [](double u) { return std::clamp(u, 0.0, 1.0); };
  for (const auto* sample : {&radial, &angular}) {
    p_values.push_back(kolmogorov_smirnov(*sample, uniform).p);
    p_values.push_back(p_of_equal(*sample));
  }
  for (const auto& sample : along) {
    const Estimate mean = estimate_independent(sample);
    p_values.push_back(normal_two_sided(mean.mean / mean.standard_error));
    p_values.push_back(p_of_equal(sample));
  }
}

/// Steps of two lengths; single precision of positions has coarser steps of the short one.
CheckResult displacement_law(const DiskScheme& scheme, const CheckContext& context) {
  const auto wanted = static_cast<std::size_t>(16000 * context.effort);
  std::uint64_t trials = 0;
  std::vector<double> p_values;
  for (const double step : {0.05, 0.5}) {
    const auto moved = single_steps(scheme, context, step, wanted, trials);
    if (moved.size() < wanted)
      return count_violations(1, trials,
                              fmt::format("free disks moved only {} times", moved.size()), "");
    add_tests_of_steps(moved, step, p_values);
  }
  CheckResult result = judge_together(
      p_values, 16, context,
      fmt::format("radius, angle and mean of {} steps at two step sizes", 2 * wanted));
  result.trials = trials;
  result.smallest_effect =
      3 / std::sqrt(static_cast<double>(wanted));  // of a distribution function
  return scheme.screened_starts ? external::of_part(result, context.effort) : result;
}

const bool registered =
    register_check(DiskCheck{.name = "property/fresh random numbers",
                             .shows = "no two cells, sweeps or seeds share a random displacement",
                             .needs = kAnyBalance,
                             .cost = "about 1 ms",
                             .run = fresh_random_numbers,
                             .only = {.of_trial_moves = true}}) &&
    register_check(DiskCheck{.name = "property/draws of late sweeps",
                             .shows = "sweeps 0 to 2^40 share no random displacement",
                             .needs = kAnyBalance,
                             .cost = "about 1 ms",
                             .run = draws_of_late_sweeps,
                             .only = {.of_trial_moves = true}}) &&
    register_check(DiskCheck{.name = "property/draws of many cells",
                             .shows = "no two of 2^18 cells share a random displacement",
                             .needs = kAnyBalance,
                             .cost = "about 0.1 s",
                             .run = draws_of_many_cells,
                             .only = {.of_trial_moves = true, .large = true},
                             .many_steps = true}) &&
    register_check(DiskCheck{.name = "property/displacement law",
                             .shows = "free disks step uniformly in a disc of the radius asked for",
                             .needs = kAnyBalance,
                             .cost = "about 0.3 s",
                             .run = displacement_law,
                             .only = {.of_trial_moves = true}});

}  // namespace
}  // namespace touchstone::property
