// checkers/mutants/mutant.hpp
// Purpose   Mutants: schemes broken on purpose, each with the checks that must catch it. A mutant
//           that no check of every commit catches is a failure of the suite, not of the mutant. The
//           same for every kind of scheme.
// Source    Pitfalls of the papers, faults of real codes, and seeded faults: each says its own.
// Not here  The mutants (<family>/).
#pragma once
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/core/origin.hpp"
#include "models/core/registry.hpp"

namespace touchstone::mutants {

/// Origin of mutants for which a parameter has no effect.
inline Origin parameter_ignored() {
  return Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/issues/1448",
                            "(parameter without effect)");
}

template <class Scheme>
struct Mutant {
  Scheme scheme;  ///< info.name is "mutant/..."; claims what a correct scheme claims
  Origin origin;  ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
  /// Trial moves after which a test of the pressure would see it at 5 sigma, where that is known.
  std::optional<double> pressure_trials = {};
  std::string pressure_source = {};
  std::string family = {};  ///< where the kind serves several families; empty: that of the kind
};

template <class Scheme>
Registry<Mutant<Scheme>>& mutant_registry() {
  static Registry<Mutant<Scheme>> all("mutant");  // filled before main() by the registration lines
  return all;
}
/// All mutants of a kind, sorted by name.
template <class Scheme>
const std::vector<Mutant<Scheme>>& mutants_of() {
  return mutant_registry<Scheme>().items();
}
/// The mutant of a name; throws InputError that suggests the nearest known name.
template <class Scheme>
const Mutant<Scheme>& mutant_of(const std::string& name) {
  return mutant_registry<Scheme>().item(name);
}
/// Adds a mutant and returns true; throws std::logic_error on a duplicate name or one without
/// killers.
template <class Scheme>
bool register_mutant(Mutant<Scheme> mutant) {
  if (mutant.killed_by.empty())
    throw std::logic_error("nothing catches the mutant " + mutant.scheme.info.name);
  mutant.scheme.mutant = true;
  return mutant_registry<Scheme>().add(std::move(mutant));
}

}  // namespace touchstone::mutants
