// reference/ecmc/straight_chain.hpp
// Purpose   One straight event chain without cells and without a graph: at every event, every disk
//           is a candidate. The oracle for graphs and for cell-based chains.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009), straight event
//           chains; the constraint-graph validation of B. Li, S. Todo, A. C. Maggs, W. Krauth,
//           Comput. Phys. Commun. 261, 107702 (2021), section 3.2.
// Cost      O(N) per event.
// Not here  Several active disks (global_time.hpp).
#pragma once
#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::reference {

/// Moves along +x, one disk at a time, for a time in all; lifts to the lower number at ties. The
/// local times of the end are those at which each disk last moved.
disks::LegEnd straight_chain(const disks::FixedConfiguration& start, disks::DiskIndex first,
                             disks::Ticks duration);

/// Arrows of a graph that were lifted along.
struct Solicited {
  std::size_t arrows = 0;                 ///< different ones
  std::vector<disks::Lifting> forbidden;  ///< liftings that are not arrows: the graph is wrong
};
Solicited solicited(const disks::ConstraintGraph& graph,
                    const std::vector<disks::Lifting>& liftings);

}  // namespace touchstone::reference
