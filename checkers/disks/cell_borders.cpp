// checkers/disks/cell_borders.cpp
// Purpose   Registers the check that the border of a cell belongs to the same cell as in the
//           reference: a trial move that ends on it, or a shift of the grid that brings it to a
//           disk, happens once in 1e7 times, and whoever takes > for >= is right in all others.
// Computes  Lone disks are moved by the reference for a sweep of one trial. With the same random
//           numbers they then begin where this move ends at a border of their cell, or where the
//           shift after it puts one, up to a few units of rounding: many end right on it. Bit for
//           bit the same as by the reference after this sweep and the next, in which a disk of
//           another cell has other random numbers.
// Cost      About 0.05 s for each scheme, 0.3 s on the grid emulator.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "checkers/disks/lone_disks.hpp"
#include "models/disks/space.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;
using disks::Vec;

constexpr int kSystems = 32;
constexpr double kUnit = 0x1p-25;    ///< step of a coordinate in a cell, in single precision
constexpr int kUnits = 4;            ///< at most so many off the border
constexpr double kClear = 0.01;      ///< least distance of a start from borders, and least move
constexpr std::uint64_t kLeast = 5;  ///< disks of a system that end on either side

/// One coordinate of a lone disk, counted from the low border of its cell.
struct Way {
  double side, move;

  bool may_start(double at) const { return kClear < at && at < side - kClear; }
  /// A start from which it stays within the cell.
  double any_start(Draws& draw) const {
    return draw.from(std::max(kClear, kClear - move), std::min(side, side - move) - kClear);
  }
  /// A start from which it ends at `border`, but for rounding.
  double start_towards(double border, Draws& draw) const {
    return border - move + draw.whole(-kUnits, kUnits) * kUnit;
  }
  std::optional<double> start_towards_own_border(Draws& draw) const {
    const double at = start_towards(move > 0 ? side : 0, draw);
    return may_start(at) ? std::optional(at) : std::nullopt;
  }
  /// The same for the border that a shift along this coordinate puts into the cell.
  std::optional<double> start_towards_shifted(double by, Draws& draw) const {
    const double border = by > 0 ? by : side + by;
    const double at = start_towards(border, draw);
    const bool within = kClear < border && border < side - kClear;
    return within && may_start(at) ? std::optional(at) : std::nullopt;
  }
};

/// A disk that ends at a border: its own, where it goes or stays, or one of the shifted grid.
struct Ender {
  bool shifted;
  bool along_x;
  double border;  ///< place of the border of the shifted grid, in the box
};

/// Shift of the grid at the end of the first sweep.
Vec<double> shift_of(const Run& run) {
  const Vec<double> side = cell_sides(run);
  const disks::PlaneSpace<float> space({static_cast<float>(side.x), static_cast<float>(side.y)},
                                       static_cast<float>(run.parameters.max_displacement));
  const auto shift = space.draw_shift(Philox(run.parameters.seed), run.parameters.first_sweep);
  const auto distance = static_cast<double>(shift.distance);
  return {shift.direction.x * distance, shift.direction.y * distance};
}

/// Moves the disks of `run` to where they end at borders; those that cannot are left out.
std::vector<Ender> put_before_borders(Run& run, const std::vector<Vec<double>>& moves,
                                      Draws& draw) {
  const Vec<double> side = cell_sides(run), shift = shift_of(run);
  std::vector<Ender> enders;
  std::vector<Vec<double>> starts;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!has_moved(moves[i])) continue;
    const Vec<double> corner{std::floor(run.start.centres[i].x / side.x) * side.x,
                             std::floor(run.start.centres[i].y / side.y) * side.y};
    const Way x{side.x, moves[i].x}, y{side.y, moves[i].y};
    Ender ender{.shifted = draw.one_in(2), .along_x = draw.one_in(2), .border = 0};
    if (ender.shifted) ender.along_x = shift.x != 0;
    const Way& along = ender.along_x ? x : y;
    const double by = ender.along_x ? shift.x : shift.y;
    const auto start = ender.shifted ? along.start_towards_shifted(by, draw)
                                     : along.start_towards_own_border(draw);
    if (!start) continue;
    ender.border = (ender.along_x ? corner.x : corner.y) + (by > 0 ? by : along.side + by);
    enders.push_back(ender);
    starts.push_back(corner + (ender.along_x ? Vec<double>{*start, y.any_start(draw)}
                                             : Vec<double>{x.any_start(draw), *start}));
  }
  run.start.centres = starts;
  return enders;
}

/// Numbers of disks on either side of a border.
struct Sides {
  std::uint64_t below = 0, above = 0;
  void add(bool is_above) { ++(is_above ? above : below); }
  std::uint64_t least() const { return std::min(below, above); }
};

CheckResult cell_borders(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  Finding total;
  Sides own, shifted;
  const auto compare = [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    Run run = draw_lone_disks(draw, 0.9);
    const std::vector<Ender> enders = put_before_borders(run, moves_by(reference, run), draw);
    const auto mine = begin(scheme, run.start, run.parameters);
    const auto theirs = begin(reference, run.start, run.parameters);
    total += same_after(*mine, *theirs, run, 1, "moves to borders");
    const auto moves = displacements(run.start, theirs->configuration());
    for (std::size_t i = 0; i < enders.size(); ++i) {
      const Vec<double> end = run.start.centres[i] + moves[i];
      if (enders[i].shifted)
        shifted.add((enders[i].along_x ? end.x : end.y) > enders[i].border);
      else
        own.add(has_moved(moves[i]));
    }
    total += same_after(*mine, *theirs, run, 1, "after moves to borders");
    return true;
  };
  const auto seen = [&](int systems) {
    return std::min(own.least(), shifted.least()) >= kLeast * static_cast<std::uint64_t>(systems);
  };
  const DrawnSystems systems = compare_drawn(context, kSystems, total, compare, seen);
  const auto least = kLeast * static_cast<std::uint64_t>(systems.wanted);
  for (const auto& [sides, border] : {std::pair{own, "of its cell"}, {shifted, "after a shift"}})
    total.require(sides.least() >= least,
                  fmt::format("{} and {} disks on the sides of a border {}, expected {} or more",
                              sides.below, sides.above, border, least));
  return count_violations(total.violations, total.trials, total.first,
                          fmt::format("{} moves to borders: the same bits",
                                      own.below + own.above + shifted.below + shifted.above));
}

const bool registered = register_check(
    DiskCheck{.name = "property/cell borders",
              .shows = "trial moves and grid shifts that bring a disk to the border of a cell are "
                       "decided as by the reference",
              .needs = Claims::equals_reference,
              .cost = "0.05 to 0.3 s",
              .run = cell_borders,
              .only = {.of_cells = true}});

}  // namespace
}  // namespace touchstone::property
