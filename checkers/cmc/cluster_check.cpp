#include "checkers/cmc/cluster_check.hpp"

#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/mutants/cmc/cluster_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::cmc {
namespace {

Registry<ClusterCheck>& registry() {
  static Registry<ClusterCheck> all("check");  // filled before main() by the registration lines
  return all;
}

const bool registered = register_jobs([] {
  return jobs_of("cmc", cluster::cluster_schemes(), mutants::cluster_mutants(), cluster_checks(),
                 run_cluster_check);
});

}  // namespace

const std::vector<ClusterCheck>& cluster_checks() { return registry().items(); }

const ClusterCheck& cluster_check(const std::string& name) { return registry().item(name); }

bool register_cluster_check(ClusterCheck check) { return registry().add(std::move(check)); }

CheckResult run_cluster_check(const ClusterCheck& check, const cluster::ClusterScheme& scheme,
                              const CheckContext& context) {
  if (check.needs != Claims::none && !has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  if (!scheme.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks what the scheme needs"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::cmc
