// checkers/cmc/scattering/scattering_kind.hpp
// Purpose   The kind of methods that follow a binary and a single star, or two binaries, that meet:
//           what their checks and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/cmc/scattering/three_stars.hpp"

namespace touchstone {

template <>
struct Kind<cluster::ScatteringScheme> {
  static constexpr const char* family = "cmc";
  static constexpr const char* runs = "meetings of binaries";
  static const std::vector<cluster::ScatteringScheme>& schemes() {
    return cluster::scattering_schemes();
  }
  using Conditions = NoConditions;
};

namespace scattering {
using ScatteringCheck = Check<cluster::ScatteringScheme>;
}
namespace mutants {
using ScatteringMutant = Mutant<cluster::ScatteringScheme>;
}

}  // namespace touchstone
