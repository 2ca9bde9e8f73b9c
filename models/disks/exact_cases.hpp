// models/disks/exact_cases.hpp
// Purpose   Small and dilute systems whose properties are known exactly: anchors of every
//           estimator and sampler that no simulation can bias.
// Source    General: for N disks of diameter d in a periodic box of area V, Z = V^N p, where p is
//           the chance that N uniform points do not overlap; beta P V = N - (1/2) d ln p / d ln d
//           by dimensional analysis; and beta P V = N + [N (N - 1) / 2] (pi d^2 / V) g(d+).
//           Torus: Mayer's cluster expansion stops at order N; closed rings of l <= N disks cannot
//           wind around the torus while l d <= L, so that the integrals are those of the plane,
//           B2 = pi / 2, B3 / B2^2 = 4/3 - sqrt(3) / pi, B4 / B2^3 = 2 - 9 sqrt(3) / (2 pi) +
//           10 / pi^2 (J. S. Rowlinson, Mol. Phys. 7, 593 (1964); P. C. Hemmer, J. Chem. Phys. 42,
//           1116 (1965)). Hard box with two disks: the centres are uniform in a x b, and |dx|,
//           |dy| have triangular densities, integrated over the quarter disc. Rods: L. Tonks,
//           Phys. Rev. 50, 955 (1936). Virial series: N. Clisby, B. M. McCoy, J. Stat. Phys. 122,
//           15 (2006), table I.
// Computes  In units of the diameter (length of a rod): pressures are beta P d^2 (beta P d).
// Not here  Four disks in a hard box, by sampling (reference/mpmc/direct_sampling.hpp).
#pragma once
#include <cstddef>

namespace touchstone::disks {

struct ExactCase {
  double acceptance = 0;       ///< chance that N uniform centres do not overlap
  double contact = 0;          ///< pair correlation at contact, g -> 1 for ideal pairs (see above)
  double pressure_volume = 0;  ///< beta P V
  double pressure = 0;         ///< beta P d^2
};

/// 1 to 4 disks on a square torus. Throws InputError unless 1 <= N <= 4 and side >= N (2 for N = 1)
/// diameters, where the closed forms hold.
ExactCase exact_torus(std::size_t disks, double side);

/// Two disks in a box with hard walls. `pressure` is that on the walls normal to x (of length
/// `height`) and pressure_volume its product with width * height; `contact` is not a plain pair
/// correlation there and is NaN. Throws InputError unless both sides are at least 2 diameters.
ExactCase exact_hard_box(double width, double height);

/// N hard rods of length 1 on a ring.
struct ExactRods {
  double free_length = 0;                ///< F = L - N
  double pressure = 0;                   ///< beta P = 1 / L + (N - 1) / F
  double mean_square_gap = 0;            ///< 2 F^2 / (N (N + 1))
  double gap_density(double gap) const;  ///< (N - 1) / F (1 - x / F)^(N - 2)
  std::size_t rods = 0;
};
/// Throws InputError unless N >= 2 and length > N.
ExactRods exact_rods(std::size_t rods, double length);

/// Truncation of the virial series B2..B10 in the thermodynamic limit.
struct VirialPressure {
  double pressure = 0;    ///< beta P d^2
  double truncation = 0;  ///< estimate of the terms left out
};
/// Throws InputError unless 0 < packing_fraction <= 0.4, beyond which the terms left out matter
/// (1e-3).
VirialPressure virial_pressure(double packing_fraction);

}  // namespace touchstone::disks
