// checkers/mutants/hpmc/surrounded_mutant.hpp
// Purpose   Mutants of the schemes that move hard shapes among depletants and on springs, each with
//           the checks that must catch it.
// Not here  The faults (faulty_surroundings.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/shapes/surroundings.hpp"

namespace touchstone::mutants {

struct SurroundedMutant {
  shapes::SurroundedScheme scheme;  ///< info.name is "mutant/..."; claims what a correct one claims
  std::string origin;               ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<SurroundedMutant>& surrounded_mutants();
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_surrounded_mutant(SurroundedMutant mutant);

}  // namespace touchstone::mutants
