// checkers/ecmc/graph_checks.cpp
// Purpose   Registers checks of constraint graphs: the arrows of three lanes and the arrows that no
//           others imply, against their definitions by all pairs of disks.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1.
// Computes  Three lanes: of all disks the nearest ahead in each lane. Implied arrows: the least
//           slack (distance less contact separations) of all paths from a disk to every other, in
//           the order of the distance ahead; a path with less slack than an arrow implies it. Every
//           graph is made by one, two and five threads.
// Cost      About 0.3 s.
// Not here  Contact separations, overlaps and input (geometry_checks.cpp).
#include "checkers/ecmc/graph_checks.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <optional>

#include "checkers/code_checks.hpp"
#include "checkers/draws.hpp"
#include "checkers/ecmc/cases.hpp"
#include "checkers/findings.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/separation_estimate.hpp"
#include "models/disks/start.hpp"

namespace touchstone::ecmc {
namespace {

using disks::Arrow;
using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::FixedCoordinate;
using disks::kTicksPerSide;
using disks::Ticks;
using Targets = std::vector<std::vector<DiskIndex>>;

constexpr int kThreads[] = {1, 2, 5};
constexpr std::size_t kLeastArrows = 2000;  ///< below so many nothing is decided

/// Columns and rows on the borders of bands and cells, filled by chance; or, in a box of 16
/// diameters, on the borders of lanes.
FixedConfiguration on_borders(double side, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  return few_coordinates({side, side}, 600, 0xF8000000u, side == 16 ? 0xF8000000u : 0xF0000000u, 2,
                         random);
}

/// A box of one to a few bands, of any length; none where it has no room for its disks.
std::optional<FixedConfiguration> try_long_box(Draws& draw) {
  const double height = draw.from(2, 4.5), width = height * draw.scale(1, 15.9);
  const double one = std::numbers::pi / 4 / (width * height);
  const double packing = std::max(one, draw.from(0.02, disks::kRandomLimit));
  const auto count = static_cast<std::size_t>(packing / one);
  const std::uint64_t seed = draw.random().next();
  return unless_refused([&] {
    return disks::in_fixed_point(
        disks::random_start(count, static_cast<double>(count) * one, {width, height}, seed));
  });
}

FixedConfiguration long_box(Draws draw) {
  return first_drawn([&] { return try_long_box(draw); });
}

/// The definition, disk by disk.
ConstraintGraph by_all_pairs(const FixedConfiguration& c) {
  const disks::FixedMetric metric(c.box);
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i) {
    std::array<Ticks, 3> least{kTicksPerSide, kTicksPerSide, kTicksPerSide};
    std::array<DiskIndex, 3> nearest{i, i, i};
    for (DiskIndex j = 0; j < c.size(); ++j) {
      const disks::Lane lane = metric.lane(c.y[j] - c.y[i]);
      if (j == i || lane == disks::Lane::none) continue;
      const auto k = static_cast<std::size_t>(lane);
      if (disks::ahead(c.x[i], c.x[j]) >= least[k]) continue;
      least[k] = disks::ahead(c.x[i], c.x[j]);
      nearest[k] = j;
    }
    for (const DiskIndex j : nearest)
      if (j != i) targets[i].push_back(j);
  }
  return {c, targets};
}

/// Arrows between all disks that can touch, both ways.
ConstraintGraph all_arrows(const FixedConfiguration& c) {
  const disks::FixedMetric metric(c.box);
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (DiskIndex j = 0; j < c.size(); ++j)
      if (j != i && metric.separation(c.y[j] - c.y[i]) != disks::kNoPair) targets[i].push_back(j);
  return {c, targets};
}

/// Least slack of the paths from disk i to every other that do not go around the box.
std::vector<Ticks> least_slacks(const FixedConfiguration& c, const ConstraintGraph& graph,
                                DiskIndex i) {
  const auto distance = [&](DiskIndex j) { return disks::ahead(c.x[i], c.x[j]); };
  std::vector<DiskIndex> order(c.size());
  for (DiskIndex j = 0; j < c.size(); ++j) order[j] = j;
  std::sort(order.begin(), order.end(),
            [&](DiskIndex a, DiskIndex b) { return distance(a) < distance(b); });
  std::vector<Ticks> slack(c.size(), std::numeric_limits<Ticks>::max());
  slack[i] = 0;
  for (const DiskIndex p : order) {
    if (slack[p] == std::numeric_limits<Ticks>::max()) continue;
    for (const Arrow& arrow : graph.from(p)) {
      const Ticks step = disks::ahead(c.x[p], c.x[arrow.to]);
      if (distance(p) + step >= kTicksPerSide) continue;
      slack[arrow.to] = std::min(slack[arrow.to], slack[p] + step - Ticks{arrow.separation});
    }
  }
  return slack;
}

ConstraintGraph needed(const FixedConfiguration& c, const ConstraintGraph& graph) {
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i) {
    const std::vector<Ticks> least = least_slacks(c, graph, i);
    for (const Arrow& arrow : graph.from(i))
      if (disks::ahead(c.x[i], c.x[arrow.to]) - Ticks{arrow.separation} <= least[arrow.to])
        targets[i].push_back(arrow.to);
  }
  return {c, targets};
}

