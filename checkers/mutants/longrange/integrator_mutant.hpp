// checkers/mutants/longrange/integrator_mutant.hpp
// Purpose   Mutants of the schemes that integrate the models with long-range interaction, each with
//           the checks that must catch it.
// Not here  The faulty integrator (faulty_integrator.hpp).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "checkers/mutants/mutant_registry.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::mutants {

using IntegratorMutant = MutantOf<longrange::LongrangeScheme>;

/// All, sorted by name.
inline const std::vector<IntegratorMutant>& integrator_mutants() {
  return mutant_registry<IntegratorMutant>().items();
}
/// Mutant with a given name; throws InputError that suggests the nearest known name.
inline const IntegratorMutant& integrator_mutant(const std::string& name) {
  return mutant_registry<IntegratorMutant>().item(name);
}
/// See add_mutant.
inline bool register_integrator_mutant(IntegratorMutant mutant) {
  return add_mutant(std::move(mutant));
}

}  // namespace touchstone::mutants
