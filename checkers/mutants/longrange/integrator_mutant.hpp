// checkers/mutants/longrange/integrator_mutant.hpp
// Purpose   Mutants of the schemes that integrate the models with long-range interaction, each with
//           the checks that must catch it.
// Not here  The faulty integrator (faulty_integrator.hpp).
#pragma once
#include <string>
#include <vector>

#include "models/longrange/registry.hpp"

namespace touchstone::mutants {

struct IntegratorMutant {
  longrange::LongrangeScheme scheme;   ///< "mutant/..."; claims what a correct scheme claims
  std::string origin;                  ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<IntegratorMutant>& integrator_mutants();
/// The mutant of a name; throws InputError that suggests the nearest known name.
const IntegratorMutant& integrator_mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_integrator_mutant(IntegratorMutant mutant);

}  // namespace touchstone::mutants
