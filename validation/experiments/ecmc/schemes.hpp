// validation/experiments/ecmc/schemes.hpp
// Purpose   Which registered schemes of event chains run an experiment, and the roles that some of
//           them have. No other file of this folder knows a scheme by name.
#pragma once
#include <vector>

#include "models/disks/chains/chain_registry.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::validation::ecmc {

/// All correct simulations of this machine without trial moves: whatever is registered, by name.
std::vector<const disks::DiskScheme*> simulations();
/// The slow one that the others are held to.
const disks::DiskScheme& reference_simulation();
/// The serial one with cells, where one simulation will do.
const disks::DiskScheme& serial_simulation();

/// The single clock that legs are held to (Algorithm 2).
const disks::ChainScheme& global_time_oracle();
/// One chain with cells, which knows nothing of constraint graphs.
const disks::ChainScheme& cell_chain();

}  // namespace touchstone::validation::ecmc
