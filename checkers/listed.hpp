// checkers/listed.hpp
// Purpose   Output of `touchstone list` for the checks and mutants of a kind whose checks and
//           mutants have the usual members: the same for event chains, clusters and hard shapes.
#pragma once
#include <vector>

#include "checkers/listing.hpp"

namespace touchstone {

template <class Check>
std::vector<ListedCheck> listed_checks(const std::vector<Check>& checks) {
  std::vector<ListedCheck> all;
  for (const Check& check : checks) all.push_back({check.name, check.shows, in_words(check.needs)});
  return all;
}

template <class Mutant>
std::vector<ListedMutant> listed_mutants(const std::vector<Mutant>& mutants) {
  std::vector<ListedMutant> all;
  for (const Mutant& mutant : mutants)
    all.push_back({mutant.scheme.info.name, mutant.origin, mutant.killed_by});
  return all;
}

}  // namespace touchstone
