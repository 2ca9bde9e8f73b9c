// checkers/cmc/listing.cpp
// Purpose   What `touchstone list` shows of the star clusters: schemes, checks and mutants.
#include "checkers/listing.hpp"

#include "checkers/cmc/cluster_check.hpp"
#include "checkers/mutants/cmc/cluster_mutant.hpp"

namespace touchstone::cmc {
namespace {

std::vector<ListedScheme> schemes() {
  std::vector<ListedScheme> all;
  for (const cluster::ClusterScheme& scheme : cluster::cluster_schemes())
    all.push_back({.name = scheme.info.name,
                   .backend = scheme.info.backend,
                   .available = scheme.available,
                   .claims = in_words(scheme.info.claims),
                   .source = scheme.info.source});
  return all;
}

std::vector<ListedCheck> checks() {
  std::vector<ListedCheck> all;
  for (const ClusterCheck& check : cluster_checks())
    all.push_back({check.name, check.shows, in_words(check.needs)});
  return all;
}

std::vector<ListedMutant> listed_mutants() {
  std::vector<ListedMutant> all;
  for (const mutants::ClusterMutant& mutant : mutants::cluster_mutants())
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

const bool registered = register_listing({.runs = "star clusters",
                                          .families = {"cmc"},
                                          .schemes = schemes,
                                          .checks = checks,
                                          .mutants = listed_mutants});

}  // namespace
}  // namespace touchstone::cmc
