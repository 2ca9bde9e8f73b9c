// checkers/mpmc/shift_checks.cpp
// Purpose   Checks the shifts of the grid of cells: all four directions alike, distances uniform up
//           to half a cell, independent of each other and from sweep to sweep, and not those of
//           related seeds or of sweeps that are far apart. Schemes and references draw them by the
//           same code, and positions that users see do not show them.
// Source    Anderson et al. 2013, Algorithm 1 lines 15-16.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "checkers/mpmc/cell_checks.hpp"
#include "checkers/related_seeds.hpp"
#include "statistics/g_tests.hpp"

namespace touchstone {
namespace {

using disks::Vec;
using Shift = disks::GridShift<double>;

constexpr std::size_t kParts = 8;  ///< number in half a cell
constexpr std::size_t kKinds = 4 * kParts;
constexpr std::uint64_t kSweeps = 100'000;
constexpr double kSeen = 0.06;  ///< least change of the chance of a part; of a direction 0.04

/// Direction and part of half a cell, in which the shift ends; kKinds where it is no shift.
std::size_t kind_of(const Shift& shift, Vec<double> cell) {
  const auto direction =
      std::find(disks::kDirections.begin(), disks::kDirections.end(), shift.direction);
  const double half = (shift.direction.x != 0 ? cell.x : cell.y) / 2;
  if (direction == disks::kDirections.end() || !(shift.distance >= 0) || !(shift.distance < half))
    return kKinds;
  const auto part = static_cast<std::size_t>(shift.distance / half * kParts);
  return static_cast<std::size_t>(direction - disks::kDirections.begin()) * kParts +
         std::min(part, kParts - 1);
}

double p_uniform(const std::vector<std::uint64_t>& counts) {
  const std::vector<double> alike(counts.size(), 1 / static_cast<double>(counts.size()));
  return g_test(counts, alike).p;
}

/// Shifts that other seeds or late sweeps have had before, to all 32 bits of their distances.
std::uint64_t shifts_that_repeat(const CellCode& code, Vec<double> cell, std::uint64_t seed) {
  constexpr std::uint64_t kLate[] = {0,        1,        1u << 8,  1u << 9,    1u << 16,
                                     1u << 17, 1u << 24, 1u << 31, 1ull << 32, 1ull << 40};
  std::set<double> known;
  std::uint64_t repeated = 0;
  for (const std::uint64_t other : related_seeds(seed))
    for (const std::uint64_t sweep : kLate)
      repeated += known.insert(code.shift(cell, other, sweep).distance).second ? 0 : 1;
  return repeated;
}

}  // namespace

CheckResult check_shifts(const CellCode& code, const CheckContext& context) {
  const Vec<double> cell{1.3, 1.1};
  const auto sweeps = static_cast<std::uint64_t>(kSweeps * context.effort);
  std::vector<std::uint64_t> alone(kKinds), directions(16), parts(kParts * kParts);
  std::size_t before = 0;
  for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep) {
    const Shift shift = code.shift(cell, part_seed(context, 3), sweep);
    const std::size_t kind = kind_of(shift, cell);
    if (kind == kKinds)
      return count_violations(1, sweeps,
                              fmt::format("sweep {}: a shift by {:.6g} along ({}, {})", sweep,
                                          shift.distance, shift.direction.x, shift.direction.y),
                              "");
    ++alone[kind];
    if (sweep % 2 == 1) {  // pairs that share no sweep
      ++directions[before / kParts * 4 + kind / kParts];
      ++parts[before % kParts * kParts + kind % kParts];
    }
    before = kind;
  }
  // One of 730 repeats by a chance of at most 6e-5, three of them by one below 1e-13.
  const std::uint64_t repeated = shifts_that_repeat(code, cell, part_seed(context, 3) | 1);
  if (repeated > 2)
    return count_violations(repeated, sweeps,
                            fmt::format("{} shifts are those of another seed or sweep", repeated),
                            "");
  const std::array p_values{p_uniform(alone), p_uniform(directions), p_uniform(parts)};
  CheckResult result = judge_together(
      p_values, 3, context,
      fmt::format("{} shifts: directions and distances, and those of two sweeps", sweeps));
  result.trials = sweeps;
  result.smallest_effect = kSeen / std::sqrt(context.effort);
  return result;
}

}  // namespace touchstone
