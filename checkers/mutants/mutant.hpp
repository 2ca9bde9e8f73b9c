// checkers/mutants/mutant.hpp
// Purpose   Mutants: schemes broken on purpose, each with the checks that must catch it. A mutant
//           that no check of every commit catches is a failure of the suite, not of the mutant.
// Source    Pitfalls of the papers, faults of real codes, and seeded faults: each says its own.
// Not here  The faulty bodies (faulty_body.hpp, leaving_body.hpp, faulty_shift.hpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/disks/registry.hpp"

namespace touchstone::mutants {

struct Mutant {
  disks::DiskScheme scheme;  ///< info.name is "mutant/..."; claims what a correct scheme claims
  std::string origin;        ///< paper or program in which this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
  /// Trial moves after which a test of the pressure would see it at 5 sigma, where that is known.
  std::optional<double> pressure_trials = {};
  std::string pressure_source = {};
};

/// All mutants, sorted by name.
const std::vector<Mutant>& mutants();
/// Mutant with a given name; throws InputError that suggests the nearest known name.
const Mutant& mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_mutant(Mutant mutant);

}  // namespace touchstone::mutants
