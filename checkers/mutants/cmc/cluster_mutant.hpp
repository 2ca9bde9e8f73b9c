// checkers/mutants/cmc/cluster_mutant.hpp
// Purpose   Mutants of the schemes that evolve star clusters, each with the checks that must
//           catch it.
// Not here  The faults (faulty_henon.cpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/cluster/registry.hpp"

namespace touchstone::mutants {

using ClusterMutant = MutantOf<cluster::ClusterScheme>;

/// All, sorted by name.
inline const std::vector<ClusterMutant>& cluster_mutants() {
  return mutant_registry<ClusterMutant>().items();
}
/// Mutant with a given name; throws InputError that suggests the nearest known name.
inline const ClusterMutant& cluster_mutant(const std::string& name) {
  return mutant_registry<ClusterMutant>().item(name);
}
/// See add_mutant.
inline bool register_cluster_mutant(ClusterMutant mutant) { return add_mutant(std::move(mutant)); }

}  // namespace touchstone::mutants
