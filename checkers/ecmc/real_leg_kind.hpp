// checkers/ecmc/real_leg_kind.hpp
// Purpose   The kind of schemes that run legs of event chains in real numbers: what their checks
//           and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/disks/chains/real_leg.hpp"

namespace touchstone {

template <>
struct Kind<disks::RealLegScheme> {
  static constexpr const char* family = "ecmc";
  static constexpr const char* runs = "legs of event chains in real numbers";
  static const std::vector<disks::RealLegScheme>& schemes() {
    return disks::real_leg_schemes().items();
  }
  using Conditions = NoConditions;
};

namespace ecmc {
using RealLegCheck = Check<disks::RealLegScheme>;
}
namespace mutants {
using RealLegMutant = Mutant<disks::RealLegScheme>;
}

}  // namespace touchstone
