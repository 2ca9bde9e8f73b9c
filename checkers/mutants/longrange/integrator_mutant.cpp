#include "checkers/mutants/longrange/integrator_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<IntegratorMutant>& registry() {
  static Registry<IntegratorMutant> all("mutant");  // filled before main() by registration lines
  return all;
}

}  // namespace

const std::vector<IntegratorMutant>& integrator_mutants() { return registry().items(); }

const IntegratorMutant& integrator_mutant(const std::string& name) { return registry().item(name); }

bool register_integrator_mutant(IntegratorMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