/// Expects the same graph from every number of threads; returns its arrows.
template <class Make>
std::size_t compare(Findings& findings, const ConstraintGraph& expected, const std::string& what,
                    Make&& make) {
  for (const int threads : kThreads) {
    const ConstraintGraph found = make(threads);
    std::size_t arrows = 0;
    for (DiskIndex i = 0; i < found.size(); ++i) arrows += found.from(i).size();
    findings.expect(
        found == expected && arrows == found.arrows() && found.targets() == expected.targets(),
        fmt::format("{}, {} threads: {} arrows, {} expected, or others", what, threads,
                    found.arrows(), expected.arrows()));
  }
  return expected.arrows();
}

CheckResult summary(Findings& findings, std::size_t arrows) {
  findings.expect(arrows >= kLeastArrows, fmt::format("only {} arrows compared", arrows));
  return findings.result(arrows, fmt::format("{} arrows, by 1, 2 and 5 threads", arrows));
}

CheckResult check_three_lanes(const GraphCode& code, const CheckContext& context) {
  Findings findings;
  std::size_t arrows = 0;
  for (const FixedConfiguration& c : graph_starts(context))
    arrows += compare(findings, by_all_pairs(c), fmt::format("{} disks", c.size()),
                      [&](int threads) { return code.near(c, threads); });
  return summary(findings, arrows);
}

CheckResult check_minimal_arrows(const GraphCode& code, const CheckContext& context) {
  Findings findings;
  std::size_t arrows = 0;
  for (const FixedConfiguration& c : graph_starts(context)) {
    const ConstraintGraph lanes = by_all_pairs(c);
    arrows += compare(findings, needed(c, lanes), fmt::format("{} disks, three lanes", c.size()),
                      [&](int threads) { return code.minimal(c, lanes, threads); });
    if (c.size() > 60) continue;
    const ConstraintGraph all = all_arrows(c);
    arrows += compare(findings, needed(c, all), fmt::format("{} disks, all pairs", c.size()),
                      [&](int threads) { return code.minimal(c, all, threads); });
  }
  return summary(findings, arrows);
}

const bool registered = register_graph_code(constraint_graphs("ecmc/constraint-graphs"));

}  // namespace

std::vector<FixedConfiguration> graph_starts(const CheckContext& context) {
  struct Start {
    std::size_t disks;
    double packing, aspect;  ///< aspect: width over height
  };
  const Start starts[] = {{1, 0.1, 1},     {2, 0.15, 1.6},  {3, 0.3, 0.9},     {7, 0.05, 1},
                          {12, 0.4, 3},    {20, 0.5, 0.3},  {40, 0.02, 1},     {40, 0.68, 1},
                          {60, 0.3, 15.9}, {60, 0.3, 0.07}, {90, 0.6, 0.4},    {150, 0.05, 1.7},
                          {250, 0.7, 1},   {300, 0.45, 1},  {300, 0.707, 1.15}};
  std::vector<FixedConfiguration> all;
  for (const Start& one : starts)
    all.push_back(disks::in_fixed_point(disks::compressed_start(
        one.disks, one.packing, {one.aspect, 1}, part_seed(context, 100 + all.size()))));
  all.push_back(disks::in_fixed_point(disks::hexagonal_start(72, 0.65, disks::kHexagonal72)));
  PhiloxStream random = Philox(part_seed(context, 98)).stream(Purpose::test, 0, 0);
  for (int k = 0; k < 24; ++k) all.push_back(long_box(Draws(random)));
  for (const double side : {16.0, 16.01}) all.push_back(on_borders(side, part_seed(context, 99)));
  return all;
}

GraphCode constraint_graphs(const std::string& name) {
  return {.name = name,
          .near = disks::near_graph,
          .minimal = disks::minimal_graph,
          .separation =
              [](const disks::Box& box, FixedCoordinate across) {
                return disks::SeparationEstimate(box).separation(across);
              },
          .require_apart = disks::require_apart,
          .require_match = disks::require_match};
}

bool register_graph_code(const GraphCode& code, const std::optional<std::string>& killed_by,
                         const Origin& origin) {
  return register_code<GraphCode>("ecmc", code,
                                  {{kThreeLanes, check_three_lanes},
                                   {kMinimalArrows, check_minimal_arrows},
                                   {kSeparations, check_separations},
                                   {kOverlaps, check_overlaps},
                                   {kRefusals, check_refusals}},
                                  killed_by, origin);
}

}  // namespace touchstone::ecmc
