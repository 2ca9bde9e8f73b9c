// reference/ecmc/planarity.hpp
// Purpose   Counts arrows of a constraint graph that cross when they are drawn between the centres.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           lemma 4: the minimal graph is locally planar, and each configuration that can be
//           reached between breakpoints is a locally planar embedding.
// Cost      O(arrows^2).
#pragma once
#include <cstddef>

#include "models/disks/chains/constraint_graph.hpp"

namespace touchstone::reference {

/// Pairs of arrows that cross away from their ends. Arrows must be short against the box: two are
/// compared at the images where they start closest.
std::size_t crossings(const disks::FixedConfiguration& configuration,
                      const disks::ConstraintGraph& graph);

}  // namespace touchstone::reference
