#include "models/disks/chains/pruning_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/core/errors.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::disks {
namespace {

void require_same_size(const ConstraintGraph& a, const ConstraintGraph& b) {
  if (a.size() != b.size())
    throw input_error("constraint graphs", "number of disks", fmt::format("{} in both", a.size()),
                      fmt::format("{}", b.size()));
}

/// The arrows for which keep(i, index, arrow) holds.
template <class Keep>
ConstraintGraph kept(const ConstraintGraph& graph, Keep&& keep) {
  std::vector<std::size_t> first{0};
  std::vector<Arrow> arrows;
  for (DiskIndex i = 0; i < graph.size(); ++i) {
    const auto from = graph.from(i);
    for (std::size_t k = 0; k < from.size(); ++k)
      if (keep(i, k, from[k])) arrows.push_back(from[k]);
    first.push_back(arrows.size());
  }
  return {std::move(first), std::move(arrows)};
}

/// The paths from one disk at a time.
class Paths {
 public:
  Paths(const FixedConfiguration& c, const ConstraintGraph& graph)
      : c_(c), separation_(c.box), graph_(graph) {}

  /// Arrows of i that paths over at most `order` disks imply.
  const std::vector<bool>& implied(DiskIndex i, int order) {
    const auto targets = graph_.from(i);
    implied_.assign(targets.size(), false);
    farthest_ = 0;
    for (const Arrow& arrow : targets)
      farthest_ = std::max(farthest_, ahead(c_.x[i], c_.x[arrow.to]));
    ends_ = {{i, 0, 0}};
    for (int step = 0; step < order && !ends_.empty(); ++step) {
      go_on();
      for (const End& end : ends_) test(i, end);
    }
    return implied_;
  }

 private:
  /// Ends of paths of a given number of steps.
  struct End {
    DiskIndex disk;
    Ticks distance;  ///< ahead of i
    Ticks length;    ///< largest sum of separations
  };

  void go_on() {
    std::vector<End> next;
    for (const End& end : ends_)
      for (const Arrow& arrow : graph_.from(end.disk)) {
        const Ticks distance = end.distance + ahead(c_.x[end.disk], c_.x[arrow.to]);
        if (distance >= farthest_) continue;
        const Ticks length = end.length + Ticks{arrow.separation};
        const auto same = std::find_if(next.begin(), next.end(),
                                       [&](const End& e) { return e.disk == arrow.to; });
        if (same == next.end())
          next.push_back({arrow.to, distance, length});
        else
          same->length = std::max(same->length, length);
      }
    ends_ = std::move(next);
  }
  void test(DiskIndex i, const End& end) {
    const auto targets = graph_.from(i);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      if (implied_[k] || end.distance >= ahead(c_.x[i], c_.x[targets[k].to])) continue;
      const Ticks last = separation_.separation(c_.y[targets[k].to] - c_.y[end.disk]);
      implied_[k] = last != kNoPair && end.length + last > Ticks{targets[k].separation};
    }
  }

  const FixedConfiguration& c_;
  SeparationEstimate separation_;
  const ConstraintGraph& graph_;
  std::vector<End> ends_;
  std::vector<bool> implied_;
  Ticks farthest_ = 0;
};

}  // namespace

ConstraintGraph pruned_graph(const FixedConfiguration& c, const ConstraintGraph& graph, int order) {
  Paths paths(c, graph);
  const std::vector<bool>* implied = nullptr;
  return kept(graph, [&](DiskIndex i, std::size_t k, const Arrow&) {
    if (k == 0) implied = &paths.implied(i, order);
    return !(*implied)[k];
  });
}

ConstraintGraph symmetrised_graph(const ConstraintGraph& forward, const ConstraintGraph& backward) {
  require_same_size(forward, backward);
  return kept(forward, [&](DiskIndex i, std::size_t, const Arrow& arrow) {
    return backward.contains(arrow.to, i);
  });
}

std::size_t arrows_apart(const ConstraintGraph& a, const ConstraintGraph& b) {
  require_same_size(a, b);
  std::size_t both = 0;
  for (DiskIndex i = 0; i < a.size(); ++i)
    for (const Arrow& arrow : a.from(i)) both += b.contains(i, arrow.to);
  return a.arrows() + b.arrows() - 2 * both;
}

}  // namespace touchstone::disks
