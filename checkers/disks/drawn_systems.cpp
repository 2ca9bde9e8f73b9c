// checkers/disks/drawn_systems.cpp
// Purpose   Boxes, packings and parameters drawn at random: the disks move as those of the
//           reference, bit for bit, and whatever the threads.
// Cost      About 0.3 s for each scheme.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "checkers/digest.hpp"
#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/predicates.hpp"
#include "checkers/draws.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;

constexpr int kSystems = 100;  ///< that can be run, of at most ten times as many

/// A crystal with some free volume, or disks at random places: few, or as many as fit.
Configuration draw_start(Draws& draw) {
  const std::uint64_t seed = draw.random().next();
  if (draw.one_in(3))
    return disks::hexagonal_start(static_cast<std::size_t>(4 * draw.whole(4, 60)),
                                  draw.from(0.5, 0.75), {draw.from(0.9, 1.1), 1});
  const double width = draw.scale(2.05, 24), height = draw.scale(2.05, 24);
  const double packing = draw.from(0, disks::kRandomLimit);
  const double one = std::numbers::pi / 4 / (width * height);
  const auto count = std::max(1.0, std::floor(packing / one));
  return disks::random_start(static_cast<std::size_t>(count), count * one, {width, height}, seed);
}

Run draw_run(Draws draw) {
  Run run;
  run.start = draw_start(draw);
  run.parameters = {.max_displacement = draw.scale(0.02, 1),
                    .trials_per_cell = draw.whole(1, 9),
                    .threads = draw.whole(1, 4),
                    .seed = std::uint64_t{draw.random().next()} << 32 | draw.random().next()};
  if (draw.one_in(3)) run.parameters.first_sweep = (std::uint64_t{1} << draw.whole(3, 41)) - 1;
  run.sweeps = static_cast<std::uint64_t>(draw.whole(1, 6));
  return run;
}

CheckResult drawn_systems(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  const int wanted = std::max(1, static_cast<int>(kSystems * context.effort));
  Finding total;
  Digest digest;
  int compared = 0, drawn = 0;
  for (; compared < wanted && drawn < 10 * wanted; ++drawn) {
    PhiloxStream random = stream_of_system(context, static_cast<std::uint64_t>(drawn));
    const Run run = draw_run(Draws(random));
    try {
      total += equals(scheme, reference, run);
      const auto again = begin(scheme, run.start, run.parameters);
      again->advance(run.sweeps);
      for (const auto& r : again->configuration().centres) digest.add(std::array{r.x, r.y});
      ++compared;
    } catch (const CannotRun&) {  // cells would hold more disks than the scheme takes
    }
  }
  total.require(compared >= wanted,
                fmt::format("only {} of {} drawn systems can be run", compared, drawn));
  CheckResult result = count_violations(
      total.violations, total.trials, total.first,
      fmt::format("{} of {} drawn systems can be run: the same bits", compared, drawn));
  result.params["digest"] = digest.text();
  return result;
}

const bool registered = register_check(
    DiskCheck{.name = "property/drawn systems",
              .shows = "in boxes of any shape, at any packing and with any parameters disks move "
                       "as those of the reference, bit for bit",
              .needs = Claims::equals_reference,
              .cost = "about 0.3 s",
              .run = drawn_systems});

}  // namespace
}  // namespace touchstone::property
