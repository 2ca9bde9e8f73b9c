// checkers/integrator/integrator_listing.cpp
// Purpose   Output of `touchstone list` for the models with long-range interaction: schemes, checks
//           and mutants.
#include "checkers/integrator/integrator_check.hpp"
#include "checkers/listing.hpp"
#include "checkers/mutants/longrange/integrator_mutant.hpp"

namespace touchstone::integrator {
namespace {

template <class Claims>
std::vector<std::string> words_of(Claims claims) {
  const auto words = names(claims);
  return {words.begin(), words.end()};
}

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const longrange::LongrangeScheme& scheme : longrange::schemes()) {
    std::vector<std::string> claims = words_of(scheme.claims);
    for (const std::string& claim : in_words(scheme.info.claims)) claims.push_back(claim);
    all.push_back({scheme.info.name, scheme.info.backend, scheme.available, std::move(claims),
                   scheme.info.source});
  }
  return all;
}

std::vector<ListedCheck> checks() {
  std::vector<ListedCheck> all;
  for (const IntegratorCheck& check : integrator_checks())
    all.push_back({check.name, check.shows, words_of(check.needs)});
  return all;
}

std::vector<ListedMutant> mutants_of_integrators() {
  std::vector<ListedMutant> all;
  for (const mutants::IntegratorMutant& mutant : mutants::integrator_mutants())
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

const bool registered = register_listing({.runs = "models with long-range interaction",
                                          .families = {"longrange"},
                                          .schemes = schemes,
                                          .checks = checks,
                                          .mutants = mutants_of_integrators});

}  // namespace
}  // namespace touchstone::integrator
