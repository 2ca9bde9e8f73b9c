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
    bool of_ranks = false;          ///< only for schemes that share domains among ranks
    bool of_domains = false;        ///< only for schemes that take more than one domain
    bool of_law = false;            ///< only for schemes that state the law of their trial moves
    bool of_box_moves = false;      ///< only for schemes that take constant pressure
    bool of_free_order = false;     ///< only for schemes that confine no body to a cell
    bool of_large_systems = false;  ///< only for schemes whose sweep takes less than O(N^2)
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
    if (only.of_free_order && scheme.confined)
      return without("bodies stay in cells within a step and move in an order of its own");
    if (only.of_large_systems && scheme.all_pairs)
      return CheckResult{.verdict = Verdict::not_run,
                         .detail = "a sweep takes O(N^2): small systems only"};
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
