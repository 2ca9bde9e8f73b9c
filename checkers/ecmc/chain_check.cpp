#include "checkers/ecmc/chain_check.hpp"

#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::ecmc {
namespace {

Registry<ChainCheck>& registry() {
  static Registry<ChainCheck> all("check");  // filled before main() by the registration lines
  return all;
}

const bool registered = register_jobs([] {
  return jobs_of("ecmc", disks::chain_schemes(), mutants::chain_mutants(), chain_checks(),
                 run_chain_check);
});

}  // namespace

const std::vector<ChainCheck>& chain_checks() { return registry().items(); }

const ChainCheck& chain_check(const std::string& name) { return registry().item(name); }

bool register_chain_check(ChainCheck check) { return registry().add(std::move(check)); }

CheckResult run_chain_check(const ChainCheck& check, const disks::ChainScheme& scheme,
                            const CheckContext& context) {
  if (!has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::ecmc
