// checkers/hpmc/shape_kind.hpp
// Purpose   The kind of schemes that move hard shapes: what their checks and mutants are.
#pragma once
#include <optional>
#include <vector>

#include "checkers/check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/mutant.hpp"
#include "models/shapes/registry.hpp"

namespace touchstone {

template <>
struct Kind<shapes::ShapeScheme> {
  static constexpr const char* family = "hpmc";
  static constexpr const char* runs = "hard shapes";
  static const std::vector<shapes::ShapeScheme>& schemes() { return shapes::shape_schemes(); }
  struct Conditions {
    bool of_ranks = false;  ///< only for schemes that share domains among ranks
  };
  static std::optional<CheckResult> excuse(const Conditions& only,
                                           const shapes::ShapeScheme& scheme, const CheckContext&) {
    if (!only.of_ranks || scheme.ranks) return std::nullopt;
    return CheckResult{.verdict = Verdict::not_claimed, .detail = "the scheme has no ranks"};
  }
};

namespace hpmc {
using ShapeCheck = Check<shapes::ShapeScheme>;
}
namespace mutants {
using ShapeMutant = Mutant<shapes::ShapeScheme>;
}

}  // namespace touchstone
