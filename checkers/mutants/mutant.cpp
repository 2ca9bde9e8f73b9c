#include "checkers/mutants/mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<Mutant>& registry() {
  static Registry<Mutant> all("mutant");  // filled before main() by the registration lines
  return all;
}

}  // namespace

const std::vector<Mutant>& mutants() { return registry().items(); }

const Mutant& mutant(const std::string& name) { return registry().item(name); }

bool register_mutant(Mutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
