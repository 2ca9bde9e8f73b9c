// reference/ecmc/global_time.hpp
// Purpose   Event chains with one clock for all active disks: the oracle with which every algorithm
//           with local times is compared. Written to be read, not to be fast.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 2.
// Computes  The liftings L_ref of a leg and the state at its end.
// Cost      O(active disks) per event.
// Not here  Local times (local_time.hpp), the graph (constraint_graph_by_definition.hpp).
#pragma once
#include "models/disks/chains/chain_leg.hpp"

namespace touchstone::reference {

/// Any graph that contains all arrows lifted along gives the same. The leg must be valid
/// (disks::require_valid); ties are resolved by chain_leg.hpp's rule, then by the lower number of
/// the active disk.
disks::LegEnd global_time_leg(const disks::Leg& leg, const disks::ConstraintGraph& graph);

}  // namespace touchstone::reference
