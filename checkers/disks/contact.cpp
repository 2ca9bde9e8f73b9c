// checkers/disks/contact.cpp
// Purpose   Registers the check that disks come as near to each other as one diameter, and no
//           nearer: a contact distance that is wrong by 1e-4 changes a pressure by as much, which
//           no measurement of a minute sees.
// Computes  Crystals with less and less free play, and steps as long as the play. If disks met too
//           early, nothing could move once the play is below the error; too late, and they overlap.
//           The smallest of 216 gaps between neighbours, each below a quarter of the play in one
//           state of five or more, is above it with a chance below 1e-20.
// Cost      About 1e4 trial moves.
// Not here  Errors below 3e-5, or below ten times the tolerance that a scheme states.
#include <fmt/format.h>

#include <algorithm>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/findings.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;

constexpr double kPlays[] = {1e-2, 1e-3, 1e-4, 3e-5};  ///< gaps of neighbours, in diameters
constexpr std::uint64_t kSweeps = 40;

/// Runs a crystal; returns the number of trial moves.
std::uint64_t in_crystal(const DiskScheme& scheme, const CheckContext& context, double play,
                         Findings& findings) {
  const auto simulation =
      begin(scheme,
            disks::hexagonal_start(72, disks::kClosePacking / ((1 + play) * (1 + play)),
                                   disks::kHexagonal72),
            {.max_displacement = play,
             .trials_per_cell = 4,
             .threads = context.threads,
             .seed = part_seed(context, static_cast<std::uint64_t>(1 / play))});
  double nearest = 2;
  for (std::uint64_t sweep = 0; sweep < kSweeps; ++sweep) {
    simulation->advance(1);
    nearest = std::min(nearest, disks::smallest_distance_all_pairs(simulation->configuration()));
  }
  const SweepStats stats = simulation->stats();
  const std::string where = fmt::format("free play {:g}", play);
  findings.expect(nearest >= 1 - scheme.tolerance,
                  fmt::format("{}: two disks at distance {:.9g}", where, nearest));
  findings.expect(nearest < 1 + play / 4,
                  fmt::format("{}: no two disks came nearer than {:.9g}", where, nearest));
  findings.expect(stats.accepted > 0 && stats.accepted < stats.trials,
                  fmt::format("{}: {} of {} moves were accepted, expected some and not all", where,
                              stats.accepted, stats.trials));
  return stats.trials;
}

CheckResult contact(const DiskScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  std::size_t crystals = 0;
  for (const double play : kPlays) {
    if (play < 10 * scheme.tolerance) continue;
    trials += in_crystal(scheme, context, play, findings);
    ++crystals;
  }
  return findings.result(trials, fmt::format("{} crystals", crystals));
}

const bool registered = register_check(
    DiskCheck{.name = "property/contact",
              .shows = "disks touch at one diameter: crystals with a play down to 3e-5 keep moving",
              .needs = Claims::detailed_balance | Claims::global_balance,
              .cost = "about 0.05 s",
              .run = contact,
              .only = {.of_trial_moves = true}});

}  // namespace
}  // namespace touchstone::property
