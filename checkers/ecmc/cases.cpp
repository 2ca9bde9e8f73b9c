#include "checkers/ecmc/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "checkers/draws.hpp"
#include "checkers/made_once.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/start.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedCoordinate;
using disks::kTicksPerSide;
using disks::Leg;
using disks::LegEnd;
using disks::Ticks;

constexpr std::size_t kRandomCases = 120;
constexpr std::size_t kTiedCases = 60;
constexpr std::size_t kDrawnCases = 120;
constexpr std::size_t kSparseCases = 60;
constexpr std::size_t kGrazingCases = 60;

std::uint32_t index(PhiloxStream& random, std::size_t count) {
  return random.below(static_cast<std::uint32_t>(count));
}

/// Starts that jam when they are compressed, or do not fit, are drawn again.
std::optional<Leg> random_leg(PhiloxStream& random) {
  constexpr double kPacking[] = {0.05, 0.2, 0.3, 0.4, 0.6, 0.68};
  constexpr disks::Aspect kAspects[] = {disks::kSquare, {1, 2}, {3, 1}};
  constexpr double kFlights[] = {0.5, 2, 10, 60, 400};
  const std::size_t disks = 1 + index(random, 40);
  const std::size_t active = 1 + index(random, std::min<std::size_t>(disks, 6));
  const double packing = kPacking[index(random, std::size(kPacking))];
  const disks::Aspect aspect = kAspects[index(random, std::size(kAspects))];
  const double flights = kFlights[index(random, std::size(kFlights))];
  const std::uint64_t seed = random.next();
  const disks::Box box = disks::box_for(disks, packing, aspect);
  if (box.width < 2 || box.height < 2 || (disks < 20 && packing > 0.4)) return std::nullopt;
  const auto start = disks::in_fixed_point(disks::compressed_start(disks, packing, aspect, seed));
  const double duration = flights * static_cast<double>(disks::mean_free_path(disks));
  return Leg{start, disks::spread_active(disks, active), static_cast<Ticks>(duration)};
}

/// Three rows in a box too low for three cells: one cell holds more disks than four.
std::optional<Leg> strip_leg(PhiloxStream& random) {
  Draws draw(random);
  const int columns = draw.whole(3, 6);
  const disks::Box box{columns * draw.from(1.25, 1.33), draw.from(2.97, 2.999)};
  const double apart = box.width / columns, at = draw.from(0, box.height);
  disks::Configuration c{box, {}};
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < columns; ++k)
      c.centres.push_back(
          box.wrap({(k + row / 3.0 + draw.from(0, 0.01)) * apart, at + row * box.height / 3}));
  return Leg{disks::in_fixed_point(c), {index(random, c.size())}, 8 * kTicksPerSide};
}

std::optional<Leg> short_leg(PhiloxStream& random) {
  const std::size_t disks = 20 + index(random, 21);
  const auto start =
      disks::in_fixed_point(disks::compressed_start(disks, 0.6, disks::kSquare, random.next()));
  return Leg{start, disks::spread_active(disks, 1 + index(random, 3)),
             disks::mean_free_path(disks) / 2};
}

/// Active disks near one place, where chains meet, or anywhere.
std::vector<DiskIndex> draw_active(const disks::FixedConfiguration& c, std::size_t count, bool near,
                                   Draws& draw) {
  std::vector<DiskIndex> all(c.size());
  std::iota(all.begin(), all.end(), DiskIndex{0});
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[index(draw.random(), i)]);
  if (near) {
    const FixedCoordinate x = c.x[all[0]], y = c.y[all[0]];
    const auto distance = [&](DiskIndex i) {
      return std::hypot(std::min(c.x[i] - x, x - c.x[i]) * c.box.width,
                        std::min(c.y[i] - y, y - c.y[i]) * c.box.height);
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](DiskIndex i, DiskIndex j) { return distance(i) < distance(j); });
  }
  all.resize(count);
  return all;
}

/// Disks at random places, unless the box has no room for them.
std::optional<disks::FixedConfiguration> random_places(std::size_t count, double packing,
                                                       disks::Aspect box, Draws& draw) {
  const std::uint64_t seed = draw.random().next();
  return unless_refused(
      [&] { return disks::in_fixed_point(disks::random_start(count, packing, box, seed)); });
}

