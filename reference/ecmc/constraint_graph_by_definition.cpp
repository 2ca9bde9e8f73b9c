#include "reference/ecmc/constraint_graph_by_definition.hpp"

#include <array>

namespace touchstone::reference {
namespace {

using disks::Arrow;
using disks::ConstraintGraph;
using disks::DiskIndex;
using disks::FixedConfiguration;
using disks::Ticks;
using Targets = std::vector<std::vector<DiskIndex>>;

class Pruning {
 public:
  Pruning(const FixedConfiguration& c, const ConstraintGraph& graph)
      : c_(c), metric_(c.box), graph_(graph) {}

  bool redundant(DiskIndex i, const Arrow& arrow, int order) const {
    const Ticks distance = disks::ahead(c_.x[i], c_.x[arrow.to]);
    return longer_path(i, arrow.to, distance, arrow.separation, order);
  }

 private:
  /// Is there a path from p to e, `distance` ahead, through 1 to `order` disks whose separations
  /// add up to more than `needed`?
  bool longer_path(DiskIndex p, DiskIndex e, Ticks distance, Ticks needed, int order) const {
    if (order == 0) return false;
    for (const Arrow& step : graph_.from(p)) {
      const Ticks taken = disks::ahead(c_.x[p], c_.x[step.to]);
      if (taken >= distance) continue;  // not nearer than e (or e itself)
      const Ticks left = needed - Ticks{step.separation};
      const Ticks last = metric_.separation(c_.y[e] - c_.y[step.to]);
      if (last != disks::kNoPair && last > left) return true;
      if (longer_path(step.to, e, distance - taken, left, order - 1)) return true;
    }
    return false;
  }

  const FixedConfiguration& c_;
  disks::FixedMetric metric_;
  const ConstraintGraph& graph_;
};

}  // namespace

ConstraintGraph all_pairs_graph(const FixedConfiguration& c) {
  const disks::FixedMetric metric(c.box);
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (DiskIndex j = 0; j < c.size(); ++j)
      if (i != j && metric.separation(c.y[j] - c.y[i]) != disks::kNoPair) targets[i].push_back(j);
  return {c, targets};
}

ConstraintGraph three_lane_graph(const FixedConfiguration& c) {
  const disks::FixedMetric metric(c.box);
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i) {
    std::array<Ticks, 3> distance{disks::kTicksPerSide, disks::kTicksPerSide, disks::kTicksPerSide};
    std::array<DiskIndex, 3> nearest{};
    for (DiskIndex j = 0; j < c.size(); ++j) {
      const disks::Lane lane = metric.lane(c.y[j] - c.y[i]);
      if (i == j || lane == disks::Lane::none) continue;
      const auto k = static_cast<std::size_t>(lane);
      if (disks::ahead(c.x[i], c.x[j]) >= distance[k]) continue;
      distance[k] = disks::ahead(c.x[i], c.x[j]);
      nearest[k] = j;
    }
    for (std::size_t k = 0; k < 3; ++k)
      if (distance[k] < disks::kTicksPerSide) targets[i].push_back(nearest[k]);
  }
  return {c, targets};
}

ConstraintGraph pruned(const FixedConfiguration& c, const ConstraintGraph& graph, int order) {
  const Pruning pruning(c, graph);
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (const Arrow& arrow : graph.from(i))
      if (!pruning.redundant(i, arrow, order)) targets[i].push_back(arrow.to);
  return {c, targets};
}

ConstraintGraph symmetrised(const FixedConfiguration& c, const ConstraintGraph& forward,
                            const ConstraintGraph& backward) {
  Targets targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i)
    for (const Arrow& arrow : forward.from(i))
      if (backward.contains(arrow.to, i)) targets[i].push_back(arrow.to);
  return {c, targets};
}

}  // namespace touchstone::reference
