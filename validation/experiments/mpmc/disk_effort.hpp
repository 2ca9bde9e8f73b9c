// validation/experiments/mpmc/disk_effort.hpp
// Purpose   Effort that the pressure of hard disks takes at any packing fraction, before anything
//           was run there.
// Source    Fluid: D. Henderson, Mol. Phys. 30, 971 (1975). Crystal: J. G. Kirkwood's cell theory,
//           J. Chem. Phys. 18, 380 (1950). Between them the pressure hardly changes: 9.18 (Engel et
//           al., Phys. Rev. E 87, 042134 (2013)). Costs were measured with schemes of this suite.
// Cost      Runs that scatter more than planned are made longer by adding chains (two_stage.hpp).
// Not here  Points whose effort was measured one by one (small_anchors.cpp).
#pragma once
#include <cstddef>
#include <cstdint>

namespace touchstone::validation::mpmc {

/// beta P d^2 to about a quarter: a scale for errors, never compared with anything.
double approximate_pressure(double packing_fraction);

/// Relative error squared times trial moves that stop at cell borders; twice what was measured with
/// 200 to 1000 disks, and what 72 and 870 disks took near the transition (small_anchors.cpp).
double relative_cost(double packing_fraction);

/// Sweeps of four trial moves per cell, from a lattice.
std::uint64_t equilibration(double packing_fraction, std::size_t disks);

}  // namespace touchstone::validation::mpmc
