// checkers/disks/bad_input.cpp
// Purpose   Registers the check that a scheme refuses starts and parameters from which nothing
//           correct can follow. The overlaps are made and confirmed by comparing all pairs, so the
//           neighbour search of the production code is judged here and not trusted.
// Computes  Random legal starts in boxes of drawn shapes; then one disk is put a little too near to
//           another, at a drawn place and angle: across cells, borders and corners of the box.
// Cost      About 400 starts of up to 40 disks.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/draws.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

using disks::Configuration;
using disks::DiskScheme;
using disks::RunParameters;

/// Whether a scheme says by InputError that it cannot start.
bool refuses(const DiskScheme& scheme, const Configuration& start, const RunParameters& p) {
  try {
    scheme.start(start, p);
  } catch (const InputError&) {
    return true;
  }
  return false;
}

/// Sides from two diameters to more than seven: one to seven cells across. Small boxes now and then
/// have no room for a random start; then another one is drawn.
Configuration drawn_start(PhiloxStream& stream) {
  return first_drawn([&] {
    const double width = 2.05 + 5.5 * stream.uniform();
    const double height = 2.05 + 5.5 * stream.uniform();
    const auto disks = static_cast<std::size_t>(2 + 0.4 * width * height);
    const double packing = static_cast<double>(disks) * std::numbers::pi / 4 / (width * height);
    return unless_refused([&] {
      return disks::random_start(disks, std::min(packing, disks::kRandomLimit), {width, height},
                                 stream.next());
    });
  });
}

/// Puts one disk at a distance of 0.9 to 0.999 from another; the others stay. The first disk of
/// the list, the last, and disks at the borders are chosen more often.
Configuration with_an_overlap(Configuration c, PhiloxStream& stream) {
  const auto n = static_cast<std::uint32_t>(c.size());
  const std::uint32_t i = stream.below(4) == 0 ? 0 : stream.below(n);
  const std::uint32_t j = (i + 1 + stream.below(n - 1)) % n;
  if (stream.below(3) == 0) c.centres[i].x = stream.below(2) == 0 ? 0 : 0.999 * c.box.width;
  if (stream.below(3) == 0) c.centres[i].y = stream.below(2) == 0 ? 0 : 0.999 * c.box.height;
  const double distance = 0.9 + 0.099 * stream.uniform();
  const double angle = 2 * std::numbers::pi * stream.uniform();
  c.centres[j] = c.box.wrap(
      c.centres[i] + disks::Vec<double>{distance * std::cos(angle), distance * std::sin(angle)});
  // Only this pair may overlap: then a search that misses it misses everything.
  for (std::uint32_t k = n; k-- > 0;)
    if (k != i && k != j &&
        (c.box.distance2(c.centres[k], c.centres[i]) < 1.01 ||
         c.box.distance2(c.centres[k], c.centres[j]) < 1.01))
      c.centres[k] = {std::numeric_limits<double>::quiet_NaN(), 0};
  Configuration kept{c.box, {}};
  for (const auto p : c.centres)
    if (!std::isnan(p.x)) kept.centres.push_back(p);
  return kept;
}

/// Counts what was accepted although it is wrong, or refused although it is right.
struct Refusals {
  const DiskScheme& scheme;
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::string first = {};

  /// Counts a refusal of `start`, which is at a limit. Where cells would hold more disks than the
  /// scheme takes it may be refused.
  void expect_accepted(const Configuration& start, const RunParameters& p,
                       const std::string& what) {
    ++asked;
    try {
      begin(scheme, start, p);
    } catch (const CannotRun&) {
    } catch (const InputError& error) {
      if (wrong++ == 0) first = fmt::format("{} was refused: {}", what, error.what());
    }
  }

  void expect(const Configuration& start, const RunParameters& p, const std::string& what) {
    ++asked;
    if (refuses(scheme, start, p)) return;
    if (wrong++ == 0)
      first = fmt::format("{} was accepted ({} disks in {:.6g} x {:.6g})", what, start.size(),
                          start.box.width, start.box.height);
  }
};

void ask_for_starts(Refusals& refusals, const Configuration& good, const RunParameters& p) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const disks::Box box = good.box;
  refusals.expect({box, {}}, p, "a start without disks");
  refusals.expect({{1.9, 5}, {{1, 1}}}, p, "a box narrower than two diameters");
  refusals.expect({{5, 1.9}, {{1, 1}}}, p, "a box lower than two diameters");
  for (const disks::Vec<double> outside : {disks::Vec<double>{-0.1, 1},
                                           {1, -0.1},
                                           {box.width, 1},
                                           {1, box.height},
                                           {kNaN, 1},
                                           {1, kNaN}})
    refusals.expect({box, {outside}}, p,
                    fmt::format("a disk at ({:g}, {:g})", outside.x, outside.y));
}

