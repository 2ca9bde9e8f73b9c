// checkers/disks/full_cells.cpp
// Purpose   Registers the check that cells which hold all the disks that fit are seen in full by
//           their neighbours. Four disks fit only in the corners, which ordinary runs hardly meet;
//           schemes keep a list's last place apart, or look at it in a rare branch only.
// Computes  Four disks in the corners of every fourth cell of every fourth row, in any order, and
//           in one of the eight cells around them a disk within a trial move of one of the four.
//           Further sweeps, whose shifts take disks out of some of the full cells: a list that
//           became shorter may keep its last disk. Bit for bit the same as by the reference.
// Cost      About 0.1 s for each scheme, 0.1 to 1.5 s on the grid emulator.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "checkers/disks/lone_disks.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;
using disks::Vec;

constexpr int kSystems = 48;
constexpr std::uint32_t kLines = 32;  ///< cells of a row, and rows
constexpr std::uint32_t kApart = 4;   ///< cells from one full cell to the next
/// Disks of a system, beside full cells, that must have moved, and that must have stayed.
constexpr std::uint64_t kLeastMoved = 5, kLeastStayed = 5;
/// Further sweeps: shifts of the grid take disks out of some full cells beside others that stay so.
constexpr std::uint64_t kLater = 4;

using Corners = std::array<Vec<double>, 4>;

/// Disks in the corners of a cell, nearly as far apart as it is wide, in any order.
Corners draw_corners(Vec<double> corner, Vec<double> side, Draws& draw) {
  const auto inset = [&](double length) { return draw.from(1e-4, 0.499) * (length - 1); };
  Corners four{corner + Vec<double>{inset(side.x), inset(side.y)},
               corner + Vec<double>{side.x - inset(side.x), inset(side.y)},
               corner + Vec<double>{inset(side.x), side.y - inset(side.y)},
               corner + Vec<double>{side.x - inset(side.x), side.y - inset(side.y)}};
  for (int i = 3; i > 0; --i)
    std::swap(four.at(static_cast<std::size_t>(i)),
              four.at(static_cast<std::size_t>(draw.whole(0, i))));
  return four;
}

/// A place near one of the four, off all of them, within the cells around theirs.
Vec<double> draw_beside(const Corners& four, Vec<double> corner, Vec<double> side,
                        const disks::Box& box, Draws& draw) {
  const Vec<double> near = four.at(static_cast<std::size_t>(draw.whole(0, 3)));
  for (;;) {
    const double angle = draw.from(0, 2 * std::numbers::pi), distance = draw.from(1.001, 1.3);
    const Vec<double> at =
        near + Vec<double>{distance * std::cos(angle), distance * std::sin(angle)};
    const double column = std::floor((at.x - corner.x) / side.x);
    const double row = std::floor((at.y - corner.y) / side.y);
    if ((column == 0 && row == 0) || std::abs(column) > 1 || std::abs(row) > 1) continue;
    bool clear = true;
    for (const Vec<double>& disk : four) clear = clear && box.distance2(disk, at) > 1.001;
    if (clear) return box.wrap(at);
  }
}

Run draw_full_cells(Draws& draw) {
  // In the widest cells four disks are off the edges, so that some shifts leave all of them.
  const double least = draw.one_in(3) ? 1.01 : 1.37;
  const Vec<double> side{draw.from(least, 1.41), draw.from(least, 1.41)};
  Run run = draw_sweep(draw, side, kLines, draw.from(0.1, 0.5));
  for (std::uint32_t row = 0; row < kLines; row += kApart)
    for (std::uint32_t column = 0; column < kLines; column += kApart) {
      const Vec<double> corner{column * side.x, row * side.y};
      const Corners four = draw_corners(corner, side, draw);
      run.start.centres.insert(run.start.centres.end(), four.begin(), four.end());
      run.start.centres.push_back(draw_beside(four, corner, side, run.start.box, draw));
    }
  return run;
}

CheckResult full_cells(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  Finding total;
  std::uint64_t moved = 0, stayed = 0;
  const auto compare = [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    const Run run = draw_full_cells(draw);
    const auto mine = begin(scheme, run.start, run.parameters);
    const auto theirs = begin(reference, run.start, run.parameters);
    total += same_after(*mine, *theirs, run, run.sweeps, "full cells");
    const auto moves = displacements(run.start, theirs->configuration());
    for (std::size_t i = 4; i < moves.size(); i += 5)
      ++(std::hypot(moves[i].x, moves[i].y) > 1e-3 ? moved : stayed);
    total += same_after(*mine, *theirs, run, kLater, "after full cells have lost disks");
    return true;
  };
  const auto seen = [&](int systems) {
    const auto count = static_cast<std::uint64_t>(systems);
    return moved >= count * kLeastMoved && stayed >= count * kLeastStayed;
  };
  const DrawnSystems systems = compare_drawn(context, kSystems, total, compare, seen);
  total.require(seen(systems.wanted),
                fmt::format("{} disks beside full cells moved and {} stayed", moved, stayed));
  return count_violations(total.violations, total.trials, total.first,
                          fmt::format("{} disks beside full cells: the same bits", moved + stayed));
}

const bool registered = register_check(
    DiskCheck{.name = "property/full cells",
              .shows = "trial moves beside cells that hold all the disks that fit, or have just "
                       "lost some, are decided as by the reference",
              .needs = Claims::equals_reference,
              .cost = "0.1 to 1.5 s",
              .run = full_cells,
              .only = {.of_cells = true}});

}  // namespace
}  // namespace touchstone::property
