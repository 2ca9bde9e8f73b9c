// benchmarks/hpmc/preparation.hpp
// Purpose   Preparation before sampling: sizes of trial moves tuned to an acceptance and then
//           frozen, and starts at a given packing fraction.
// Source    Anderson, Irrgang, Glotzer 2016, section 4: 20 % acceptance.
#pragma once
#include "models/hpmc/registry.hpp"

namespace touchstone::shapes {

struct Tuned {
  RunParameters parameters;
  Configuration configuration;  ///< at the end: sampling begins here, with a seed of its own
  MoveStats last_round;         ///< acceptance with nearly these sizes
};

/// Rounds of `steps` steps, after each of which sizes are scaled towards the acceptance; sizes of
/// kinds that are not tried stay. Displacements stay below half the smallest circumradius and
/// within the box, angles below 3.
Tuned tune(const ShapeScheme& scheme, const Configuration& start, const RunParameters& parameters,
           double acceptance = 0.2, int rounds = 12, int steps = 5);

/// State from a start that is not denser: compressed by volume moves at high pressure, then widened
/// to the packing fraction. All bodies must be convex. Throws InputError when `steps` are not
/// enough.
Configuration compressed(const ShapeScheme& scheme, const Configuration& start, double packing,
                         std::uint64_t seed, int steps = 20000);

}  // namespace touchstone::shapes
