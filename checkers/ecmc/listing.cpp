// checkers/ecmc/listing.cpp
// Purpose   Output of `touchstone list` for legs of event chains: schemes, checks and mutants.
#include "checkers/ecmc/chain_check.hpp"
#include "checkers/listed.hpp"
#include "checkers/mutants/ecmc/chain_mutant.hpp"
#include "models/disks/chains/chain_registry.hpp"

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

const bool registered =
    register_listing({.runs = "legs of event chains",
                      .families = {"ecmc"},
                      .schemes = schemes,
                      .checks = [] { return listed_checks(chain_checks()); },
                      .mutants = [] { return listed_mutants(mutants::chain_mutants()); }});

}  // namespace
}  // namespace touchstone::ecmc
