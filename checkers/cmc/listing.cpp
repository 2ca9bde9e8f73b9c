// checkers/cmc/listing.cpp
// Purpose   Output of `touchstone list` for the star clusters: schemes, checks and mutants.
#include "checkers/cmc/cluster_check.hpp"
#include "checkers/listed.hpp"
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

const bool registered =
    register_listing({.runs = "star clusters",
                      .families = {"cmc"},
                      .schemes = schemes,
                      .checks = [] { return listed_checks(cluster_checks()); },
                      .mutants = [] { return listed_mutants(mutants::cluster_mutants()); }});

}  // namespace
}  // namespace touchstone::cmc
