// checkers/ecmc/listing.cpp
// Purpose   What `touchstone list` shows of legs of event chains: schemes, checks and mutants.
#include "checkers/listing.hpp"

#include "checkers/ecmc/chain_check.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "models/disks/chain_registry.hpp"

namespace touchstone::ecmc {
namespace {

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const disks::ChainScheme& scheme : disks::chain_schemes())
    all.push_back({.name = scheme.info.name,
                   .backend = scheme.info.backend,
                   .claims = in_words(scheme.info.claims),
                   .source = scheme.info.source});
  return all;
}

std::vector<ListedCheck> checks() {
  std::vector<ListedCheck> all;
  for (const ChainCheck& check : chain_checks())
    all.push_back({check.name, check.shows, in_words(check.needs)});
  return all;
}

std::vector<ListedMutant> listed_mutants() {
  std::vector<ListedMutant> all;
  for (const mutants::ChainMutant& mutant : mutants::chain_mutants())
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

const bool registered = register_listing({.runs = "legs of event chains",
                                          .families = {"ecmc"},
                                          .schemes = schemes,
                                          .checks = checks,
                                          .mutants = listed_mutants});

}  // namespace
}  // namespace touchstone::ecmc
