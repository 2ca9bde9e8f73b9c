#include "checkers/disks/standard_runs.hpp"

#include <numbers>

#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;

Configuration random_in(double width, double height, std::size_t disks, std::uint64_t seed) {
  const double packing = static_cast<double>(disks) * std::numbers::pi / 4 / (width * height);
  return disks::random_start(disks, packing, {width, height}, seed);
}

}  // namespace

std::vector<Run> standard_runs(const CheckContext& context) {
  std::vector<Run> runs;
  const auto add = [&](Configuration start, double step, int trials, std::uint64_t sweeps) {
    const std::uint64_t seed = part_seed(context, runs.size());
    runs.push_back({std::move(start),
                    {.max_displacement = step,
                     .trials_per_cell = trials,
                     .threads = context.threads,
                     .seed = seed},
                    static_cast<std::uint64_t>(static_cast<double>(sweeps) * context.effort)});
  };
  const std::uint64_t seed = part_seed(context, 1000);
  add(random_in(2.5, 2.6, 1, seed), 0.5, 4, 50);    // one disk, two cells per side
  add(random_in(2.2, 2.7, 2, seed), 0.3, 3, 50);    // both neighbours are the same cell
  add(random_in(12.6, 2.5, 13, seed), 0.4, 4, 50);  // a strip along x
  add(random_in(2.7, 15.1, 15, seed), 0.2, 5, 50);  // a strip along y
  add(random_in(9.1, 6.7, 30, seed), 1.0, 2, 50);   // the largest step
  add(disks::hexagonal_start(72, 0.70, disks::kHexagonal72), 0.16, 4, 40);
  add(disks::hexagonal_start(100, 0.65), 0.5, 1, 40);
  add(disks::hexagonal_start(224, 0.55, {2.3, 1}), 0.16, 8, 20);
  add(disks::hexagonal_start(256, 0.7023), 0.25, 3, 20);  // cells as wide as they can be
  return runs;
}

std::vector<Run> short_runs(const CheckContext& context) {
  const std::vector<Run> all = standard_runs(context);
  std::vector<Run> runs;
  for (const std::size_t k : {1u, 3u, 5u, 8u}) {
    runs.push_back(all[k]);
    runs.back().sweeps = 5;
  }
  return runs;
}

std::vector<Run> large_runs(const CheckContext& context) {
  std::vector<Run> runs;
  for (const std::size_t disks : {16384u, 65536u})
    runs.push_back({disks::hexagonal_start(disks, 0.65),
                    {.threads = context.threads, .seed = part_seed(context, disks)},
                    1});
  return runs;
}

std::vector<Run> jammed_runs(const CheckContext& context) {
  constexpr double kPlay = 1e-5;
  const double packing = disks::kClosePacking / ((1 + kPlay) * (1 + kPlay));
  std::vector<Run> runs;
  for (const double step : {0.3, 1.0})
    runs.push_back({disks::hexagonal_start(72, packing, disks::kHexagonal72),
                    {.max_displacement = step,
                     .trials_per_cell = 4,
                     .threads = context.threads,
                     .seed = part_seed(context, runs.size())},
                    4});
  return runs;
}

std::vector<Run> late_runs(const CheckContext& context) {
  std::vector<Run> runs;
  for (const unsigned bits : {9u, 16u, 31u, 32u, 40u}) {
    runs.push_back(standard_runs(context)[5]);
    runs.back().parameters.first_sweep = (std::uint64_t{1} << bits) - 1;
    runs.back().sweeps = 3;
  }
  return runs;
}

std::vector<Run> shaped_runs(const CheckContext& context) {
  constexpr double kWidest = std::numbers::sqrt2;
  std::vector<Run> runs;
  const auto add = [&](Configuration start, double step) {
    runs.push_back({std::move(start),
                    {.max_displacement = step,
                     .threads = context.threads,
                     .seed = part_seed(context, 2000 + runs.size())},
                    5});
  };
  // 2, 2.5: two cells; 3.2, 3.9, 5.8: wider than sqrt(2); the others at an even number of cells.
  const double sides[] = {
      2.0, 2.5, 3.2, 3.9, 5.8, 4 * kWidest * (1 - 1e-12), 4 * kWidest, 6 * kWidest * (1 + 1e-12),
      8.0, 17.3};
  for (std::size_t k = 0; k < std::size(sides); ++k) {
    const double width = sides[k];
    for (const std::size_t other : {k + 3, 2 * k + 1}) {
      const double height = sides[other % std::size(sides)];
      const auto disks = static_cast<std::size_t>(1 + 0.35 * width * height);
      add(random_in(width, height, disks, part_seed(context, 3000 + runs.size())), 0.4);
    }
  }
  constexpr double kSide = 1.4;
  Configuration full{{8 * kSide, 8 * kSide}, {}};
  for (int cell = 0; cell < 16; ++cell)
    for (const auto& [x, y] : {std::pair{0.15, 0.15}, {1.25, 0.15}, {0.15, 1.25}, {1.25, 1.25}})
      full.centres.push_back({cell % 4 * 2 * kSide + x, cell / 4 * 2 * kSide + y});
  add(std::move(full), 0.6);
  return runs;
}

disks::Configuration lone_disks(std::uint32_t columns, std::uint32_t rows) {
  constexpr double kSide = 1.4;
  Configuration c{{columns * kSide, rows * kSide}, {}};
  for (std::uint32_t y = 0; y < rows; y += 2)
    for (std::uint32_t x = 0; x < columns; x += 2)
      c.centres.push_back({(x + 0.5) * kSide, (y + 0.5) * kSide});
  return c;
}

}  // namespace touchstone::property
