// checkers/cmc/cluster_check.hpp
// Purpose   Checks of schemes that evolve star clusters: what they are, their list, and the jobs
//           of `touchstone check`, every check on every scheme and on every mutant. A check knows
//           nothing of a scheme but the interface of models/cluster/registry.hpp.
// Cost      All checks of one scheme take a second or two.
// Not here  The checks: one file each, registered by its last lines. Mutants (mutants/cmc/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/cluster/registry.hpp"

namespace touchstone::cmc {

struct ClusterCheck {
  std::string name;   ///< "cmc/what"
  std::string shows;  ///< one sentence: what a pass means
  Claims needs;       ///< runs on schemes with at least one of these claims; none: on all
  std::function<CheckResult(const cluster::ClusterScheme&, const CheckContext&)> run;
};

/// All checks, sorted by name.
const std::vector<ClusterCheck>& cluster_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const ClusterCheck& cluster_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_cluster_check(ClusterCheck check);

/// Runs a check and times it. A scheme without the claim is not claimed, one that this machine
/// lacks or that throws CannotRun is not run, any other error is a failure.
CheckResult run_cluster_check(const ClusterCheck& check, const cluster::ClusterScheme& scheme,
                              const CheckContext& context);

/// The scheme that others are compared with, bit for bit.
constexpr const char* kReference = "cmc/reference";

}  // namespace touchstone::cmc
