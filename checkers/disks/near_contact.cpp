// checkers/disks/near_contact.cpp
// Purpose   Registers the check that close calls are decided as by the reference: schemes screen
//           pairs by a quick expression with a margin for its rounding, and a margin that is too
//           small decides one trial in 1e7 wrongly, which no comparison of ordinary runs sees.
// Computes  A lone disk in every fourth cell of every fourth row is moved by the reference for a
//           sweep of one trial. The same start with a second disk for each that moved, nearly in
//           contact with where it went, is then a sweep of close calls for those whose colour
//           comes first: bit for bit the same as by the reference.
// Cost      About 0.05 s for each scheme, 0.3 s on the grid emulator.
// Not here  Close calls within a cell.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/predicates.hpp"
#include "checkers/draws.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;
using disks::Vec;

constexpr int kSystems = 32;
constexpr std::uint32_t kLines = 64;        ///< cells of a row, and rows
constexpr std::uint32_t kApart = 4;         ///< cells from one lone disk to the next
constexpr double kNearest = 1e-4;           ///< smallest gap, in tolerances of the reference
constexpr std::uint64_t kLeastOfEach = 20;  ///< close calls that end either way, of a system

struct Pair {
  Vec<double> start, moved;  ///< centres of the lone disk
  Vec<double> partner;
};

/// A lone disk anywhere in every fourth cell of every fourth row.
Run draw_lone(Draws& draw) {
  const Vec<double> side{draw.from(1.02, 1.41), draw.from(1.02, 1.41)};
  Run run;
  run.start.box = {kLines * side.x, kLines * side.y};
  for (std::uint32_t row = 0; row < kLines; row += kApart)
    for (std::uint32_t column = 0; column < kLines; column += kApart)
      run.start.centres.push_back(
          {(column + draw.from(0.01, 0.99)) * side.x, (row + draw.from(0.01, 0.99)) * side.y});
  run.parameters = {.max_displacement = draw.scale(0.05, 0.9),
                    .trials_per_cell = 1,
                    .threads = draw.whole(1, 4),
                    .seed = draw.random().next(),
                    .first_sweep = (std::uint64_t{1} << draw.whole(0, 41)) - 1,
                    .columns = kLines,
                    .rows = kLines};
  run.sweeps = 1;
  return run;
}

Configuration after(const DiskScheme& scheme, const Run& run) {
  const auto simulation = begin(scheme, run.start, run.parameters);
  simulation->advance(run.sweeps);
  return simulation->configuration();
}

/// A place at nearly one diameter from `pair.moved`, in another cell and off `pair.start`.
bool place_partner(Pair& pair, const disks::Box& box, double tolerance, Draws& draw) {
  const double gap = draw.scale(kNearest * tolerance, tolerance) * (draw.one_in(2) ? 1 : -1);
  const auto cell = [&](Vec<double> p) {
    return Vec<double>{std::floor(p.x / (box.width / kLines)),
                       std::floor(p.y / (box.height / kLines))};
  };
  constexpr int kTries = 100;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const double angle = draw.from(0, 2 * std::numbers::pi), distance = 1 + gap;
    pair.partner =
        box.wrap(pair.moved + Vec<double>{distance * std::cos(angle), distance * std::sin(angle)});
    if (cell(pair.partner) != cell(pair.start) && box.distance2(pair.start, pair.partner) > 1.01)
      return true;
  }
  return false;
}

/// Lone disks that the reference moves, each with its partner.
std::vector<Pair> close_calls(const DiskScheme& reference, const Run& lone, Draws& draw) {
  const std::vector<Vec<double>> moves = displacements(lone.start, after(reference, lone));
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Pair pair{lone.start.centres[i], lone.start.box.wrap(lone.start.centres[i] + moves[i]), {}};
    const bool has_moved = std::hypot(moves[i].x, moves[i].y) > 1e-3;
    if (has_moved && place_partner(pair, lone.start.box, reference.tolerance, draw))
      pairs.push_back(pair);
  }
  return pairs;
}

/// Lone disks that went, and lone disks that stayed, though another disk was nearly in contact.
struct Ends {
  std::uint64_t moved = 0, stayed = 0;
};

Ends ends(const std::vector<Pair>& pairs, const disks::Box& box, const Configuration& now) {
  Ends result;
  std::vector<Vec<double>> starts;
  for (const Pair& pair : pairs) starts.push_back(pair.start);
  const std::vector<Vec<double>> moves = displacements({box, starts}, now);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    ++(std::hypot(moves[i].x, moves[i].y) > 1e-3 ? result.moved : result.stayed);
  return result;
}

CheckResult near_contact(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  Finding total;
  std::uint64_t calls = 0;
  Ends all;
  const auto compare = [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    Run run = draw_lone(draw);
    const std::vector<Pair> pairs = close_calls(reference, run, draw);
    run.start.centres.clear();
    for (const Pair& pair : pairs)
      run.start.centres.insert(run.start.centres.end(), {pair.start, pair.partner});
    const auto mine = begin(scheme, run.start, run.parameters);
    const auto theirs = begin(reference, run.start, run.parameters);
    total += same_after(*mine, *theirs, run, run.sweeps, "close calls");
    const Ends system = ends(pairs, run.start.box, theirs->configuration());
    all.moved += system.moved;
    all.stayed += system.stayed;
    calls += pairs.size();
    return true;
  };
  const DrawnSystems systems = compare_drawn(context, kSystems, total, compare);
  const auto least = kLeastOfEach * static_cast<std::uint64_t>(systems.compared);
  total.require(all.moved >= least && all.stayed >= least,
                fmt::format("{} disks moved and {} stayed, expected {} of each or more", all.moved,
                            all.stayed, least));
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
