// models/cmc/structure.hpp
// Purpose   Properties of a cluster as a whole: radii that hold a share of the mass, the core, the
//           relaxation time.
// Source    S. Casertano, P. Hut, Astrophys. J. 298, 80 (1985) (density of shells); B.
//           Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 19 (core density)
//           and 20 (relaxation time); the public CMC program where the paper is silent (which
//           stars count).
// Cost      O(N); the stars must be in radial order.
#pragma once
#include <cstddef>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

/// The radius of the first star with more than this share of the present mass inside, its own
/// included. Throws InputError for a share outside [0, 1).
double lagrangian_radius(const Stars& stars, double share);

/// Index of the star that stands for the half-mass radius: as in the public program, the one after
/// the first with more than half of the mass inside, its own included.
std::size_t half_mass_star(const Stars& stars);
double half_mass_radius(const Stars& stars);

struct Core {
  double density = 0;  ///< equation 19: sum rho_i^2 / sum rho_i
  double radius = 0;   ///< sum rho_i r_i / sum rho_i
  double stars = 0;    ///< in a sphere of that radius and 4/5 of that density

  /// The column `rho_0` of the public program: 4/5 for the bias of the estimator, times 2.
  double printed_density() const { return 1.6 * density; }
};

/// Stars from the centre to the half-mass star, each with the density of a shell of six stars
/// around it: rho_i = 5 m_i / V. Needs 8 stars (InputError).
Core casertano_hut_core(const Stars& stars);

/// Equation 20 in units of t_dyn N / ln(gamma N): 0.138 r_h^(3/2) for mass 1.
double half_mass_relaxation_time(double half_mass_radius);

}  // namespace touchstone::cluster
