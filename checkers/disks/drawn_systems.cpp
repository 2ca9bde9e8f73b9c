// checkers/disks/drawn_systems.cpp
// Purpose   Boxes, packings and parameters drawn at random: the disks move as those of the
//           reference, bit for bit, whatever the threads, sweep by sweep and in one call, which
//           may be longer than what a launch or a buffer holds.
// Cost      2 s for each scheme, up to 6 s on the grid emulator.
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "checkers/digest.hpp"
#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/predicates.hpp"
#include "checkers/draws.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;

constexpr int kSystems = 100;
/// Systems of which one is wide, and of one the last call is long.
constexpr std::uint64_t kOneInSpecial = 30;

/// A crystal with some free volume, or disks at random places: few, or as many as fit. None where
/// a small box has no room for a random start.
std::optional<Configuration> try_start(Draws& draw) {
  const std::uint64_t seed = draw.random().next();
  if (draw.one_in(3)) {
    const disks::Aspect shape{draw.from(0.9, 1.1), 1};
    const double packing = draw.from(0.5, 0.75);
    return disks::hexagonal_start(static_cast<std::size_t>(4 * draw.whole(4, 60)), packing, shape);
  }
  const double usual = draw.scale(2.05, 24);
  // Some rows are longer than several vectors of cells.
  const double width = usual * (draw.one_in(4) ? draw.scale(1, 8) : 1);
  const double height = draw.scale(2.05, 24);
  const double packing = draw.from(0, disks::kRandomLimit);
  const double one = std::numbers::pi / 4 / (width * height);
  const auto count = std::max(1.0, std::floor(packing / one));
  return unless_refused([&] {
    return disks::random_start(static_cast<std::size_t>(count), count * one, {width, height}, seed);
  });
}

Configuration draw_start(Draws& draw) {
  return first_drawn([&] { return try_start(draw); });
}

/// Parameters and sweeps, without a start.
Run draw_parameters(Draws& draw) {
  Run run;
  run.parameters = {.max_displacement = draw.scale(0.02, 1),
                    .trials_per_cell = draw.one_in(8) ? draw.whole(10, 40) : draw.whole(1, 9),
                    .threads = draw.whole(1, 4),
                    .seed = std::uint64_t{draw.random().next()} << 32 | draw.random().next()};
  if (draw.one_in(3)) run.parameters.first_sweep = (std::uint64_t{1} << draw.whole(3, 41)) - 1;
  run.sweeps = static_cast<std::uint64_t>(draw.whole(1, 6));
  return run;
}

Run draw_run(Draws draw) {
  const Configuration start = draw_start(draw);
  Run run = draw_parameters(draw);
  run.start = start;
  return run;
}

/// Few disks for thousands of sweeps.
Run draw_long_run(Draws draw) {
  Run run = draw_parameters(draw);
  const double packing = draw.from(0.2, 0.6);
  run.start =
      disks::hexagonal_start(static_cast<std::size_t>(draw.whole(6, 12)), packing, disks::kSquare);
  run.sweeps = static_cast<std::uint64_t>(draw.scale(1000, 6000));
  return run;
}

/// Rows, or columns, so long that few fit into a cache: schemes may take them in narrow bands.
Run draw_wide_run(Draws draw) {
  Run run = draw_parameters(draw);
  const double length = draw.scale(1000, 4000), across = draw.from(20, 80);
  const double packing = draw.from(0.1, 0.4);
  const auto count = std::floor(packing * length * across / (std::numbers::pi / 4));
  const disks::Aspect shape =
      draw.one_in(3) ? disks::Aspect{across, length} : disks::Aspect{length, across};
  run.start =
      disks::random_start(static_cast<std::size_t>(count), packing, shape, draw.random().next());
  run.parameters.trials_per_cell = draw.whole(1, 3);
  run.sweeps = static_cast<std::uint64_t>(draw.whole(2, 4));
  return run;
}

/// `all_pairs`: the reference takes far too long for many disks.
Run draw_any_run(std::uint64_t number, bool all_pairs, const Draws& draw) {
  if (number % kOneInSpecial == kOneInSpecial - 1) return draw_long_run(draw);
  return number % kOneInSpecial == kOneInSpecial / 2 && !all_pairs ? draw_wide_run(draw)
                                                                   : draw_run(draw);
}

class Comparison {
 public:
  Comparison(const DiskScheme& scheme, const DiskScheme& reference)
      : scheme_(scheme), reference_(reference) {}

  /// Whether both run the system.
  bool compare(const Run& run, bool sweep_by_sweep) {
    try {
      if (sweep_by_sweep) total_ += equals(scheme_, reference_, run);
      const auto mine = begin(scheme_, run.start, run.parameters);
      const auto theirs = begin(reference_, run.start, run.parameters);
      total_ += same_after(*mine, *theirs, run, run.sweeps, "in one call");
      for (const auto& r : mine->configuration().centres) digest_.add(std::array{r.x, r.y});
      return true;
    } catch (const CannotRun&) {  // cells would hold more disks than the scheme takes
      return false;
    } catch (const InputError&) {  // of the scheme; the reference refuses it, too
      total_.require(!unless_refused([&] { return begin(reference_, run.start, run.parameters); }),
                     text(run) + ": refused, the reference takes it");
      return false;
    }
  }

  CheckResult result(const DrawnSystems& systems) {
    total_.require(systems.enough(), "only " + systems.text());
    CheckResult result = count_violations(total_.violations, total_.trials, total_.first,
                                          systems.text() + ": the same bits");
    result.params.update({{"digest", digest_.text()}, {"systems", systems.compared}});
    return result;
  }

  bool any() const { return total_.any(); }

 private:
  const DiskScheme& scheme_;
  const DiskScheme& reference_;
  Finding total_;
  Digest digest_;
};

CheckResult drawn_systems(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& reference = disks::scheme(scheme.equals);
  Comparison comparison(scheme, reference);
  return comparison.result(compare_drawn(context, kSystems, comparison, [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    return comparison.compare(draw_any_run(number, reference.all_pairs, Draws(random)),
                              number % kOneInSpecial != kOneInSpecial - 1);
  }));
}

const bool registered = register_check(
    DiskCheck{.name = "property/drawn systems",
              .shows = "in boxes of any shape, at any packing and with any parameters disks move "
                       "as those of the reference, bit for bit",
              .needs = Claims::equals_reference,
              .cost = "1 to 6 s",
              .run = drawn_systems});

}  // namespace
}  // namespace touchstone::property
