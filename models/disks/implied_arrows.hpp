// models/disks/implied_arrows.hpp
// Purpose   Which arrows of a disk others imply: those with a detour of less slack.
// Source    near_graph.hpp; E. W. Dijkstra, Numer. Math. 1, 269 (1959), shortest paths.
// Cost      Per disk the square of the number of disks nearer than its farthest target and with
//           less slack: 2 to 5 in a dense G3, so they are kept in a row, without a heap.
// Not here  Paths around the box (near_graph.hpp).
#pragma once
#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "models/disks/constraint_graph.hpp"

namespace touchstone::disks {

class ImpliedArrows {
 public:
  ImpliedArrows(const TurnConfiguration& configuration, const ConstraintGraph& graph)
      : c_(configuration), graph_(graph) {}

  /// keep(arrow) for those arrows of disk i that no path implies, in their order.
  template <class Keep>
  void for_each_needed(DiskIndex i, Keep&& keep) {
    const auto arrows = graph_.from(i);
    begin(i);
    while (open_ > 0 && step()) {
    }
    for (std::size_t k = 0; k < arrows.size(); ++k)
      if (!reached_[k].implied) keep(arrows[k]);
  }

 private:
  /// A disk reached from i. The first are the targets of i.
  struct Reached {
    DiskIndex disk;
    Ticks distance;        ///< ahead of i
    Ticks slack;           ///< least so far
    bool passed = false;   ///< its arrows have been followed
    bool open = false;     ///< a target that may yet turn out to be implied
    bool implied = false;  ///< a target with a detour of less slack
  };

  void begin(DiskIndex i) {
    reached_.clear();
    open_ = 0;
    for (const Arrow& arrow : graph_.from(i)) {
      const Ticks distance = ahead(c_.x[i], c_.x[arrow.to]);
      reached_.push_back({arrow.to, distance, distance - Ticks{arrow.separation}, false, true});
      ++open_;
    }
    targets_ = reached_.size();
    bound();
  }
  /// Only paths below these bounds can imply an open target.
  void bound() {
    farthest_ = most_slack_ = -1;
    for (std::size_t k = 0; k < targets_; ++k) {
      if (!reached_[k].open) continue;
      farthest_ = std::max(farthest_, reached_[k].distance);
      most_slack_ = std::max(most_slack_, reached_[k].slack);
    }
  }
  void close(Reached& target) {
    target.open = false;
    --open_;
    bound();
  }

  /// Follows the arrows of the disk of least slack; false if that leads nowhere.
  bool step() {
    std::size_t next = reached_.size();
    Ticks least = most_slack_;
    for (std::size_t k = 0; k < reached_.size(); ++k) {
      if (reached_[k].passed || reached_[k].slack >= least) continue;
      least = reached_[k].slack;
      next = k;
    }
    if (next == reached_.size()) return false;
    reached_[next].passed = true;
    if (reached_[next].open) close(reached_[next]);  // no path has less slack
    const Reached from = reached_[next];
    for (const Arrow& arrow : graph_.from(from.disk)) {
      const Ticks step = ahead(c_.x[from.disk], c_.x[arrow.to]);
      const Ticks slack = from.slack + step - Ticks{arrow.separation};
      if (from.distance + step <= farthest_ && slack < most_slack_)
        reach(arrow.to, from.distance + step, slack);
    }
    return true;
  }
  void reach(DiskIndex disk, Ticks distance, Ticks slack) {
    for (std::size_t k = 0; k < reached_.size(); ++k) {
      Reached& known = reached_[k];
      if (known.disk != disk) continue;
      if (slack >= known.slack) return;
      known.slack = slack;
      known.implied = k < targets_;
      if (known.open) close(known);
      return;
    }
    reached_.push_back({disk, distance, slack});
  }

  const TurnConfiguration& c_;
  const ConstraintGraph& graph_;
  std::vector<Reached> reached_;
  std::size_t targets_ = 0;
  std::size_t open_ = 0;
  Ticks farthest_ = 0;
  Ticks most_slack_ = 0;
};

}  // namespace touchstone::disks
