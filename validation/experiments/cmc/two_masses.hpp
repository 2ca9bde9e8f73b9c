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
/// difference of the masses: by theory, and in one cluster of a scheme.
double exchange_in_theory();
double exchange_in_cluster(const cluster::ClusterScheme& scheme, const TwoMasses& start,
                           std::size_t ranks, std::uint32_t seed);

}  // namespace touchstone::validation::cmc
