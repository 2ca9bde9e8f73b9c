// reference/ecmc/constraint_graph_by_definition.hpp
// Purpose   Constraint graphs as they are defined, pair by pair: the oracle for graphs built in
//           linear time, and the paper's pruning, order by order.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1, and the authors' GenerateG3.py and PruneG.py.
// Cost      O(N^2) for the graphs, O(3^order) per disk for pruning.
// Not here  Linear time and all orders at once (models/disks/chains/near_graph.hpp).
#pragma once
#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::reference {

/// Every pair of disks that can touch, both ways: the largest constraint graph.
disks::ConstraintGraph all_pairs_graph(const disks::FixedConfiguration& configuration);

/// G3: from each disk to the nearest ahead in each of three lanes.
disks::ConstraintGraph three_lane_graph(const disks::FixedConfiguration& configuration);

/// Removes the arrow i -> e if a path i -> p0 -> ... -> pl of arrows of `graph`, at most `order`
/// disks p, each nearer ahead of i than e and further than the last, has
/// b(i,p0) + ... + b(pl,e) > b(i,e); the last step need not be an arrow, but a pair that can touch.
disks::ConstraintGraph pruned(const disks::FixedConfiguration& configuration,
                              const disks::ConstraintGraph& graph, int order);

/// The arrows of `forward` whose reverse is in `backward`, a graph of the mirrored configuration:
/// the minimal graph is the same backwards in time.
disks::ConstraintGraph symmetrised(const disks::FixedConfiguration& configuration,
                                   const disks::ConstraintGraph& forward,
                                   const disks::ConstraintGraph& backward);

}  // namespace touchstone::reference
