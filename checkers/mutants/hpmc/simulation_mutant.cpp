#include "checkers/mutants/hpmc/simulation_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<SimulationMutant>& registry() {
  static Registry<SimulationMutant> all("mutant");  // filled before main() by registration lines
  return all;
}

}  // namespace

const std::vector<SimulationMutant>& simulation_mutants() { return registry().items(); }

const SimulationMutant& simulation_mutant(const std::string& name) { return registry().item(name); }

bool register_simulation_mutant(SimulationMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
