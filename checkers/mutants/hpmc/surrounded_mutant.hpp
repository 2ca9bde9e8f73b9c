// checkers/mutants/hpmc/surrounded_mutant.hpp
// Purpose   Mutants of the schemes that move hard shapes among depletants and on springs, each with
//           the checks that must catch it.
// Not here  The faults (faulty_surroundings.cpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/shapes/surroundings.hpp"

namespace touchstone::mutants {

using SurroundedMutant = MutantOf<shapes::SurroundedScheme>;

/// All, sorted by name.
inline const std::vector<SurroundedMutant>& surrounded_mutants() {
  return mutant_registry<SurroundedMutant>().items();
}
/// See add_mutant.
inline bool register_surrounded_mutant(SurroundedMutant mutant) {
  return add_mutant(std::move(mutant));
}

}  // namespace touchstone::mutants
