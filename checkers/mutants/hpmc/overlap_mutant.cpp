#include "checkers/mutants/hpmc/overlap_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<OverlapMutant>& registry() {
  static Registry<OverlapMutant> all("mutant");  // filled before main() by registration lines
  return all;
}

}  // namespace

const std::vector<OverlapMutant>& overlap_mutants() { return registry().items(); }

const OverlapMutant& overlap_mutant(const std::string& name) { return registry().item(name); }

bool register_overlap_mutant(OverlapMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
