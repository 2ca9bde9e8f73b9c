// checkers/hpmc/depletant_kind.hpp
// Purpose   The kind of schemes that move hard shapes with implicit depletants and springs: what
//           their checks and mutants are.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/hpmc/depletants_and_springs.hpp"

namespace touchstone {

template <>
struct Kind<shapes::DepletantScheme> {
  static constexpr const char* family = "hpmc";
  static constexpr const char* runs = "hard shapes among depletants and on springs";
  static const std::vector<shapes::DepletantScheme>& schemes() {
    return shapes::depletant_schemes();
  }
  using Conditions = NoConditions;
};

namespace hpmc {
using DepletantCheck = Check<shapes::DepletantScheme>;
}
namespace mutants {
using DepletantMutant = Mutant<shapes::DepletantScheme>;
}

}  // namespace touchstone
