// reference/cmc/timestep.hpp
// Purpose   The time step of relaxation: the smallest over the cluster of the time in which the
//           representative encounter deflects by theta_max.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 7 and section
//           3.2; J. M. Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007), whose factor
//           (theta_max / (pi/2))^2 is used: the square is missing in equation 7 as printed.
// Computes  In units of t_dyn N / ln(gamma N), where gamma drops out.
// Cost      O(N) for bins, O(20 N) sliding.
// Not here  Other processes (models/cmc/timesteps.hpp).
#pragma once
#include <cstddef>
#include <span>

#include "models/cmc/registry.hpp"
#include "models/cmc/shell_potential.hpp"
#include "models/cmc/stars.hpp"

namespace touchstone::reference {

/// Number density around star k (from 1): the 20 stars around it and the shell they fill; the
/// innermost and outermost 10 stars share one shell. Needs 21 stars.
double local_density(const cluster::ShellPotential& shells, std::size_t k);

/// The averages of equation 7 over the stars first ... end - 1, from 0.
double relaxation_time(const cluster::Stars& stars, std::size_t first, std::size_t end,
                       double density, double initial_stars, cluster::PairMasses pairs);

/// Separate bins of 20 in each block; what follows the last bin that has a star behind it is left
/// out, as in the public program. Infinite where no block has such a bin.
double binned_timestep(const cluster::Stars& stars, std::span<const cluster::Block> blocks,
                       double initial_stars, double theta_max, cluster::PairMasses pairs);

/// Averages over the 20 stars around each, fewer at the ends.
double sliding_timestep(const cluster::Stars& stars, const cluster::ShellPotential& shells,
                        double initial_stars, double theta_max, cluster::PairMasses pairs);

}  // namespace touchstone::reference
