// models/cmc/timesteps.hpp
// Purpose   Time steps of the processes beside relaxation, as functions of averages.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 8 to 11.
// Units     G = 1; the other quantities in any consistent units.
#pragma once
#include "models/cmc/mass_loss.hpp"

namespace touchstone::cluster {

/// Averages over the central stars, and their velocity dispersion in one direction.
struct CentralAverages {
  double dispersion = 0;      ///< sigma
  double single_density = 0;  ///< n_s
  double binary_density = 0;  ///< n_b
  double mass = 0;            ///< <M>
  double radius2 = 0;         ///< <R^2> of stars
  double mass_radius = 0;     ///< <M R>
  double axis = 0;            ///< <a> of binaries
  double axis2 = 0;           ///< <a^2>
  double mass_axis = 0;       ///< <M a>
};

/// Equation 8. Infinite without stars.
double collision_time(const CentralAverages& c);
/// Equation 9; `closeness` is X_bb. Infinite without binaries.
double binary_binary_time(const CentralAverages& c, double closeness);
/// Equation 10; `closeness` is X_bs.
double binary_single_time(const CentralAverages& c, double closeness);
/// Equation 11: after a step in which `lost` of `mass` was lost. Infinite if nothing was.
double evolution_time(double mass, double lost, double previous_step);
/// The same for a table that acted in the step before this time; infinite without a table.
double evolution_time(const MassTable* table, double time, double previous_step);

}  // namespace touchstone::cluster
