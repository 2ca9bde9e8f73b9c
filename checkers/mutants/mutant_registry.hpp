// checkers/mutants/mutant_registry.hpp
// Purpose   A scheme broken on purpose, and the list of all of a kind: the same for every family.
// Not here  The kinds (mutant.hpp, <family>/*_mutant.hpp).
#pragma once
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/core/registry.hpp"

namespace touchstone::mutants {

template <class Scheme>
struct MutantOf {
  Scheme scheme;       ///< info.name is "mutant/..."; claims what a correct scheme claims
  std::string origin;  ///< paper or program in which this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants of a kind, sorted by name.
template <class Mutant>
Registry<Mutant>& mutant_registry() {
  static Registry<Mutant> all("mutant");  // filled before main() by the registration lines
  return all;
}

/// Adds a mutant and returns true; throws std::logic_error on a duplicate name or one without
/// killers.
template <class Mutant>
bool add_mutant(Mutant mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return mutant_registry<Mutant>().add(std::move(mutant));
}

}  // namespace touchstone::mutants
