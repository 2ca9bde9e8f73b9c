// models/disks/chains/crossings.hpp
// Purpose   Counts arrows of a constraint graph that cross when they are drawn between the centres.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           lemma 4: the minimal graph is locally planar, wherever a leg leads.
// Cost      O(N) times the number of arrows that start within the longest one; bands along x find
//           them.
// Not here  All pairs of arrows (reference/ecmc/planarity.hpp).
#pragma once
#include <cstddef>

#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::disks {

/// Pairs of arrows that cross away from their ends. Arrows must be shorter than half the box: two
/// are compared at the images where they start closest.
std::size_t count_crossings(const FixedConfiguration& configuration, const ConstraintGraph& graph);

}  // namespace touchstone::disks
