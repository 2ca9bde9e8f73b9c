// checkers/disks/reach.cpp
// Purpose   Registers the check that a lone disk reaches every part of the box: without the grid
//           shift each disk stays in its cell for ever, and the chain is reducible although every
//           balance test passes.
// Source    Anderson et al. 2013, Algorithm 1 lines 15-17.
// Cost      About 5000 sweeps of one disk.
#include <fmt/format.h>

#include <set>

#include "checkers/disks/disk_kind.hpp"

namespace touchstone::property {
namespace {

/// The box is cut into 4 x 4 squares; a correct scheme misses one of them in 5000 sweeps with a
/// chance below 1e-9 (a visit takes about 50 sweeps, 100 for one trial per sweep).
CheckResult visits_the_whole_box(const disks::DiskScheme& scheme, const CheckContext& context) {
  constexpr double kSide = 5.6;
  constexpr std::size_t kSquares = 16;
  constexpr std::uint64_t kSweeps = 5000;
  const auto simulation = begin(scheme, {{kSide, kSide}, {{2.1, 3.5}}},
                                {.max_displacement = 0.5,
                                 .trials_per_cell = 4,
                                 .threads = context.threads,
                                 .seed = part_seed(context, 0)});
  std::set<int> visited;
  std::uint64_t sweeps = 0;
  for (; sweeps < kSweeps && visited.size() < kSquares; ++sweeps) {
    simulation->advance(1);
    for (const disks::Vec<double> p : simulation->configuration().centres)
      visited.insert(4 * static_cast<int>(p.y / kSide * 4) + static_cast<int>(p.x / kSide * 4));
  }
  return count_violations(kSquares - visited.size(), simulation->stats().trials,
                          fmt::format("a lone disk saw {} of {} squares in {} sweeps",
                                      visited.size(), kSquares, sweeps),
                          fmt::format("all squares seen after {} sweeps", sweeps));
}

const bool registered = register_check(
    DiskCheck{.name = "property/visits the whole box",
              .shows = "a lone disk reaches every part of the box: the chain is irreducible",
              .needs = Claims::detailed_balance | Claims::global_balance,
              .cost = "about 1 ms",
              .run = visits_the_whole_box,
              .only = {.of_trial_moves = true}});  // legs move the centre of mass by fixed amounts

}  // namespace
}  // namespace touchstone::property
