// checkers/mutants/ecmc/chain_mutant.hpp
// Purpose   Mutants of the schemes that run legs of event chains, each with the checks that must
//           catch it.
// Not here  The faulty bodies (faulty_chains.hpp, wrapped_runs.cpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::mutants {

using ChainMutant = MutantOf<disks::ChainScheme>;

/// All, sorted by name.
inline const std::vector<ChainMutant>& chain_mutants() {
  return mutant_registry<ChainMutant>().items();
}
/// Mutant with a given name; throws InputError that suggests the nearest known name.
inline const ChainMutant& chain_mutant(const std::string& name) {
  return mutant_registry<ChainMutant>().item(name);
}
/// See add_mutant.
inline bool register_chain_mutant(ChainMutant mutant) { return add_mutant(std::move(mutant)); }

}  // namespace touchstone::mutants
