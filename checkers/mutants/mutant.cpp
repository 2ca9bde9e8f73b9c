#include "checkers/mutants/mutant.hpp"

#include <utility>

#include "checkers/mutants/mutant_registry.hpp"

namespace touchstone::mutants {

const std::vector<Mutant>& mutants() { return mutant_registry<Mutant>().items(); }

const Mutant& mutant(const std::string& name) { return mutant_registry<Mutant>().item(name); }

bool register_mutant(Mutant mutant) { return add_mutant(std::move(mutant)); }

}  // namespace touchstone::mutants
