// checkers/mutants/hpmc/simulation_mutant.hpp
// Purpose   Mutants of the schemes that move hard shapes, each with the checks that must catch it.
// Not here  The faults (faulty_shapes.cpp).
#pragma once
#include <string>
#include <vector>

#include "models/shapes/registry.hpp"

namespace touchstone::mutants {

struct SimulationMutant {
  shapes::ShapeScheme scheme;  ///< info.name is "mutant/..."; claims what a correct one claims
  std::string origin;          ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<SimulationMutant>& simulation_mutants();
/// The mutant of a name; throws InputError that suggests the nearest known name.
const SimulationMutant& simulation_mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_simulation_mutant(SimulationMutant mutant);

}  // namespace touchstone::mutants
