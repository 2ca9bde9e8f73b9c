#include "checkers/hpmc/overlap_check.hpp"

#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/mutants/hpmc/overlap_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::hpmc {
namespace {

Registry<OverlapCheck>& registry() {
  static Registry<OverlapCheck> all("check");  // filled before main() by registration lines
  return all;
}

const bool registered = register_jobs([] {
  return jobs_of("hpmc", shapes::overlap_algorithms(), mutants::overlap_mutants(), overlap_checks(),
                 run_overlap_check);
});

}  // namespace

const std::vector<OverlapCheck>& overlap_checks() { return registry().items(); }

const OverlapCheck& overlap_check(const std::string& name) { return registry().item(name); }

bool register_overlap_check(OverlapCheck check) { return registry().add(std::move(check)); }

CheckResult run_overlap_check(const OverlapCheck& check, const shapes::OverlapAlgorithm& algorithm,
                              const CheckContext& context) {
  if (!algorithm.available)
    return {.verdict = Verdict::not_run, .detail = "this machine lacks its vector unit"};
  return timed(context, [&](const CheckContext& c) { return check.run(algorithm, c); });
}

}  // namespace touchstone::hpmc
