// checkers/jobs_of.hpp
// Purpose   Every check of a kind on every scheme and every mutant of that kind, as jobs of
//           `touchstone check`: the same for legs of event chains, clusters and integrators.
// Not here  Jobs of simulations of disks, which know more of their mutants (job.cpp).
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "checkers/job.hpp"

namespace touchstone {

/// `run(check, scheme, context)` gives a CheckResult. The lists must outlive the jobs.
template <class Scheme, class Mutant, class Check, class Run>
std::vector<Job> jobs_of(const std::string& family, const std::vector<Scheme>& schemes,
                         const std::vector<Mutant>& mutants, const std::vector<Check>& checks,
                         Run run) {
  const auto job_of = [&](const Scheme& scheme, const Check& check) {
    return Job{.scheme = scheme.info.name,
               .backend = scheme.info.backend,
               .check = check.name,
               .run = [&scheme, &check,
                       run](const CheckContext& context) { return run(check, scheme, context); },
               .family = family};
  };
  std::vector<Job> all;
  for (const Scheme& scheme : schemes)
    for (const Check& check : checks) all.push_back(job_of(scheme, check));
  for (const Mutant& mutant : mutants)
    for (const Check& check : checks) {
      Job job = job_of(mutant.scheme, check);
      job.mutant = true;
      job.expected = std::find(mutant.killed_by.begin(), mutant.killed_by.end(), check.name) !=
                     mutant.killed_by.end();
      job.origin = mutant.origin;
      all.push_back(std::move(job));
    }
  return all;
}

}  // namespace touchstone
