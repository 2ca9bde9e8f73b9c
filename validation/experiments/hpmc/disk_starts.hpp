// validation/experiments/hpmc/disk_starts.hpp
// Purpose   Starts of Markov chains of hard disks near the transition: states that event chains
//           have brought to equilibrium, from two sides.
// Source    Bernard, Krauth, Wilson, Phys. Rev. E 80, 056704 (2009): event chains relax disks some
//           tens of times faster than local moves.
// Samples   No more than the fluid after so many liftings; compare the two sides.
// Not here  The moves of local Monte Carlo that follow (shape_chains.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/hpmc/configuration.hpp"

namespace touchstone::validation::hpmc {

/// Disks of diameter 1 in a square, after `sweeps` sweeps of event chains (each lifts each disk
/// some times) from a lattice (`ordered`) or from random places that were compressed.
shapes::Configuration disks_after_chains(std::size_t count, double packing, std::uint64_t sweeps,
                                         bool ordered, std::uint64_t seed);

}  // namespace touchstone::validation::hpmc
