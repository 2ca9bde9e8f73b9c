// models/disks/order.hpp
// Purpose   Orientational order and pair shells: observables that tell the liquid from the hexatic
//           phase and the solid, and whose relaxation is the slowest of the system.
// Source    Anderson et al. 2013, section 3.3 tunes by "the average orientational order
//           parameter"; psi_6 as in Bernard and Krauth, Phys. Rev. Lett. 107, 155704 (2011).
// Computes  psi_6 of disk j = mean over its neighbours k of exp(6 i theta_jk); Psi_6 = their mean
//           over all disks, 0 for a disk without neighbours.
//           Neighbours are the disks within (1 + sqrt(3)) / 2 = 1.366 times the spacing
//           a = sqrt(2 / (sqrt(3) rho)) of the ideal lattice of the same density: halfway between
//           its first and second shell, close to the first minimum of g(r) of the dense liquid. A
//           fixed multiple of the diameter would leave the perfect crystal's first shell at low
//           density; Delaunay neighbours (the usual choice) need a triangulation for every sample
//           and change discontinuously too. Values compare schemes with each other, not with
//           publications that use Delaunay neighbours.
// Cost      O(N).
#pragma once
#include <complex>
#include <cstddef>
#include <vector>

#include "models/disks/configuration.hpp"

namespace touchstone::disks {

struct BondOrder {
  std::complex<double> global;  ///< Psi_6; its argument is six times the lattice's orientation
  double mean_local = 0;        ///< mean of |psi_6| of the disks
  double neighbours = 0;        ///< mean number of neighbours
};

/// Spacing of the ideal hexagonal lattice of the density of `c`.
double lattice_spacing(const Configuration& c);

/// Throws InputError for no disks, or a box in which the neighbour range exceeds half a side.
BondOrder bond_order(const Configuration& c);

/// Pairs closer than each radius, per disk (each pair counted once): 72 disks at packing
/// fraction 0.7 have 0.34 and 2.15 within 1.02 and 1.2. Radii in diameters, in any order.
std::vector<double> pairs_within(const Configuration& c, const std::vector<double>& radii);

}  // namespace touchstone::disks
