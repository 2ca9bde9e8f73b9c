// checkers/disks/selection.cpp
// Purpose   Registers the check of who is moved first: with one trial per cell, each disk of a cell
//           must be equally likely to be moved, whatever its place in the list. A list order that
//           matters is memory: it tells who came when.
// Source    Anderson et al. 2013, Algorithm 1 line 5 and section 2.4, item 2.
// Computes  From starts in which every move succeeds, so that who moved is seen without doubt and
//           all choices are independent: a G-test against 1/n for cells of n = 2, 3, 4 disks.
// Cost      Three starts of 64 cells suffice for the missing shuffle; 600 see a bias of 8 percent.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "checkers/disks/disk_kind.hpp"
#include "statistics/g_tests.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::Vec;

constexpr double kSide = 1.4;  // of a cell
constexpr std::uint32_t kLines = 16;
constexpr double kStep = 0.05;  // keeps all disks apart and in their cells

/// Disks of a cell, more than 2 kStep + 1 apart and more than kStep from its edges.
constexpr std::array<Vec<double>, 4> kSquare{{{0.1, 0.1}, {1.3, 0.1}, {0.1, 1.3}, {1.3, 1.3}}};
constexpr std::array<Vec<double>, 3> kTriangle{{{0.1, 0.1}, {1.3, 0.1}, {0.7, 1.3}}};

struct Start {
  Configuration configuration;
  std::vector<std::size_t> disks_of_cell;  ///< number of disks in each occupied cell, in order
};

Start make_start() {
  Start start{{{kLines * kSide, kLines * kSide}, {}}, {}};
  std::size_t n = 0;
  for (std::uint32_t y = 0; y < kLines; y += 2)
    for (std::uint32_t x = 0; x < kLines; x += 2) {
      n = n % 3 + 1;
      for (std::size_t i = 0; i <= n; ++i) {
        const Vec<double> local = n == 2 ? kTriangle[i] : kSquare[i];
        start.configuration.centres.push_back({x * kSide + local.x, y * kSide + local.y});
      }
      start.disks_of_cell.push_back(n + 1);
    }
  return start;
}

/// counts[n][i]: how often disk i of a cell with n disks was the one that moved.
using Counts = std::array<std::array<std::uint64_t, 4>, 5>;

/// The disks of a start that are not where they were.
std::vector<bool> moved(const Configuration& before, const Configuration& after) {
  constexpr double kStill = 1e-5;
  std::vector<bool> result;
  for (const Vec<double> p : before.centres)
    result.push_back(std::none_of(after.centres.begin(), after.centres.end(), [&](Vec<double> q) {
      return before.box.distance2(p, q) < kStill * kStill;
    }));
  return result;
}

/// Adds one sweep; returns the number of cells that did not visibly move exactly one disk.
std::size_t add(const Start& start, const Configuration& after, Counts& counts) {
  const std::vector<bool> who = moved(start.configuration, after);
  std::size_t unclear = 0;
  std::size_t first = 0;
  for (const std::size_t n : start.disks_of_cell) {
    const auto cell = who.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = cell + static_cast<std::ptrdiff_t>(n);
    if (std::count(cell, end, true) == 1)
      ++counts[n][static_cast<std::size_t>(std::find(cell, end, true) - cell)];
    else
      ++unclear;
    first += n;
  }
  return unclear;
}

CheckResult judge_counts(const Counts& counts, const CheckContext& context) {
  std::vector<double> p_values;
  std::string text;
  for (std::size_t n = 2; n <= 4; ++n) {
    const std::span<const std::uint64_t> observed(counts[n].data(), n);
    const std::vector<double> equal(n, 1.0 / static_cast<double>(n));
    p_values.push_back(g_test(observed, equal).p);
    text += n == 2 ? "" : ";";
    for (const std::uint64_t count : observed) text += fmt::format(" {}", count);
  }
  return judge_together(p_values, 3, context, "moved first, by place in the list:" + text);
}

CheckResult selection_law(const disks::DiskScheme& scheme, const CheckContext& context) {
  const Start start = make_start();
  const auto starts = static_cast<std::uint64_t>(600 * context.effort);
  const std::array<std::uint64_t, 3> looks{15, 150, starts};  // gross faults show at the first
  CheckContext each_look = context;
  each_look.false_alarm /= looks.size();
  Counts counts{};
  CheckResult result;
  std::uint64_t trials = 0;
  std::uint64_t unclear = 0;
  for (std::uint64_t done = 1; done <= starts && result.verdict != Verdict::fail; ++done) {
    const auto simulation = begin(scheme, start.configuration,
                                  {.max_displacement = kStep,
                                   .trials_per_cell = 1,
                                   .threads = context.threads,
                                   .seed = part_seed(context, done),
                                   .columns = kLines,
                                   .rows = kLines});
    simulation->advance(1);
    trials += simulation->stats().trials;
    unclear += add(start, simulation->configuration(), counts);
    if (100 * unclear > done * start.disks_of_cell.size())  // a step below 1e-5 is one in 1e7
      return count_violations(
          unclear, trials, fmt::format("{} free cells did not move exactly one disk", unclear), "");
    if (std::find(looks.begin(), looks.end(), done) != looks.end())
      result = judge_counts(counts, each_look);
  }
  result.trials = trials;
  result.false_alarm = context.false_alarm;
  if (result.p) result.p = std::min(1.0, *result.p * looks.size());
  result.smallest_effect = 7 / std::sqrt(static_cast<double>(trials) / 3);
  return result;
}

const bool registered = register_check(DiskCheck{
    .name = "property/selection law",
    .shows = "each disk of a cell is equally likely to move first: the list order is no memory",
    .needs = Claims::detailed_balance,
    .cost = "about 0.2 s",
    .run = selection_law,
    .only = {.of_cells = true}});

}  // namespace
}  // namespace touchstone::property
