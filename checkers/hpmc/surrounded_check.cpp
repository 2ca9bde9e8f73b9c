#include "checkers/hpmc/surrounded_check.hpp"

#include <utility>

#include "checkers/jobs_of.hpp"
#include "checkers/listed.hpp"
#include "checkers/mutants/hpmc/surrounded_mutant.hpp"
#include "models/core/registry.hpp"

namespace touchstone::hpmc {
namespace {

Registry<SurroundedCheck>& registry() {
  static Registry<SurroundedCheck> all("check");  // filled before main() by the registration lines
  return all;
}

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const shapes::SurroundedScheme& one : shapes::surrounded_schemes()) {
    ListedScheme listed{one.info.name, one.info.backend, true, in_words(one.info.claims),
                        one.info.source};
    if (!one.equals.empty()) listed.more.push_back({"equals", one.equals});
    all.push_back(std::move(listed));
  }
  return all;
}

const bool registered =
    register_jobs([] {
      return jobs_of("hpmc", shapes::surrounded_schemes(), mutants::surrounded_mutants(),
                     surrounded_checks(), run_surrounded_check);
    }) &&
    register_listing({.runs = "hard shapes among depletants and on springs",
                      .families = {"hpmc"},
                      .schemes = schemes,
                      .checks = [] { return listed_checks(surrounded_checks()); },
                      .mutants = [] { return listed_mutants(mutants::surrounded_mutants()); }});

}  // namespace

const std::vector<SurroundedCheck>& surrounded_checks() { return registry().items(); }

const SurroundedCheck& surrounded_check(const std::string& name) { return registry().item(name); }

bool register_surrounded_check(SurroundedCheck check) { return registry().add(std::move(check)); }

CheckResult run_surrounded_check(const SurroundedCheck& check,
                                 const shapes::SurroundedScheme& scheme,
                                 const CheckContext& context) {
  if (!has(scheme.info.claims, check.needs))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  return timed(context, [&](const CheckContext& c) { return check.run(scheme, c); });
}

}  // namespace touchstone::hpmc
