// checkers/disks/independent_choices.cpp
// Purpose   Registers the checks that choices of one sweep are independent of each other, of those
//           of other cells, of the next sweep and of the next seed, and that no two seeds share
//           draws: neither seeds that differ in one bit nor seeds that are sweeps of one another.
// Source    Anderson et al. 2013, Algorithm 1 lines 1-5, Algorithm 2 lines 3 and 12.
// Computes  Cells with four or eight disks, of which one is moved, always with success: which disk,
//           r^2 and the angle, each in quarters of equal probability. All pairs of choices are
//           G-tested against 1/16; Holm over all. For seeds: equal displacements are counted.
// Cost      About 100000 trial moves.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <span>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"
#include "checkers/related_seeds.hpp"
#include "statistics/g_tests.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;
using disks::Vec;

constexpr std::uint32_t kLines = 16;
constexpr std::size_t kCells = kLines * kLines / 4;  // with disks: every second of every second row
constexpr double kStep = 0.05;                       // keeps all disks apart and in their cells
constexpr Vec<double> kSquare[] = {{0.1, 0.1}, {1.3, 0.1}, {0.1, 1.3}, {1.3, 1.3}};
constexpr Vec<double> kRing[] = {{0.1, 0.1}, {1.3, 0.1}, {2.5, 0.1}, {0.1, 1.3},
                                 {2.5, 1.3}, {0.1, 2.5}, {1.3, 2.5}, {2.5, 2.5}};
/// A cell as in the paper, and a wide one: those of more than four disks are shuffled otherwise.
struct Cell {
  double side;
  std::span<const Vec<double>> disks;
};
constexpr Cell kSizes[] = {{1.4, kSquare}, {2.6, kRing}};

constexpr std::size_t kChoices = 3;
constexpr std::array<const char*, kChoices> kNames{"which disk", "its radius", "its angle"};
using Choices = std::array<std::size_t, kChoices>;      // each 0 to 3
using Sweep = std::vector<std::optional<Choices>>;      // by cell; nothing where it is not clear
using Table = std::array<std::uint64_t, 16>;            // of two choices
using Tables = std::array<Table, kChoices * kChoices>;  // of all pairs

Configuration full_cells(const Cell& cell) {
  Configuration c{{kLines * cell.side, kLines * cell.side}, {}};
  for (std::uint32_t y = 0; y < kLines; y += 2)
    for (std::uint32_t x = 0; x < kLines; x += 2)
      for (const Vec<double> local : cell.disks)
        c.centres.push_back({x * cell.side + local.x, y * cell.side + local.y});
  return c;
}

Choices choices_of(std::size_t quarter_of_disks, Vec<double> d) {
  const double radius = (d.x * d.x + d.y * d.y) / (kStep * kStep);
  const double turn = std::atan2(d.y, d.x) / (2 * std::numbers::pi) + 0.5;
  const auto quarter = [](double u) {
    return static_cast<std::size_t>(std::clamp(4 * u, 0.0, 3.0));
  };
  return {quarter_of_disks, quarter(radius), quarter(turn)};
}

Sweep choices_of(const Configuration& before, const Configuration& after) {
  const std::vector<Vec<double>> moved = displacements(before, after);
  Sweep sweep(kCells);
  const std::size_t disks = before.size() / kCells;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    std::size_t movers = 0;
    for (std::size_t i = 0; i < disks; ++i) {
      const Vec<double> d = moved[disks * cell + i];
      if (std::hypot(d.x, d.y) < 1e-5) continue;
      sweep[cell] = choices_of(4 * i / disks, d);
      ++movers;
    }
    if (movers != 1) sweep[cell].reset();
  }
  return sweep;
}

/// Pairs (choice of a, choice of b) for every cell; `ahead` cells later in the second.
void add(const Sweep& a, const Sweep& b, std::size_t ahead, Tables& tables) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const auto& p = a[cell];
    const auto& q = b[(cell + ahead) % kCells];
    if (!p || !q) continue;
    for (std::size_t i = 0; i < kChoices; ++i)
      for (std::size_t j = 0; j < kChoices; ++j) ++tables[i * kChoices + j][4 * (*p)[i] + (*q)[j]];
  }
}

constexpr std::size_t kRelations = 4;
constexpr std::array<const char*, kRelations> kOf{"of the same cell", "of the next cell",
                                                  "of the cell in the next row",
                                                  "of the next sweep or seed"};
struct Pairs {
  std::array<Tables, kRelations> tables{};
  std::uint64_t cells = 0;
  std::uint64_t trials = 0;

  void add_sweep(const Sweep& now, const Sweep& before) {
    add(now, now, 0, tables[0]);
    add(now, now, 1, tables[1]);
    add(now, now, kLines / 2, tables[2]);
    if (!before.empty()) add(before, now, 0, tables[3]);
    cells += static_cast<std::uint64_t>(
        std::count_if(now.begin(), now.end(), [](const auto& c) { return c.has_value(); }));
  }
};

