#include "checkers/ecmc/chain_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "checkers/job.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "models/core/names.hpp"

namespace touchstone::ecmc {
namespace {

std::vector<ChainCheck>& mutable_checks() {
  static std::vector<ChainCheck> all;  // filled before main() by the registration lines
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

const std::vector<ChainCheck>& chain_checks() { return mutable_checks(); }

const ChainCheck& chain_check(const std::string& name) {
  std::vector<std::string> known;
  for (const ChainCheck& c : chain_checks()) {
    if (c.name == name) return c;
    known.push_back(c.name);
  }
  throw InputError(fmt::format("unknown check '{}'; the nearest known name is '{}'", name,
                               nearest_name(name, known)));
}

bool register_chain_check(ChainCheck check) {
  std::vector<ChainCheck>& all = mutable_checks();
  const auto place =
      std::lower_bound(all.begin(), all.end(), check,
                       [](const ChainCheck& a, const ChainCheck& b) { return a.name < b.name; });
  if (place != all.end() && place->name == check.name)
    throw std::logic_error("check registered twice: " + check.name);
  all.insert(place, std::move(check));
  return true;
}

CheckResult run_chain_check(const ChainCheck& check, const disks::ChainScheme& scheme,
                            const CheckContext& context) {
  if (!has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::ecmc
