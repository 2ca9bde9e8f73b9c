// checkers/mutants/cmc/cluster_mutant.hpp
// Purpose   Mutants of the schemes that evolve star clusters, each with the checks that must
//           catch it.
// Not here  The faults (faulty_henon.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/cluster/registry.hpp"

namespace touchstone::mutants {

struct ClusterMutant {
  cluster::ClusterScheme scheme;  ///< info.name is "mutant/..."; claims what a correct one claims
  std::string origin;             ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<ClusterMutant>& cluster_mutants();
/// The mutant of a name; throws InputError that suggests the nearest known name.
const ClusterMutant& cluster_mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_cluster_mutant(ClusterMutant mutant);

}  // namespace touchstone::mutants