CheckResult judged(const Pairs& pairs, const CheckContext& context) {
  const std::vector<double> equal(16, 1.0 / 16);
  std::vector<double> p_values;
  std::vector<std::string> names;
  for (std::size_t relation = 0; relation < kRelations; ++relation)
    for (std::size_t i = 0; i < kChoices; ++i)
      for (std::size_t j = 0; j < kChoices; ++j) {
        if (relation == 0 && j <= i) continue;
        p_values.push_back(g_test(pairs.tables[relation][i * kChoices + j], equal).p);
        names.push_back(fmt::format("{} and {} {}", kNames[i], kNames[j], kOf[relation]));
      }
  const auto least = std::min_element(p_values.begin(), p_values.end()) - p_values.begin();
  CheckResult result = judge_together(
      p_values, kRelations * kChoices * kChoices - kChoices * (kChoices + 1) / 2, context,
      fmt::format("{} pairs of choices, {} cells; least likely: {}", names.size(), pairs.cells,
                  names[static_cast<std::size_t>(least)]));
  result.trials = pairs.trials;
  result.smallest_effect = 8 / std::sqrt(static_cast<double>(pairs.cells));
  return result;
}

/// Two sweeps of each of many seeds that follow `seed`: a seed must not be a lag.
std::vector<Sweep> sweeps_of(const DiskScheme& scheme, const CheckContext& context,
                             std::uint64_t seed, const Configuration& start, std::uint64_t sweeps,
                             Pairs& pairs) {
  std::vector<Sweep> all;
  for (std::uint64_t k = 0; k < sweeps; ++k) {
    const auto simulation = begin(scheme, start,
                                  {.max_displacement = kStep,
                                   .trials_per_cell = 1,
                                   .threads = context.threads,
                                   .seed = seed + k / 2,
                                   .first_sweep = k % 2,
                                   .columns = kLines,
                                   .rows = kLines});
    simulation->advance(1);
    pairs.trials += simulation->stats().trials;
    all.push_back(choices_of(start, simulation->configuration()));
  }
  return all;
}

CheckResult independent_choices(const DiskScheme& scheme, const CheckContext& context) {
  const auto sweeps = static_cast<std::uint64_t>(200 * std::max(1.0, context.effort));
  Pairs pairs;
  std::uint64_t wanted = 0;
  std::uint64_t seed = context.seed;
  for (const Cell& cell : kSizes) {
    std::vector<Sweep> made;
    try {
      made = sweeps_of(scheme, context, seed, full_cells(cell), sweeps, pairs);
    } catch (const CannotRun&) {  // some have no wide cells
      if (wanted == 0) throw;
      continue;
    }
    for (std::size_t k = 0; k < made.size(); ++k)
      pairs.add_sweep(made[k], k == 0 ? Sweep{} : made[k - 1]);
    wanted += sweeps * kCells;
    seed = part_seed(context, 1);  // the same one would draw the same numbers again
  }
  if (100 * pairs.cells < 99 * wanted)
    return count_violations(
        1, pairs.trials,
        fmt::format("only {} of {} free cells moved exactly one disk", pairs.cells, wanted), "");
  return judged(pairs, context);
}

CheckResult seeds_apart(const DiskScheme& scheme, const CheckContext& context) {
  constexpr double kSame = 2e-7;  // chance of two pairs by accident about 1e-11
  const Configuration start = lone_disks(8, 8);
  const std::set<std::uint64_t> seeds = related_seeds(part_seed(context, 0) | 1);
  std::vector<Vec<double>> moved;
  std::uint64_t trials = 0;
  for (const std::uint64_t seed : seeds)
    for (const std::uint64_t sweep : {0u, 1u, 2u, 3u}) {
      const auto simulation = begin(scheme, start,
                                    {.max_displacement = 0.5,
                                     .trials_per_cell = 1,
                                     .threads = context.threads,
                                     .seed = seed,
                                     .first_sweep = sweep});
      simulation->advance(1);
      trials += simulation->stats().trials;
      for (const Vec<double> d : displacements(start, simulation->configuration()))
        if (std::hypot(d.x, d.y) > 1e-5) moved.push_back(d);
    }
  return all_different(moved, kSame, 4 * seeds.size() * start.size(), trials,
                       fmt::format("of {} related seeds", seeds.size()));
}

const bool registered =
    register_check(DiskCheck{
        .name = "property/independent choices",
        .shows = "which disk moves, how far and where to are independent of each other and of "
                 "those of other cells, sweeps and seeds",
        .needs = Claims::detailed_balance,
        .cost = "about 0.2 s",
        .run = independent_choices,
        .only = {.of_trial_moves = true, .of_cells = true}}) &&
    register_check(DiskCheck{.name = "property/seeds apart",
                             .shows = "no seed repeats draws of a related one, in any sweep",
                             .needs = Claims::detailed_balance | Claims::global_balance,
                             .cost = "about 10 ms",
                             .run = seeds_apart,
                             .only = {.of_trial_moves = true}});

}  // namespace
}  // namespace touchstone::property
