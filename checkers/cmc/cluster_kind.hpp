// checkers/cmc/cluster_kind.hpp
// Purpose   The kind of schemes that evolve star clusters: what their checks and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/cluster/registry.hpp"

namespace touchstone {

template <>
struct Kind<cluster::ClusterScheme> {
  static constexpr const char* family = "cmc";
  static constexpr const char* runs = "star clusters";
  static const std::vector<cluster::ClusterScheme>& schemes() { return cluster::cluster_schemes(); }
  using Conditions = NoConditions;
};

namespace cmc {
using ClusterCheck = Check<cluster::ClusterScheme>;
}
namespace mutants {
using ClusterMutant = Mutant<cluster::ClusterScheme>;
}

}  // namespace touchstone
