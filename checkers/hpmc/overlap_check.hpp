// checkers/hpmc/overlap_check.hpp
// Purpose   Checks of algorithms that decide whether two hard bodies overlap: what they are, their
//           list, and the jobs of `touchstone check`. A check knows nothing of an algorithm but the
//           interface of models/shapes/bodies/overlap.hpp.
// Cost      All checks of all algorithms take some seconds, most of it in the references.
// Not here  The checks: overlap_checks.cpp. Mutants (mutants/hpmc/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/shapes/bodies/overlap.hpp"

namespace touchstone::hpmc {

struct OverlapCheck {
  std::string name;   ///< "overlap/what"
  std::string shows;  ///< one sentence: what a pass means
  std::function<CheckResult(const shapes::OverlapAlgorithm&, const CheckContext&)> run;
};

/// All checks, sorted by name.
const std::vector<OverlapCheck>& overlap_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const OverlapCheck& overlap_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_overlap_check(OverlapCheck check);

/// Runs a check and times it. Not run where this machine lacks the vector unit; any error is a
/// failure.
CheckResult run_overlap_check(const OverlapCheck& check, const shapes::OverlapAlgorithm& algorithm,
                              const CheckContext& context);

}  // namespace touchstone::hpmc
