// checkers/longrange/parameters.cpp
// Purpose   Registers the check that every parameter of runs of integrators has an effect.
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/parameter_effects.hpp"

namespace touchstone::integrator {
namespace {

CheckResult parameters(const longrange::LongrangeScheme& scheme, const CheckContext& context) {
  using P = longrange::RunParameters;
  CheckResult result;
  for (const longrange::System& system : systems_of(scheme)) {
    const longrange::State start = random_state(system, 20, part_seed(context, 0));
    std::vector<Change<P>> changes{{"time_step", [](P& p) { p.time_step *= 1.01; }}};
    if (system.model != longrange::Model::hmf)
      changes.push_back({"softening", [](P& p) { p.system.softening *= 1.1; }});
    result = each_has_an_effect<P>({.system = system, .time_step = 0.1, .threads = context.threads},
                                   changes, [&](const P& p) {
                                     const auto simulation = scheme.start(start, p);
                                     simulation->advance(2);
                                     return simulation->state().q;
                                   });
    if (result.verdict != Verdict::pass) return result;
  }
  return result;
}

const bool registered = register_check(IntegratorCheck{.name = "integrator/parameters",
                                                       .shows = kEachHasAnEffect,
                                                       .needs = longrange::IntegratorClaims::model,
                                                       .run = parameters});

}  // namespace
}  // namespace touchstone::integrator
