#include "models/disks/near_graph.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <utility>

#include "models/disks/turn_grid.hpp"

namespace touchstone::disks {
namespace {

/// The nearest disk ahead in each lane.
struct Nearest {
  std::array<Ticks, 3> distance{kTurn, kTurn, kTurn};
  std::array<DiskIndex, 3> disk{};
};

Nearest look_ahead(const TurnConfiguration& c, const TurnMetric& metric, const TurnGrid& grid,
                   std::size_t i) {
  Nearest nearest;
  for (std::size_t step = 0; step < grid.columns(); ++step) {
    grid.for_each_in_column((grid.column(c.x[i]) + step) % grid.columns(), c.y[i], [&](auto j) {
      const Lane lane = j == i ? Lane::none : metric.lane(c.y[j] - c.y[i]);
      if (lane == Lane::none) return;
      const auto k = static_cast<std::size_t>(lane);
      const Ticks distance = ahead(c.x[i], c.x[j]);
      if (distance >= nearest.distance[k]) return;
      nearest.distance[k] = distance;
      nearest.disk[k] = j;
    });
    const Ticks farthest = *std::max_element(nearest.distance.begin(), nearest.distance.end());
    if (farthest < grid.reach(c.x[i], step)) break;
  }
  return nearest;
}

/// Least slack of paths from one disk, among the disks ahead of it (Dijkstra's algorithm).
class Slack {
 public:
  Slack(const TurnConfiguration& c, const ConstraintGraph& graph)
      : c_(c), graph_(graph), least_(c.size(), kFar) {}

  Ticks of(DiskIndex i, const Arrow& arrow) const { return distance(i, arrow) - arrow.separation; }

  /// Looks as far as the targets of `start`.
  void search(DiskIndex start) {
    for (const DiskIndex i : reached_) least_[i] = kFar;
    reached_.clear();
    Ticks farthest = 0;
    for (const Arrow& arrow : graph_.from(start))
      farthest = std::max(farthest, distance(start, arrow));
    reach(start, 0);
    while (!queue_.empty()) {
      const auto [slack, i] = queue_.top();
      queue_.pop();
      if (slack > least_[i]) continue;
      for (const Arrow& arrow : graph_.from(i))
        if (ahead(c_.x[start], c_.x[i]) + distance(i, arrow) <= farthest)
          if (const Ticks sum = slack + of(i, arrow); sum < least_[arrow.to]) reach(arrow.to, sum);
    }
  }
  Ticks least(DiskIndex i) const { return least_[i]; }

 private:
  static constexpr Ticks kFar = Ticks{1} << 62;
  using Entry = std::pair<Ticks, DiskIndex>;

  Ticks distance(DiskIndex i, const Arrow& arrow) const { return ahead(c_.x[i], c_.x[arrow.to]); }
  void reach(DiskIndex i, Ticks slack) {
    least_[i] = slack;
    reached_.push_back(i);
    queue_.push({slack, i});
  }

  const TurnConfiguration& c_;
  const ConstraintGraph& graph_;
  std::vector<Ticks> least_;
  std::vector<DiskIndex> reached_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

ConstraintGraph near_graph(const TurnConfiguration& c) {
  const TurnMetric metric(c.box);
  const TurnGrid grid(c);
  std::vector<std::vector<DiskIndex>> targets(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    const Nearest nearest = look_ahead(c, metric, grid, i);
    for (std::size_t k = 0; k < 3; ++k)
      if (nearest.distance[k] < kTurn) targets[i].push_back(nearest.disk[k]);
  }
  return {c, targets};
}

ConstraintGraph minimal_graph(const TurnConfiguration& c, const ConstraintGraph& graph) {
  Slack slack(c, graph);
  std::vector<std::vector<DiskIndex>> targets(c.size());
  for (DiskIndex i = 0; i < c.size(); ++i) {
    slack.search(i);
    for (const Arrow& arrow : graph.from(i))
      if (slack.least(arrow.to) == slack.of(i, arrow)) targets[i].push_back(arrow.to);
  }
  return {c, targets};
}

}  // namespace touchstone::disks
