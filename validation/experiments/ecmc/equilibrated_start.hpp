// validation/experiments/ecmc/equilibrated_start.hpp
// Purpose   Starts of the experiments on event chains: disks in local equilibrium. A compressed
//           start is nearly jammed: its constraint graph and its free paths are others.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 4: chains alternately along +x and +y, each from a random disk.
// Samples   A fluid on the way to equilibrium. At packing fraction 0.708 the compression leaves 0.2
//           to 0.3 of the final free path, these 200 liftings for each disk 0.8 to 0.9 of it; the
//           order of the whole system takes far longer (mpmc/large-anchors).
// Cost      200 N liftings, and 800 graphs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/disks/chains/fixed_point.hpp"
#include "models/disks/start.hpp"

namespace touchstone::validation::ecmc {

/// The same arguments give the same disks; a process computes them once. Any thread may call it.
disks::FixedConfiguration equilibrated_start(std::size_t disks, double packing_fraction,
                                             disks::Aspect aspect, std::uint64_t seed);

}  // namespace touchstone::validation::ecmc
