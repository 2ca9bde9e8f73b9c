// validation/experiments/cmc/two_masses.hpp
// Purpose   Energy that heavy stars give to light ones, on their way to equipartition: why heavy
//           stars sink.
// Source    J. Binney, S. Tremaine, Galactic Dynamics, 2nd ed. (2008), section 7.4 (diffusion
//           coefficients of stars in stars of another mass).
// Computes  Where both kinds have one distribution function f the double integral over it is the
//           same for heating and for friction: the mean energies per mass part at the rate
//           16 pi^2 N (m_h - m_l) times the integral over space of 4 pi v^2 u f(u) f(v) over all
//           u > v, in closed form for Plummer's model, in the time unit of reports. Means over
//           light and heavy stars move alike with the potential, so that only their difference is
//           measured.
//           The density of the shell of 20 stars is on average 20/19 of the true one.
//           A step of finite length exchanges less: 1 - cos grows more slowly than the square of an
//           angle, and angles stop at pi/2. What is left is an integral over all pairs, places and
//           densities.
#pragma once
#include <cstddef>
#include <cstdint>

#include "models/cmc/registry.hpp"

namespace touchstone::validation::cmc {

struct TwoMasses {
  std::size_t stars = 2000;
  double ratio = 2;
  double share = 0.5;  ///< part of the mass in heavy stars
  double theta_max = 0.15;
  int steps = 16;
};

/// Rate at which the mean energies per mass of heavy and of light stars part, over N times the
/// difference of the masses, in steps without length.
double exchange_by_diffusion();
/// Part of it that steps of this length exchange; 1 for none. To 1e-4.
double share_exchanged(const TwoMasses& start, double timestep);
/// Length of the first step by equation 7 for pairs of any two masses, in bins on so many ranks.
double first_timestep(const cluster::Stars& start, const TwoMasses& wanted, std::size_t ranks);

/// Stars of this start, and the rate in one cluster of a scheme.
cluster::Stars cluster_of_two_masses(const TwoMasses& wanted, std::uint32_t seed);
double exchange_in_cluster(const cluster::ClusterScheme& scheme, const TwoMasses& start,
                           std::size_t ranks, std::uint32_t seed);

}  // namespace touchstone::validation::cmc
