// checkers/disks/long_boxes.cpp
// Purpose   Registers the check that places go into a scheme and come out of it as they were. In
//           long boxes a coordinate has more digits than single precision holds. A scheme that
//           keeps single-precision places within cells must add the corners of the cells in double
//           precision. Disks all along the box are compared before the first sweep; the largest
//           error allowed is the tolerance of the scheme.
// Cost      4 ms for each scheme.
// Not here  Event chains, whose places are words of 32 bits in units of the box, and which take no
//           box that is so thin.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/predicates.hpp"
#include "checkers/draws.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;

constexpr int kSystems = 8;

/// A dilute start in a box 1000 to 4000 diameters long, in either direction; cells are so small
/// that at most four disks fit into one.
Configuration draw_long_start(Draws& draw) {
  const double length = draw.scale(1000, 4000);
  const int cells = draw.whole(2, 6);
  const double across = 2 * cells * draw.from(1.001, 1.02);
  const auto count = static_cast<std::size_t>(draw.whole(100, 300));
  const double packing = static_cast<double>(count) * std::numbers::pi / 4 / (length * across);
  const disks::Aspect shape =
      draw.one_in(2) ? disks::Aspect{across, length} : disks::Aspect{length, across};
  return disks::random_start(count, packing, shape, draw.random().next());
}

CheckResult places_are_kept(const DiskScheme& scheme, const CheckContext& context) {
  Finding finding;
  for (int k = 0; k < kSystems; ++k) {
    PhiloxStream random = stream_of_system(context, static_cast<std::uint64_t>(k));
    Draws draw(random);
    Run run{.start = draw_long_start(draw), .parameters = {}, .sweeps = 0};
    run.parameters.seed = draw.random().next();
    const Configuration exported = begin(scheme, run.start, run.parameters)->configuration();
    finding.trials += run.start.size();
    finding.require(exported.size() == run.start.size(),
                    fmt::format("{}: {} disks", text(run), exported.size()));
    // A place is a sum of two or three numbers of the size of the box, and may be wrapped.
    const double rounding = 4 * std::numeric_limits<double>::epsilon() *
                            std::max(run.start.box.width, run.start.box.height);
    for (const disks::Vec<double> d : displacements(run.start, exported))
      finding.require(std::hypot(d.x, d.y) <= scheme.tolerance + rounding,
                      fmt::format("{}: before the first sweep a disk is off by ({:.3g}, {:.3g})",
                                  text(run), d.x, d.y));
  }
  return count_violations(finding.violations, finding.trials, finding.first,
                          fmt::format("{} long boxes", kSystems));
}

const bool registered = register_check(
    DiskCheck{.name = "property/long boxes",
              .shows = "in boxes of thousands of diameters disks begin where they were put",
              .needs = Claims::conserves_particles,
              .cost = "4 ms",
              .run = places_are_kept,
              .only = {.of_trial_moves = true}});

}  // namespace
}  // namespace touchstone::property
