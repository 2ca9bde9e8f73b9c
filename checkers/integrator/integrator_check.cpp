#include "checkers/integrator/integrator_check.hpp"

#include <algorithm>
#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/mutants/longrange/integrator_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;

Registry<IntegratorCheck>& registry() {
  static Registry<IntegratorCheck> all("check");  // filled before main() by registration lines
  return all;
}

const bool registered = register_jobs([] {
  return jobs_of("longrange", longrange::schemes(), mutants::integrator_mutants(),
                 integrator_checks(), run_integrator_check);
});

}  // namespace

const std::vector<IntegratorCheck>& integrator_checks() { return registry().items(); }

const IntegratorCheck& integrator_check(const std::string& name) { return registry().item(name); }

bool register_integrator_check(IntegratorCheck check) { return registry().add(std::move(check)); }

CheckResult run_integrator_check(const IntegratorCheck& check, const LongrangeScheme& scheme,
                                 const CheckContext& context) {
  if (check.needs != longrange::IntegratorClaims::none && !has(scheme.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if (!scheme.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks its vector unit"};
  if (std::none_of(check.models.begin(), check.models.end(),
                   [&](longrange::Model model) { return scheme.runs(model); }))
    return {.verdict = Verdict::not_run, .detail = "the scheme runs none of the check's models"};
  if (check.many_steps && scheme.emulated && context.effort <= 1)
    return {.verdict = Verdict::not_run,
            .detail = "on the grid emulator only with --effort above 1 (as --nightly has)"};
  if (check.hundreds_of_steps && scheme.costly_steps && context.effort <= 1)
    return {.verdict = Verdict::not_run,
            .detail = "its steps cost much: only with --effort above 1 (as --nightly has)"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::integrator
