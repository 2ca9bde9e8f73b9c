#include "checkers/hpmc/simulation_check.hpp"

#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/mutants/hpmc/simulation_mutant.hpp"
#include "models/core/registry.hpp"
#include "models/shapes/bodies/named.hpp"

namespace touchstone::hpmc {
namespace {

Registry<SimulationCheck>& registry() {
  static Registry<SimulationCheck> all("check");  // filled before main() by the registration lines
  return all;
}

const bool registered = register_jobs([] {
  return jobs_of("hpmc", shapes::shape_schemes(), mutants::simulation_mutants(),
                 simulation_checks(), run_simulation_check);
});

}  // namespace

const std::vector<SimulationCheck>& simulation_checks() { return registry().items(); }

const SimulationCheck& simulation_check(const std::string& name) { return registry().item(name); }

bool register_simulation_check(SimulationCheck check) { return registry().add(std::move(check)); }

CheckResult run_simulation_check(const SimulationCheck& check, const shapes::ShapeScheme& scheme,
                                 const CheckContext& context) {
  if (!has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if (check.of_ranks && !scheme.ranks)
    return {.verdict = Verdict::not_claimed, .detail = "the scheme has no ranks"};
  if (!scheme.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks what the scheme needs"};
  if (check.many_runs && scheme.emulated && context.effort <= 1)
    return {.verdict = Verdict::not_run,
            .detail = "on the grid emulator only with --effort above 1 (as --nightly has)"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

shapes::Configuration test_lattice(const std::string& body, int cells, double packing) {
  return shapes::simple_lattice(shapes::named_body(body), cells, packing);
}

}  // namespace touchstone::hpmc
