#include "checkers/integrator/integrator_check.hpp"

#include <algorithm>

#include "checkers/job.hpp"
#include "checkers/mutants/longrange/integrator_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;

Registry<IntegratorCheck>& registry() {
  static Registry<IntegratorCheck> all("check");  // filled before main() by registration lines
  return all;
}

Job job_of(const LongrangeScheme& scheme, const IntegratorCheck& check) {
  return {.scheme = scheme.info.name,
          .backend = scheme.info.backend,
          .check = check.name,
          .run = [&](const CheckContext& c) { return run_integrator_check(check, scheme, c); },
          .family = "longrange"};
}

std::vector<Job> jobs() {
  std::vector<Job> all;
  for (const LongrangeScheme& scheme : longrange::schemes())
    for (const IntegratorCheck& check : integrator_checks()) all.push_back(job_of(scheme, check));
  for (const mutants::IntegratorMutant& mutant : mutants::integrator_mutants())
    for (const IntegratorCheck& check : integrator_checks()) {
      Job job = job_of(mutant.scheme, check);
      job.mutant = true;
      job.expected = std::find(mutant.killed_by.begin(), mutant.killed_by.end(), check.name) !=
                     mutant.killed_by.end();
      job.origin = mutant.origin;
      all.push_back(job);
    }
  return all;
}

const bool registered = register_jobs(jobs);

}  // namespace

const std::vector<IntegratorCheck>& integrator_checks() { return registry().items(); }

const IntegratorCheck& integrator_check(const std::string& name) { return registry().item(name); }

bool register_integrator_check(IntegratorCheck check) { return registry().add(std::move(check)); }

CheckResult run_integrator_check(const IntegratorCheck& check, const LongrangeScheme& scheme,
                                 const CheckContext& context) {
  if (!has(scheme.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if (!scheme.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks its vector unit"};
  if (std::none_of(check.models.begin(), check.models.end(),
                   [&](longrange::Model model) { return scheme.runs(model); }))
    return {.verdict = Verdict::not_run, .detail = "the scheme runs none of the check's models"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::integrator
