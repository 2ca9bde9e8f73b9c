// checkers/longrange/integrator_kind.hpp
// Purpose   The kind of schemes that integrate the models with long-range interaction: what their
//           checks and mutants are.
#pragma once
#include <optional>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone {

template <>
struct Kind<longrange::LongrangeScheme> {
  static constexpr const char* family = "longrange";
  static constexpr const char* runs = "models with long-range interaction";
  static const std::vector<longrange::LongrangeScheme>& schemes() { return longrange::schemes(); }
  struct Conditions {
    std::vector<longrange::Model> models = {};  ///< not run on schemes that run none; empty: any
  };
  static std::optional<CheckResult> excuse(const Conditions& only,
                                           const longrange::LongrangeScheme& scheme,
                                           const CheckContext&);
  /// The models it runs, how it sums forces, and the method that it shares with others.
  static std::vector<ListedFact> facts(const longrange::LongrangeScheme& scheme);
};

namespace integrator {
using IntegratorCheck = Check<longrange::LongrangeScheme>;
}
namespace mutants {
using IntegratorMutant = Mutant<longrange::LongrangeScheme>;
}

}  // namespace touchstone
