#include "checkers/mutants/cmc/cluster_mutant.hpp"

#include <stdexcept>
#include <utility>

#include "models/core/registry.hpp"

namespace touchstone::mutants {
namespace {

Registry<ClusterMutant>& registry() {
  static Registry<ClusterMutant> all("mutant");  // filled before main() by the registration lines
  return all;
}

}  // namespace

const std::vector<ClusterMutant>& cluster_mutants() { return registry().items(); }

const ClusterMutant& cluster_mutant(const std::string& name) { return registry().item(name); }

bool register_cluster_mutant(ClusterMutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return registry().add(std::move(mutant));
}

}  // namespace touchstone::mutants
