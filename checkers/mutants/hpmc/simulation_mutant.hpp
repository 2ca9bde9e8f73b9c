// checkers/mutants/hpmc/simulation_mutant.hpp
// Purpose   Mutants of the schemes that move hard shapes, each with the checks that must catch it.
// Not here  The faults (faulty_shapes.cpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/shapes/registry.hpp"

namespace touchstone::mutants {

using SimulationMutant = MutantOf<shapes::ShapeScheme>;

/// All, sorted by name.
inline const std::vector<SimulationMutant>& simulation_mutants() {
  return mutant_registry<SimulationMutant>().items();
}
/// Mutant with a given name; throws InputError that suggests the nearest known name.
inline const SimulationMutant& simulation_mutant(const std::string& name) {
  return mutant_registry<SimulationMutant>().item(name);
}
/// See add_mutant.
inline bool register_simulation_mutant(SimulationMutant mutant) {
  return add_mutant(std::move(mutant));
}

}  // namespace touchstone::mutants
