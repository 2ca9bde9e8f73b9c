// models/disks/chains/implied_arrows.hpp
// Purpose   Which arrows of a disk others imply: those with a detour of less slack.
// Source    near_graph.hpp; E. W. Dijkstra, Numer. Math. 1, 269 (1959), shortest paths.
// Cost      In a dense G3 nearly all implied arrows are by way of another target, and for the rest
//           there is no detour of more than a step or two: they are tried one after the other.
//           Where that takes too many steps, in other graphs, shortest paths need the square of the
//           number of disks nearer than the farthest target.
// Not here  Paths around the box (near_graph.hpp).
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "models/disks/chains/constraint_graph.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::disks {

class ImpliedArrows {
 public:
  ImpliedArrows(const FixedConfiguration& configuration, const ConstraintGraph& graph)
      : x_(configuration.x), y_(configuration.y), separation_(configuration.box), graph_(graph) {}

  /// keep(arrow) for those arrows of disk i that no path implies, in their order.
  template <class Keep>
  void for_each_needed(DiskIndex i, Keep&& keep) {
    const std::span<const Arrow> arrows = graph_.from(i);
    const bool few = arrows.size() <= 3;
    if (!few) find_least_slacks(i);
    for (std::size_t k = 0; k < arrows.size(); ++k)
      if (!(few ? implied(i, arrows, k) : least_[k].slack < slack(i, arrows[k]))) keep(arrows[k]);
  }

 private:
  /// Limits of a detour: less slack than the arrow, and no further than the arrow goes.
  struct Limit {
    DiskIndex to;
    Ticks distance;
    Ticks slack;
  };
  /// A disk reached from i; the first are the targets of i.
  struct Reached {
    DiskIndex disk;
    Ticks distance;       ///< ahead of i
    Ticks slack;          ///< least so far
    bool passed = false;  ///< its arrows have been followed
  };
  static constexpr int kSteps = 40;

  Ticks distance(DiskIndex i, const Arrow& arrow) const { return ahead(x_[i], x_[arrow.to]); }
  Ticks slack(DiskIndex i, const Arrow& arrow) const {
    return distance(i, arrow) - Ticks{arrow.separation};
  }

  bool implied(DiskIndex i, std::span<const Arrow> arrows, std::size_t k) {
    const Limit limit{arrows[k].to, distance(i, arrows[k]), slack(i, arrows[k])};
    bool beyond = false;
    for (const Arrow& by : arrows) {
      if (distance(i, by) >= limit.distance) continue;
      const Ticks on = separation_.separation(y_[limit.to] - y_[by.to]);
      if (on != kNoPair && by.separation + on > arrows[k].separation) return true;
      beyond = beyond || slack(i, by) < limit.slack;
    }
    if (!beyond) return false;
    steps_ = kSteps;
    if (detour(i, limit.distance, limit.slack, limit)) return true;
    if (steps_ > 0) return false;
    find_least_slacks(i);
    return least_[k].slack < limit.slack;
  }
  /// Is there a path from p, other than the arrow itself, that ends `distance` ahead and has less
  /// than `slack`? No answer when it has taken all steps.
  bool detour(DiskIndex p, Ticks distance_left, Ticks slack_left, const Limit& limit) {
    for (const Arrow& arrow : graph_.from(p)) {
      const Ticks step = distance(p, arrow);
      const Ticks left = slack_left - (step - Ticks{arrow.separation});
      if (step > distance_left || left <= 0) continue;
      if (arrow.to == limit.to) return true;
      if (--steps_ <= 0) return false;
      if (detour(arrow.to, distance_left - step, left, limit)) return true;
    }
    return false;
  }

  /// Fills least_ with all disks up to the farthest target of i.
  void find_least_slacks(DiskIndex i) {
    least_.clear();
    Ticks farthest = 0;
    for (const Arrow& arrow : graph_.from(i)) {
      least_.push_back({arrow.to, distance(i, arrow), slack(i, arrow)});
      farthest = std::max(farthest, least_.back().distance);
    }
    while (Reached* next = not_passed()) {
      next->passed = true;
      const Reached from = *next;
      for (const Arrow& arrow : graph_.from(from.disk)) {
        const Ticks there = from.distance + distance(from.disk, arrow);
        if (there <= farthest) reach({arrow.to, there, from.slack + slack(from.disk, arrow)});
      }
    }
  }
  /// The disk of least slack whose arrows have not been followed; none if all have.
  Reached* not_passed() {
    Reached* next = nullptr;
    for (Reached& reached : least_)
      if (!reached.passed && (next == nullptr || reached.slack < next->slack)) next = &reached;
    return next;
  }
  void reach(const Reached& reached) {
    for (Reached& known : least_) {
      if (known.disk != reached.disk) continue;
      known.slack = std::min(known.slack, reached.slack);
      return;
    }
    least_.push_back(reached);
  }

  std::span<const FixedCoordinate> x_, y_;
  SeparationEstimate separation_;
  const ConstraintGraph& graph_;
  std::vector<Reached> least_;
  int steps_ = 0;
};

}  // namespace touchstone::disks
