// checkers/hpmc/overlap_kind.hpp
// Purpose   The kind of algorithms that decide whether two hard bodies overlap: what their checks
//           and mutants are.
// Source    Defects of the public HPMC 4.8.2 found with independent oracles, and slips that its
//           paper's methods invite.
#pragma once
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone {

template <>
struct Kind<shapes::OverlapAlgorithm> {
  static constexpr const char* family = "hpmc";
  static constexpr const char* runs = "overlap of hard bodies";
  static const std::vector<shapes::OverlapAlgorithm>& schemes() {
    return shapes::overlap_algorithms();
  }
  struct Conditions {
    bool asks_in_turn = false;  ///< questions that depend on answers
  };
  /// A program of a user's is asked together what the check asks one by one, unless each question
  /// depends on the answers before it.
  static CheckResult run(const Check<shapes::OverlapAlgorithm>& check,
                         const shapes::OverlapAlgorithm& algorithm, const CheckContext& context);
  /// The classes of bodies it takes and the smallest gap it resolves.
  static std::vector<ListedFact> facts(const shapes::OverlapAlgorithm& algorithm);
};

namespace hpmc {
using OverlapCheck = Check<shapes::OverlapAlgorithm>;
}
namespace mutants {
using OverlapMutant = Mutant<shapes::OverlapAlgorithm>;
}

}  // namespace touchstone
