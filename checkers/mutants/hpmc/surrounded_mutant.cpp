#include "checkers/mutants/hpmc/surrounded_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<SurroundedMutant>& registry() {
  static Registry<SurroundedMutant> all("mutant");  // filled before main() by registration lines
  return all;
}

}  // namespace

const std::vector<SurroundedMutant>& surrounded_mutants() { return registry().items(); }

bool register_surrounded_mutant(SurroundedMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
