// checkers/mutants/ecmc/chain_mutant.hpp
// Purpose   Mutants of the schemes that run legs of event chains, each with the checks that must
//           catch it.
// Not here  The faulty bodies (faulty_chains.hpp, wrapped_runs.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/disks/chain_registry.hpp"

namespace touchstone::mutants {

struct ChainMutant {
  disks::ChainScheme scheme;  ///< info.name is "mutant/..."; claims what a correct scheme claims
  std::string origin;         ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<ChainMutant>& chain_mutants();
/// The mutant of a name; throws InputError that suggests the nearest known name.
const ChainMutant& chain_mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_chain_mutant(ChainMutant mutant);

}  // namespace touchstone::mutants