void ask_for_parameters(Refusals& refusals, const Configuration& good, const RunParameters& p) {
  for (const double step : {0.0, -0.1, 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    RunParameters wrong = p;
    wrong.max_displacement = step;
    refusals.expect(good, wrong, fmt::format("a step of {:g}", step));
  }
  for (const int number : {0, -1}) {
    RunParameters wrong = p;
    wrong.trials_per_cell = number;
    refusals.expect(good, wrong, fmt::format("{} trials per cell", number));
    wrong = p;
    wrong.threads = number;
    refusals.expect(good, wrong, fmt::format("{} threads", number));
  }
}

/// Counts limits of what can be run that are refused.
void ask_at_limits(Refusals& refusals, const Configuration& good, const RunParameters& p) {
  RunParameters longest = p;
  longest.max_displacement = 1;
  refusals.expect_accepted({{2, 5}, {{1, 1}}}, p, "a box two diameters wide");
  refusals.expect_accepted({{5, 2}, {{1, 1}}}, p, "a box two diameters high");
  refusals.expect_accepted({good.box, {{0, 0}}}, p, "a disk at the origin");
  // Coordinates in fixed point may bring disks closer by a few 1e-9.
  refusals.expect_accepted({good.box, {{1, 1}, {2 + 1e-8, 1}}}, p, "two disks in contact");
  refusals.expect_accepted(good, longest, "a step of a diameter");
}

/// Grids given by hand, for schemes whose trials are counted by cells.
void ask_for_grids(Refusals& refusals, const DiskScheme& scheme, const RunParameters& p) {
  const Configuration one{{6, 8}, {{1, 1}}};
  for (const auto& [columns, rows] : std::array<std::pair<std::uint32_t, std::uint32_t>, 6>{
           {{4, 0}, {0, 6}, {5, 6}, {4, 7}, {8, 6}, {4, 10}}}) {
    RunParameters wrong = p;
    wrong.columns = columns;
    wrong.rows = rows;
    refusals.expect(one, wrong, fmt::format("a grid of {} x {} cells", columns, rows));
  }
  RunParameters wide = p;
  wide.columns = wide.rows = 2;
  if (scheme.most_per_cell > 0)
    refusals.expect(one, wide, fmt::format("cells for more than {} disks", scheme.most_per_cell));
}

CheckResult refuses_bad_input(const DiskScheme& scheme, const CheckContext& context) {
  if (scheme.screened_starts)
    throw CannotRun("the suite refuses bad starts before the scheme sees them");
  constexpr std::size_t kOverlaps = 400;
  const RunParameters p{.threads = context.threads, .seed = context.seed};
  const Configuration good{{6, 8}, {{1, 1}, {3, 3}}};
  begin(scheme, good, p);  // one that refuses everything cannot be judged
  Refusals refusals{scheme};
  ask_for_starts(refusals, good, p);
  ask_for_parameters(refusals, good, p);
  ask_at_limits(refusals, good, p);
  if (scheme.trials == DiskScheme::Trials::per_cell) ask_for_grids(refusals, scheme, p);
  PhiloxStream stream = Philox(part_seed(context, 0)).stream(Purpose::start, 0, 0);
  for (std::size_t k = 0; k < kOverlaps; ++k) {
    const Configuration start = with_an_overlap(drawn_start(stream), stream);
    const double smallest = disks::smallest_distance_all_pairs(start);
    if (!(smallest < 0.9991))
      return count_violations(1, 0, fmt::format("no overlap was made: {:.6g}", smallest), "");
    refusals.expect(start, p, fmt::format("an overlap, distance {:.6g},", smallest));
  }
  return count_violations(refusals.wrong, refusals.asked, refusals.first,
                          fmt::format("{} starts and parameters refused", refusals.asked));
}

const bool registered = register_check(
    DiskCheck{.name = "property/refuses bad input",
              .shows = "overlaps anywhere in boxes of any shape, disks outside, empty starts, "
                       "impossible steps, numbers and grids are refused",
              .needs = Claims::detailed_balance | Claims::global_balance,
              .cost = "about 0.05 s",
              .run = refuses_bad_input});

}  // namespace
}  // namespace touchstone::property
