#include "models/disks/chains/constraint_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::disks {
namespace {

constexpr const char* kWhere = "constraint graph";

void require_size(std::size_t found, const FixedConfiguration& c) {
  if (found != c.size())
    throw input_error(kWhere, "number of disks, as in the configuration",
                      fmt::format("{}", c.size()), fmt::format("{}", found));
}

Arrow checked_arrow(const SeparationEstimate& metric, const FixedConfiguration& c, std::size_t i,
                    DiskIndex j) {
  const auto arrow = [&] { return fmt::format("arrow {} -> {}", i, j); };
  if (j >= c.size() || j == i)
    throw input_error(kWhere, arrow(), fmt::format("another disk, 0 to {}", c.size() - 1),
                      fmt::format("{}", j));
  const Ticks b = metric.separation(c.y[j] - c.y[i]);
  if (b == kNoPair)
    throw input_error(kWhere, arrow(), "disks that can touch when they move along x",
                      "disks that pass each other; the graph is of another configuration");
  return {j, static_cast<FixedCoordinate>(b)};
}

}  // namespace

ConstraintGraph::ConstraintGraph(const FixedConfiguration& c,
                                 const std::vector<std::vector<DiskIndex>>& targets) {
  require_size(targets.size(), c);
  const SeparationEstimate metric(c.box);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::vector<DiskIndex> sorted = targets[i];
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
      throw input_error(kWhere, fmt::format("targets of disk {}", i), "each target once",
                        fmt::format("{} twice", *twice));
    for (const DiskIndex j : sorted) arrow_.push_back(checked_arrow(metric, c, i, j));
    first_.push_back(arrow_.size());
  }
}

bool ConstraintGraph::contains(DiskIndex i, DiskIndex j) const {
  const auto arrows = from(i);
  return std::any_of(arrows.begin(), arrows.end(), [j](const Arrow& a) { return a.to == j; });
}

std::vector<std::vector<DiskIndex>> ConstraintGraph::targets() const {
  std::vector<std::vector<DiskIndex>> all(size());
  for (std::size_t i = 0; i < size(); ++i)
    for (const Arrow& arrow : from(i)) all[i].push_back(arrow.to);
  return all;
}

void require_match(const ConstraintGraph& graph, const FixedConfiguration& c) {
  require_size(graph.size(), c);
  const SeparationEstimate metric(c.box);
  for (std::size_t i = 0; i < c.size(); ++i)
    for (const Arrow& arrow : graph.from(i)) {
      const Arrow expected = checked_arrow(metric, c, i, arrow.to);
      if (!(arrow == expected))
        throw input_error(
            kWhere, fmt::format("contact separation {} -> {}", i, arrow.to),
            fmt::format("{} ticks", expected.separation),
            fmt::format("{}; the graph is of another configuration", arrow.separation));
    }
  const ConstraintGraph lanes = near_graph(c);
  for (std::size_t i = 0; i < c.size(); ++i) {
    const Arrow* first = nullptr;
    Ticks least = kTicksPerSide;
    for (const Arrow& arrow : lanes.from(i)) {
      const Ticks flight = ahead(c.x[i], c.x[arrow.to]) - arrow.separation;
      if (flight < least) {
        least = flight;
        first = &arrow;
      }
    }
    if (first != nullptr && !graph.contains(static_cast<DiskIndex>(i), first->to))
      throw input_error(kWhere, fmt::format("arrows of disk {}", i),
                        fmt::format("its first obstacle, disk {}, among them", first->to),
                        "none; the graph is of another configuration or incomplete");
  }
}

}  // namespace touchstone::disks
