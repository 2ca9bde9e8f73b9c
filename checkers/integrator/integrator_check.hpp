// checkers/integrator/integrator_check.hpp
// Purpose   Checks of schemes that integrate the models with long-range interaction: what they are,
//           their list, and the jobs of `touchstone check`, every check on every scheme and on
//           every mutant. A check knows nothing of a scheme but the interface of
//           models/longrange/registry.hpp.
// Cost      All checks of the serial reference take about a second.
// Not here  The checks: one file each, registered by its last lines. Mutants (mutants/longrange/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::integrator {

struct IntegratorCheck {
  std::string name;                      ///< "integrator/what"
  std::string shows;                     ///< one sentence: what a pass means
  longrange::IntegratorClaims needs;     ///< runs on schemes with this claim; none: on all
  std::vector<longrange::Model> models;  ///< not run on schemes that run none of these
  std::function<CheckResult(const longrange::LongrangeScheme&, const CheckContext&)> run;
  bool hundreds_of_steps = false;  ///< see LongrangeScheme::costly_steps
  /// True when it makes so many steps that the grid emulator runs it at night only.
  bool many_steps = false;
};

/// All checks, sorted by name.
const std::vector<IntegratorCheck>& integrator_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const IntegratorCheck& integrator_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_integrator_check(IntegratorCheck check);

/// Runs a check and times it. A scheme without the claim is not claimed; one that this machine
/// lacks, or that runs none of the models, or that is emulated where there are many steps and the
/// effort is 1, is not run; any error is a failure.
CheckResult run_integrator_check(const IntegratorCheck& check,
                                 const longrange::LongrangeScheme& scheme,
                                 const CheckContext& context);

}  // namespace touchstone::integrator
