// checkers/mutants/hpmc/overlap_mutant.hpp
// Purpose   Mutants of the algorithms that decide whether hard bodies overlap, each with the checks
//           that must catch it.
// Source    Defects of the public HPMC 4.8.2 found with independent oracles, and slips that its
//           paper's methods invite.
// Not here  The mutants: faulty_input.cpp, faulty_polygons.cpp, faulty_portals.cpp.
#pragma once
#include <string>
#include <vector>

#include "models/shapes/overlap.hpp"

namespace touchstone::mutants {

struct OverlapMutant {
  shapes::OverlapAlgorithm scheme;     ///< "mutant/overlap-..."; claims what a correct one claims
  std::string origin;                  ///< where this fault was met
  std::vector<std::string> killed_by;  ///< each of these checks must fail on it
};

/// All mutants, sorted by name.
const std::vector<OverlapMutant>& overlap_mutants();
/// The mutant of a name; throws InputError that suggests the nearest known name.
const OverlapMutant& overlap_mutant(const std::string& name);
/// Adds a mutant and returns true; throws on a duplicate name or one without killers.
bool register_overlap_mutant(OverlapMutant mutant);

}  // namespace touchstone::mutants
