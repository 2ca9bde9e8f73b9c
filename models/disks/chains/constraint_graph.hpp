// models/disks/chains/constraint_graph.hpp
// Purpose   Which disk can stop which other during a leg along +x: an arrow i -> j where i may lift
//           to j. The arrows are the same from one breakpoint to the next.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1.
// Not here  Which arrows are needed: near_graph.hpp, in linear time; reference/ecmc, by definition.
#pragma once
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "models/disks/chains/fixed_point.hpp"

namespace touchstone::disks {

struct Arrow {
  DiskIndex to = 0;
  FixedCoordinate separation = 0;  ///< contact separation b, in ticks: x_to - x_from >= b
  bool operator==(const Arrow&) const = default;
};

class ConstraintGraph {
 public:
  /// targets[i] lists the targets of disk i in any order. Throws InputError, naming the arrow, for
  /// another number of disks than the configuration has, a target that does not exist, is listed
  /// twice or is the disk itself, and for disks that pass each other without contact.
  ConstraintGraph(const FixedConfiguration& configuration,
                  const std::vector<std::vector<DiskIndex>>& targets);

  /// Graph from arrows worked out for a configuration; they are not checked. Those of disk
  /// i are arrows[first[i]] up to arrows[first[i + 1]], ascending by target.
  ConstraintGraph(std::vector<std::size_t> first, std::vector<Arrow> arrows)
      : first_(std::move(first)), arrow_(std::move(arrows)) {}

  std::size_t size() const { return first_.size() - 1; }
  std::size_t arrows() const { return arrow_.size(); }
  double mean_out_degree() const {
    return static_cast<double>(arrows()) / static_cast<double>(size());
  }
  /// Ascending by target: of two targets reached at the same time the first is lifted to.
  std::span<const Arrow> from(std::size_t disk) const {
    return {arrow_.data() + first_[disk], first_[disk + 1] - first_[disk]};
  }
  /// The number of arrows from disks before this one.
  std::size_t first(std::size_t disk) const { return first_[disk]; }
  bool contains(DiskIndex from, DiskIndex to) const;
  std::vector<std::vector<DiskIndex>> targets() const;
  bool operator==(const ConstraintGraph&) const = default;

 private:
  std::vector<std::size_t> first_{0};
  std::vector<Arrow> arrow_;
};

/// Throws InputError when the graph cannot belong to the configuration: another number of disks,
/// separations of other heights, or a disk whose first obstacle ahead is not among its targets.
/// Necessary, not sufficient: an arrow needed only later is not missed. O(N).
void require_match(const ConstraintGraph& graph, const FixedConfiguration& configuration);

}  // namespace touchstone::disks
