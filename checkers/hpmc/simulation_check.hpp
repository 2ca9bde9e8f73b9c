// checkers/hpmc/simulation_check.hpp
// Purpose   Checks of schemes that move hard shapes: what they are, their list, and the jobs of
//           `touchstone check`. A check knows nothing of a scheme but the interface of
//           models/shapes/registry.hpp.
// Cost      All checks of one scheme take about a second.
// Not here  The checks: simulation_*.cpp, registered by their last lines. Mutants (mutants/hpmc/).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "checkers/check.hpp"
#include "models/shapes/registry.hpp"

namespace touchstone::hpmc {

struct SimulationCheck {
  std::string name;   ///< "shapes/what"
  std::string shows;  ///< one sentence: what a pass means
  Claims needs;       ///< runs on schemes with at least one of these claims
  std::function<CheckResult(const shapes::ShapeScheme&, const CheckContext&)> run;
  /// Thousands of runs: with an effort above 1 only for schemes on the grid emulator.
  bool many_runs = false;
  bool of_ranks = false;  ///< only for schemes that share domains among ranks
};

/// All checks, sorted by name.
const std::vector<SimulationCheck>& simulation_checks();
/// Check with a given name; throws InputError that suggests the nearest known name.
const SimulationCheck& simulation_check(const std::string& name);
/// Adds a check and returns true; throws on a duplicate name.
bool register_simulation_check(SimulationCheck check);

/// Runs a check and times it. A scheme without the claim is not claimed, one that this machine
/// lacks or that throws CannotRun is not run, any other error is a failure.
CheckResult run_simulation_check(const SimulationCheck& check, const shapes::ShapeScheme& scheme,
                                 const CheckContext& context);

/// N bodies on a square or cubic lattice of `cells` to a side, far apart for small packings.
shapes::Configuration test_lattice(const std::string& body, int cells, double packing);

}  // namespace touchstone::hpmc
