// models/disks/chains/near_graph.hpp
// Purpose   Constraint graphs in linear time: the nearest disk ahead in each of three lanes, and of
//           these arrows exactly those that others do not imply.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1: G3 and its pruning. Here all orders of pruning are done at once: an arrow
//           is an inequality x_j - x_i >= b_ij, and inequalities between two variables imply
//           another one if and only if those along some path add up to more (Farkas' lemma). In a
//           legal configuration i -> j has the slack tau_ij = x_j - x_i - b_ij >= 0, so it is
//           redundant if and only if a path from i to j has less slack in all: a shortest path. The
//           same holds backwards in time, so there is nothing to symmetrise.
// Cost      O(N) at fixed density. At packing fraction 0.708 in a square box, on one thread, 770
//           instructions for each disk for G3 and 475 for its pruning (callgrind, g++ 12 -O3, 4096
//           disks). By count the least is about 250 and 150: to sort a disk takes 40, to look at
//           the 8 nearest ahead 12 each, a separation 25, to write three arrows 40; to compare the
//           detours of three arrows 100.
// Not here  The definitions (reference/ecmc/constraint_graph_by_definition.hpp). Paths around the
//           box: they count in small or jammed systems only, where G_min has fewer arrows still.
#pragma once
#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::disks {

/// G3. Throws InputError when the box is too narrow; overlaps are not looked for. The same for any
/// number of threads.
ConstraintGraph near_graph(const FixedConfiguration& configuration, int threads = 1);

/// G3 pruned to unlimited order, which is G_min unless paths around the box count: from any graph
/// that contains it, and any legal configuration of the leg. Arrows whose contact can only coincide
/// with that of other disks stay (equal slack). The same for any number of threads.
ConstraintGraph minimal_graph(const FixedConfiguration& configuration, const ConstraintGraph& graph,
                              int threads = 1);

}  // namespace touchstone::disks
