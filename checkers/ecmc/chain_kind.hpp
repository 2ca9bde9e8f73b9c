// checkers/ecmc/chain_kind.hpp
// Purpose   The kind of schemes that run legs of event chains: what their checks and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone {

template <>
struct Kind<disks::ChainScheme> {
  static constexpr const char* family = "ecmc";
  static constexpr const char* runs = "legs of event chains";
  static const std::vector<disks::ChainScheme>& schemes() { return disks::chain_schemes(); }
  using Conditions = NoConditions;
};

namespace ecmc {
using ChainCheck = Check<disks::ChainScheme>;
}
namespace mutants {
using ChainMutant = Mutant<disks::ChainScheme>;
}

}  // namespace touchstone
