// checkers/disks/near_contact.cpp
// Purpose   Registers the check that close calls are decided as by the reference: schemes screen
//           pairs by a quick expression with a margin for its rounding, and a margin that is too
//           small decides one trial in 1e7 wrongly, which no comparison of ordinary runs sees.
// Computes  A lone disk in every fourth cell of every fourth row is moved by the reference for a
//           sweep of one trial. The same start with a second disk for each that moved, nearly in
//           contact with where it went, is then a sweep of close calls for those whose colour
//           comes first: bit for bit the same as by the reference. Where the second disk is in the
//           same cell, one of the two makes the trial, with the same displacement.
// Cost      About 0.05 s for each scheme, 0.3 s on the grid emulator.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/disks/lone_disks.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;
using disks::Vec;

constexpr int kSystems = 32;
constexpr double kNearest = 1e-4;  ///< smallest gap, in tolerances of the reference
/// Close calls that end either way, of a system.
constexpr std::uint64_t kLeastAcross = 20, kLeastWithin = 5;

struct Pair {
  Vec<double> start, move;  ///< the lone disk's centre and displacement
  Vec<double> partner;
  bool within = false;  ///< both are in one cell
};

/// A place at nearly one diameter from where the lone disk goes and off its start: in another cell,
/// or within this one, so that the partner moves if it is chosen for the trial.
bool place_partner(Pair& pair, const disks::Box& box, double tolerance, Draws& draw) {
  const double size = draw.scale(kNearest * tolerance, tolerance);
  const double gap = draw.one_in(2) ? size : -size;
  const auto cell = [&](Vec<double> p) {
    return Vec<double>{std::floor(p.x / (box.width / kLonesLines)),
                       std::floor(p.y / (box.height / kLonesLines))};
  };
  const auto is_clear = [&](Vec<double> p) { return box.distance2(pair.start, p) > 1.01; };
  const auto can_move = [&](Vec<double> to) {
    return cell(to) == cell(pair.start) && is_clear(box.wrap(to));
  };
  pair.within = draw.one_in(2);
  constexpr int kTries = 100;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const double angle = draw.from(0, 2 * std::numbers::pi), distance = 1 + gap;
    pair.partner = box.wrap(pair.start + pair.move +
                            Vec<double>{distance * std::cos(angle), distance * std::sin(angle)});
    const bool same_cell = cell(pair.partner) == cell(pair.start);
    if (same_cell == pair.within && is_clear(pair.partner) &&
        (!same_cell || can_move(pair.partner + pair.move)))
      return true;
  }
  return false;
}

/// Lone disks that the reference moves, each with its partner.
std::vector<Pair> close_calls(const DiskScheme& reference, const Run& lone, Draws& draw) {
  const std::vector<Vec<double>> moves = moves_by(reference, lone);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Pair pair{lone.start.centres[i], moves[i], {}};
    if (has_moved(moves[i]) && place_partner(pair, lone.start.box, reference.tolerance, draw))
      pairs.push_back(pair);
  }
  return pairs;
}

/// Lone disks that went, and lone disks that stayed, though another disk was nearly in contact.
struct Ends {
  std::uint64_t moved = 0, stayed = 0;
  std::uint64_t least() const { return std::min(moved, stayed); }
};

/// Adds the ends of pairs within a cell, or of all others. `moves`: of both disks of each pair.
void add_ends(Ends& ends, const std::vector<Pair>& pairs, const std::vector<Vec<double>>& moves,
              bool within) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].within != within || (within && has_moved(moves[2 * i + 1]))) continue;
    ++(has_moved(moves[2 * i]) ? ends.moved : ends.stayed);
  }
}

CheckResult near_contact(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  Finding total;
  std::uint64_t calls = 0;
  Ends across, within;
  const auto compare = [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    Run run = draw_lone_disks(draw, 0.9);
    const std::vector<Pair> pairs = close_calls(reference, run, draw);
    run.start.centres.clear();
    for (const Pair& pair : pairs)
      run.start.centres.insert(run.start.centres.end(), {pair.start, pair.partner});
    const auto mine = begin(scheme, run.start, run.parameters);
    const auto theirs = begin(reference, run.start, run.parameters);
    total += same_after(*mine, *theirs, run, run.sweeps, "close calls");
    const auto moves = displacements(run.start, theirs->configuration());
    add_ends(across, pairs, moves, false);
    add_ends(within, pairs, moves, true);
    calls += pairs.size();
    return true;
  };
  const auto seen = [&](int systems) {
    return across.least() >= kLeastAcross * static_cast<std::uint64_t>(systems) &&
           within.least() >= kLeastWithin * static_cast<std::uint64_t>(systems);
  };
  const DrawnSystems systems = compare_drawn(context, kSystems, total, compare, seen);
  const auto require = [&](const Ends& ends, std::uint64_t of_a_system, const char* where) {
    const auto least = of_a_system * static_cast<std::uint64_t>(systems.wanted);
    total.require(ends.least() >= least,
                  fmt::format("{} cells {} disks moved and {} stayed, expected {} of each or more",
                              where, ends.moved, ends.stayed, least));
  };
  require(across, kLeastAcross, "across");
  require(within, kLeastWithin, "within");
  return count_violations(total.violations, total.trials, total.first,
                          fmt::format("{} close calls: the same bits", calls));
}

const bool registered = register_check(
    DiskCheck{.name = "property/near contact",
              .shows = "trial moves that end within rounding of contact are decided as by the "
                       "reference",
              .needs = Claims::equals_reference,
              .cost = "0.05 to 0.3 s",
              .run = near_contact,
              .only = {.of_cells = true}});

}  // namespace
}  // namespace touchstone::property