std::optional<Leg> drawn_leg(PhiloxStream& random) {
  Draws draw(random);
  const double width = draw.scale(2, 60), height = draw.scale(2, 60);
  if (std::max(width / height, height / width) > 16) return std::nullopt;
  const double area = width * height, one = std::numbers::pi / 4 / area;
  const auto count = static_cast<std::size_t>(draw.from(0, disks::kRandomLimit) / one);
  if (count == 0) return std::nullopt;
  const auto n = static_cast<double>(count);
  const auto start = random_places(count, n * one, {width, height}, draw);
  if (!start) return std::nullopt;
  const double flight = area / (2 * n) / width;  // of a dilute gas, in sides of the box
  const auto active =
      static_cast<std::size_t>(draw.scale(1, draw.one_in(2) ? n : std::min(n, 9.0)));
  const double most = 20000 * flight / static_cast<double>(active);
  const double sides = std::min(draw.scale(0.01, 2), most);
  return Leg{*start, draw_active(*start, active, draw.one_in(2), draw),
             std::max(Ticks{1}, static_cast<Ticks>(sides * static_cast<double>(kTicksPerSide)))};
}

/// Few chains near each other among very many disks, for so long that local times are counted anew:
/// only disks that have moved have any, also those whose epoch was repeated.
std::optional<Leg> sparse_leg(PhiloxStream& random) {
  Draws draw(random);
  const double width = draw.scale(15, 60), height = draw.scale(15, 60);
  const auto count = static_cast<std::size_t>(draw.scale(200, 1500));
  const double packing = static_cast<double>(count) * std::numbers::pi / 4 / (width * height);
  if (packing > disks::kRandomLimit || packing < 0.1) return std::nullopt;
  const auto start = random_places(count, packing, {width, height}, draw);
  if (!start) return std::nullopt;
  const auto active = static_cast<std::size_t>(draw.whole(2, 8));
  return Leg{*start, draw_active(*start, active, true, draw),
             static_cast<Ticks>(draw.from(0.6, 2.5) * static_cast<double>(kTicksPerSide))};
}

std::optional<Leg> tied_leg(PhiloxStream& random) {
  const auto c = few_coordinates({6, 6}, 60, 0xF8000000u, 0xF0000000u, 1, random);
  const std::size_t active = 1 + index(random, std::min<std::size_t>(6, c.size()));
  return Leg{c, disks::spread_active(c.size(), active), kTicksPerSide / (1 + index(random, 3))};
}

/// Rows of cells of the box, if as many as its height in diameters, are too low by `narrow`, or
/// high enough: two disks all but pass each other, and only where they are too low is there another
/// row in between.
std::optional<Leg> grazing_leg(PhiloxStream& random) {
  Draws draw(random);
  const int rows = draw.whole(3, 12);
  const double narrow = draw.scale(1e-8, 1e-6);
  const double row = draw.one_in(4) ? 1 + narrow : 1 - narrow;
  const disks::Box box{draw.from(4, 9), rows * row};
  const double below = draw.from(0, narrow / 2), depth = draw.from(0, narrow / 2);
  const double y = draw.whole(1, rows) * row - below;
  const double x = draw.from(0, box.width), ahead = draw.from(1.1, box.width - 1.1);
  disks::Configuration c{box, {box.wrap({x, y}), box.wrap({x + ahead, y + 1 - depth})}};
  if (draw.one_in(2))
    for (auto& centre : c.centres) centre = box.wrap({centre.x, -centre.y});
  const disks::FixedConfiguration start = disks::in_fixed_point(c);
  // Rounding, of places and of the shape of the box (models/disks/chains/fixed_point.hpp), may have
  // left them a diameter apart: then they pass each other.
  const auto ticks = static_cast<std::int32_t>(start.y[1] - start.y[0]);
  const long double aspect = std::max(box.width, box.height) / std::min(box.width, box.height);
  const long double apart = std::abs(static_cast<long double>(ticks)) * 0x1p-32L * box.height;
  if (!(apart * (1 + 0x1p-31L * aspect * aspect) < 1)) return std::nullopt;
  return Leg{start, {draw.one_in(2) ? 0u : 1u}, 2 * kTicksPerSide};
}

std::vector<ChainCase> draw(std::size_t count, std::uint64_t seed,
                            const std::function<std::optional<Leg>(PhiloxStream&)>& draw_leg) {
  std::vector<ChainCase> cases;
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  while (cases.size() < count) {
    const auto leg = draw_leg(random);
    if (!leg) continue;
    const ConstraintGraph lanes = disks::near_graph(leg->start);
    if (!is_valid(*leg, lanes)) continue;
    // Every second scheme run has only the arrows that are needed; the clock always has all.
    const bool minimal = cases.size() % 2 == 1;
    cases.push_back({*leg, minimal ? disks::minimal_graph(leg->start, lanes) : lanes,
                     reference_end(*leg, lanes)});
  }
  return cases;
}

/// One list for each seed and effort.
template <class Make>
const std::vector<ChainCase>& once(const CheckContext& context, Make&& make) {
  static MadeOnce<std::pair<std::uint64_t, double>, std::vector<ChainCase>> known;
  return known({context.seed, context.effort}, make);
}

