// checkers/hpmc/shape_kind.hpp
// Purpose   The kind of schemes that move hard shapes: what their checks and mutants are.
#pragma once
#include <optional>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone {

template <>
struct Kind<shapes::ShapeScheme> {
  static constexpr const char* family = "hpmc";
  static constexpr const char* runs = "hard shapes";
  static const std::vector<shapes::ShapeScheme>& schemes() { return shapes::shape_schemes(); }
  struct Conditions {
    bool of_ranks = false;      ///< only for schemes that share domains among ranks
    bool of_domains = false;    ///< only for schemes that take more than one domain
    bool of_law = false;        ///< only for schemes that state the law of their trial moves
    bool of_box_moves = false;  ///< only for schemes that take constant pressure
  };
  static std::optional<CheckResult> excuse(const Conditions& only,
                                           const shapes::ShapeScheme& scheme, const CheckContext&) {
    const auto without = [](const char* what) {
      return CheckResult{.verdict = Verdict::not_claimed, .detail = what};
    };
    if (only.of_ranks && !scheme.ranks) return without("the scheme has no ranks");
    if (only.of_domains && !scheme.cuts) return without("the scheme has no domains");
    if (only.of_law && scheme.proposals == shapes::Proposals::symmetric)
      return without("the scheme has a law of its own");
    if (only.of_box_moves && !scheme.box_moves)
      return without("the scheme has no moves of the box");
    return std::nullopt;
  }
};

namespace hpmc {
using ShapeCheck = Check<shapes::ShapeScheme>;
}
namespace mutants {
using ShapeMutant = Mutant<shapes::ShapeScheme>;
}

}  // namespace touchstone
