// checkers/hpmc/surrounded_kind.hpp
// Purpose   The kind of schemes that move hard shapes with implicit depletants and springs: what
//           their checks and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/shapes/surroundings.hpp"

namespace touchstone {

template <>
struct Kind<shapes::SurroundedScheme> {
  static constexpr const char* family = "hpmc";
  static constexpr const char* runs = "hard shapes among depletants and on springs";
  static const std::vector<shapes::SurroundedScheme>& schemes() {
    return shapes::surrounded_schemes();
  }
  using Conditions = NoConditions;
};

namespace hpmc {
using SurroundedCheck = Check<shapes::SurroundedScheme>;
}
namespace mutants {
using SurroundedMutant = Mutant<shapes::SurroundedScheme>;
}

}  // namespace touchstone
