// models/disks/chains/pruning_orders.hpp
// Purpose   The published pruning of constraint graphs, order by order: how near each order comes
//           to the minimal graph.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1, and the authors' PruneG.py. An arrow i -> e goes if a path of at most
//           `order` disks between them, each further ahead than the last, has longer separations
//           in all; its last step need not be an arrow, but a pair that can touch.
// Computes  Longest paths by number of steps, which takes no more time for high orders than there
//           are disks between i and its targets.
// Cost      O(N order) at fixed density.
// Not here  All orders at once (near_graph.hpp); path by path (reference/ecmc).
#pragma once
#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::disks {

/// `graph` without the arrows that its paths over at most `order` disks imply; order 0 is `graph`.
ConstraintGraph pruned_graph(const FixedConfiguration& configuration, const ConstraintGraph& graph,
                             int order);

/// The arrows of `forward` whose reverse is in `backward`, a graph of the mirrored configuration:
/// the minimal graph is the same backwards in time. Throws InputError for graphs of different size.
ConstraintGraph symmetrised_graph(const ConstraintGraph& forward, const ConstraintGraph& backward);

/// Arrows that only one of two graphs has. Throws InputError for graphs of different size.
std::size_t arrows_apart(const ConstraintGraph& a, const ConstraintGraph& b);

}  // namespace touchstone::disks
