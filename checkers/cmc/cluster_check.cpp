#include "checkers/cmc/cluster_check.hpp"

#include <algorithm>
#include <utility>

#include "checkers/job.hpp"
#include "checkers/mutants/cmc/cluster_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::cmc {
namespace {

Registry<ClusterCheck>& registry() {
  static Registry<ClusterCheck> all("check");  // filled before main() by the registration lines
  return all;
}

Job job_of(const cluster::ClusterScheme& scheme, const ClusterCheck& check) {
  return {.scheme = scheme.info.name,
          .backend = scheme.info.backend,
          .check = check.name,
          .run = [&](const CheckContext& c) { return run_cluster_check(check, scheme, c); },
          .family = "cmc"};
}

std::vector<Job> jobs() {
  std::vector<Job> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes())
    for (const ClusterCheck& check : cluster_checks()) all.push_back(job_of(scheme, check));
  for (const mutants::ClusterMutant& mutant : mutants::cluster_mutants())
    for (const ClusterCheck& check : cluster_checks()) {
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

const std::vector<ClusterCheck>& cluster_checks() { return registry().items(); }

const ClusterCheck& cluster_check(const std::string& name) { return registry().item(name); }

bool register_cluster_check(ClusterCheck check) { return registry().add(std::move(check)); }

CheckResult run_cluster_check(const ClusterCheck& check, const cluster::ClusterScheme& scheme,
                              const CheckContext& context) {
  if (!has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if (!scheme.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks what the scheme needs"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::cmc
