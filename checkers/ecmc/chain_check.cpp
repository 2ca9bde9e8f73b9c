#include "checkers/ecmc/chain_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "checkers/job.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::ecmc {
namespace {

Registry<ChainCheck>& registry() {
  static Registry<ChainCheck> all("check");  // filled before main() by the registration lines
  return all;
}

Job job_of(const disks::ChainScheme& scheme, const ChainCheck& check) {
  return {.scheme = scheme.info.name,
          .backend = scheme.info.backend,
          .check = check.name,
          .run = [&](const CheckContext& c) { return run_chain_check(check, scheme, c); },
          .family = "ecmc"};
}

std::vector<Job> jobs() {
  std::vector<Job> all;
  for (const disks::ChainScheme& scheme : disks::chain_schemes())
    for (const ChainCheck& check : chain_checks()) all.push_back(job_of(scheme, check));
  for (const mutants::ChainMutant& mutant : mutants::chain_mutants())
    for (const ChainCheck& check : chain_checks()) {
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
