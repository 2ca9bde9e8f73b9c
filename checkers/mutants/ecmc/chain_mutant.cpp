#include "checkers/mutants/ecmc/chain_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<ChainMutant>& registry() {
  static Registry<ChainMutant> all("mutant");  // filled before main() by the registration lines
  return all;
}

}  // namespace

const std::vector<ChainMutant>& chain_mutants() { return registry().items(); }

const ChainMutant& chain_mutant(const std::string& name) { return registry().item(name); }

bool register_chain_mutant(ChainMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