std::size_t scaled(std::size_t count, const CheckContext& context) {
  return std::max<std::size_t>(
      10, static_cast<std::size_t>(static_cast<double>(count) * context.effort));
}

}  // namespace

disks::FixedConfiguration few_coordinates(disks::Box box, int trials, FixedCoordinate x_mask,
                                          FixedCoordinate y_mask, std::uint32_t spread,
                                          PhiloxStream& random) {
  disks::FixedConfiguration c{box, {}, {}};
  const disks::FixedMetric metric(c.box);
  for (int trial = 0; trial < trials; ++trial) {
    const FixedCoordinate x = random.next() & x_mask;
    const FixedCoordinate row = random.next() & y_mask;
    const FixedCoordinate y = row - (spread > 1 ? random.below(spread) : 0);
    bool free = true;
    for (std::size_t j = 0; j < c.size(); ++j)
      free = free && !metric.overlap(x - c.x[j], y - c.y[j]);
    if (!free) continue;
    c.x.push_back(x);
    c.y.push_back(y);
  }
  return c;
}

std::uint64_t carried_by(const Leg& leg, const LegEnd& end) {
  const disks::FixedMetric metric(leg.start.box);
  std::uint64_t sum = 0;
  for (const disks::Lifting& l : end.liftings)
    sum += static_cast<std::uint64_t>(metric.separation(leg.start.y[l.to] - leg.start.y[l.from]));
  return sum;
}

ChainOutcome outcome(const Leg& leg, const disks::ChainRun& run, disks::Ticks violation) {
  ChainOutcome result{run.end(), violation, run.liftings()};
  const std::size_t list = result.end.liftings.size();
  if (list == 0 && result.liftings > 0) return result;  // they are not listed
  if (list != result.liftings) {
    result.misreported = fmt::format("counts {} liftings, lists {}", result.liftings, list);
    return result;
  }
  try {
    const std::uint64_t says = run.carried(), listed = carried_by(leg, result.end);
    if (says != listed)
      result.misreported =
          fmt::format("motion carried by {} ticks, by the liftings {}", says, listed);
  } catch (const std::logic_error&) {  // serves no simulations
  }
  return result;
}

ChainOutcome run_case(const disks::ChainScheme& scheme, const Leg& leg,
                      const ConstraintGraph& graph, const disks::ChainParameters& parameters) {
  const auto run = scheme.start(leg, graph, parameters);
  run->advance(leg.duration);
  return outcome(leg, *run, run->violation());
}

LegEnd reference_end(const Leg& leg, const ConstraintGraph& graph) {
  return run_case(disks::chain_scheme(kSingleClock), leg, graph, {}).end;
}

bool is_valid(const Leg& leg, const ConstraintGraph& graph) {
  try {
    disks::require_valid(leg, graph);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

std::vector<const ChainCase*> runnable(const disks::ChainScheme& scheme,
                                       const std::vector<ChainCase>& cases) {
  std::vector<const ChainCase*> chosen;
  for (const ChainCase& one : cases)
    if (can_run(scheme, one)) chosen.push_back(&one);
  if (chosen.empty()) throw CannotRun("the scheme moves fewer disks at a time");
  return chosen;
}

CheckContext with_enough(CheckContext context,
                         const std::function<bool(const CheckContext&)>& is_enough) {
  while (context.effort < 1 && !is_enough(context))
    context.effort = std::min(1.0, 2 * context.effort);
  return context;
}

const std::vector<ChainCase>& random_cases(const CheckContext& context) {
  return once(context, [&] {
    auto cases = draw(scaled(kRandomCases, context), part_seed(context, 1), random_leg);
    for (ChainCase& strip : draw(10, part_seed(context, 16), strip_leg))
      cases.push_back(std::move(strip));
    return cases;
  });
}

const std::vector<ChainCase>& drawn_cases(const CheckContext& context) {
  return once(context, [&] {
    auto cases = draw(scaled(kDrawnCases, context), part_seed(context, 0x5157), drawn_leg);
    for (ChainCase& sparse :
         draw(scaled(kSparseCases, context), part_seed(context, 0x5158), sparse_leg))
      cases.push_back(std::move(sparse));
    return cases;
  });
}

const std::vector<ChainCase>& short_cases(const CheckContext& context) {
  return once(context, [&] {
    return draw(scaled(kRandomCases, context), part_seed(context, 14), short_leg);
  });
}

const std::vector<ChainCase>& tied_cases(const CheckContext& context) {
  return once(context,
              [&] { return draw(scaled(kTiedCases, context), part_seed(context, 2), tied_leg); });
}

const std::vector<ChainCase>& grazing_cases(const CheckContext& context) {
  return once(context, [&] {
    return draw(scaled(kGrazingCases, context), part_seed(context, 15), grazing_leg);
  });
}

}  // namespace touchstone::ecmc
