// checkers/ecmc/chain_check.hpp
// Purpose   Checks of schemes that run legs of event chains: what they are, their list, and the
//           jobs of `touchstone check`, every check on every scheme and on every mutant. A check
//           knows nothing of a scheme but the interface of models/disks/chains/chain_registry.hpp.
// Cost      All checks of one scheme take well below a second.
// Not here  The checks: one file each, registered by its last lines. Mutants (mutants/ecmc/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/disks/chains/chain_registry.hpp"

namespace touchstone::ecmc {

struct ChainCheck {
  std::string name;   ///< "ecmc/what"
  std::string shows;  ///< one sentence: what a pass means
  Claims needs;       ///< runs on schemes with at least one of these claims
  std::function<CheckResult(const disks::ChainScheme&, const CheckContext&)> run;
};

/// All checks, sorted by name.
const std::vector<ChainCheck>& chain_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const ChainCheck& chain_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_chain_check(ChainCheck check);

/// Runs a check and times it. A scheme without the claim is not claimed, CannotRun is not run, any
/// other error is a failure.
CheckResult run_chain_check(const ChainCheck& check, const disks::ChainScheme& scheme,
                            const CheckContext& context);

}  // namespace touchstone::ecmc
