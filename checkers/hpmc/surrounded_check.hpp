// checkers/hpmc/surrounded_check.hpp
// Purpose   Checks of schemes that move hard shapes among depletants and on springs: what they are,
//           their list, and the jobs of `touchstone check`.
// Cost      All checks of one scheme take about a second.
// Not here  The checks: surrounded_*.cpp, registered by their last lines. Mutants (mutants/hpmc/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/shapes/surroundings.hpp"

namespace touchstone::hpmc {

struct SurroundedCheck {
  std::string name;   ///< "surroundings/what"
  std::string shows;  ///< one sentence: what a pass means
  Claims needs;       ///< runs on schemes with at least one of these claims
  std::function<CheckResult(const shapes::SurroundedScheme&, const CheckContext&)> run;
};

/// All checks, sorted by name.
const std::vector<SurroundedCheck>& surrounded_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const SurroundedCheck& surrounded_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_surrounded_check(SurroundedCheck check);

/// Runs a check and times it. A scheme without the claim is not claimed, any error is a failure.
CheckResult run_surrounded_check(const SurroundedCheck& check,
                                 const shapes::SurroundedScheme& scheme,
                                 const CheckContext& context);

}  // namespace touchstone::hpmc
