// reference/mpmc/direct_sampling.hpp
// Purpose   Pressures of few disks from independent samples, without Markov chain, extrapolation or
//           fit: an oracle for the estimators, and the only one for disks between hard walls
//           beyond two. Written to be read, not to be fast.
// Source    W. Krauth, Statistical Mechanics: Algorithms and Computations (2006), section 2.1.2.
//           Pins: a density at a place is an acceptance there over the acceptance anywhere. With
//           p(A) the chance that N uniform disks do not overlap, p(B) the same with disk 0 pinned
//           to the left wall, p(C) with disk 1 touching disk 0 in a random direction:
//             pi_x(wall) = p(B) / [(Lx - 1) p(A)],      beta P_x = N pi_x / Ly,
//             g(contact) = p(C) V / [V_c p(A)],         V_c = (Lx - 1) (Ly - 1) between walls or V,
//           where p(C) counts a disk 1 outside the box as an overlap.
// Computes  Between walls beta P V = N + [N (N - 1) / 2] (pi / V) g + N (pi_x + pi_y) / 2 (the
//           virial of pairs and walls; the wall acts at half a diameter): a second estimate of P
//           that must agree with the first. On a torus the last term is missing.
// Samples   Independent, uniform in all non-overlapping configurations.
// Cost      1 / p(A) trials per configuration, all pairs in each.
// Not here  Exact starts for schemes (models/disks/direct_sampling.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/core/estimate.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::reference {

/// Each with one standard error, in units of the diameter.
struct DirectPressure {
  Estimate acceptance;     ///< p(A)
  Estimate contact;        ///< g(contact), normalised by ideal pairs in V
  Estimate wall_density;   ///< mean of pi_x and pi_y at the walls, in 1 / diameter (walls only)
  Estimate wall_pressure;  ///< beta P d^2 by the wall density alone, mean of both axes (walls only)
  Estimate pressure;       ///< beta P d^2 by contacts (and walls)
};

/// Pressure on a torus. `trials` for each of p(A) and p(C). Throws InputError for fewer than two
/// disks, a side below 2 diameters, or so few trials that none is accepted.
DirectPressure direct_pressure_torus(std::size_t disks, disks::Box box, std::uint64_t trials,
                                     std::uint64_t seed);

/// Pressure between hard walls, from p(A), p(B) and p(C).
DirectPressure direct_pressure_walls(std::size_t disks, disks::Box box, std::uint64_t trials,
                                     std::uint64_t seed);

}  // namespace touchstone::reference
