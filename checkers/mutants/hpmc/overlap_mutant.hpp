// checkers/mutants/hpmc/overlap_mutant.hpp
// Purpose   Mutants of the algorithms that decide whether hard bodies overlap, each with the checks
//           that must catch it.
// Source    Defects of the public HPMC 4.8.2 found with independent oracles, and slips that its
//           paper's methods invite.
// Not here  The mutants: faulty_input.cpp, faulty_polygons.cpp, faulty_portals.cpp.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/shapes/bodies/overlap.hpp"

namespace touchstone::mutants {

using OverlapMutant = MutantOf<shapes::OverlapAlgorithm>;

/// All, sorted by name.
inline const std::vector<OverlapMutant>& overlap_mutants() {
  return mutant_registry<OverlapMutant>().items();
}
/// Mutant with a given name; throws InputError that suggests the nearest known name.
inline const OverlapMutant& overlap_mutant(const std::string& name) {
  return mutant_registry<OverlapMutant>().item(name);
}
/// See add_mutant.
inline bool register_overlap_mutant(OverlapMutant mutant) { return add_mutant(std::move(mutant)); }

}  // namespace touchstone::mutants
