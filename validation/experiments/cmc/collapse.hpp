// validation/experiments/cmc/collapse.hpp
// Purpose   Follows a cluster into core collapse: when its core density has grown tenfold and
//           more, how core density and core radius go together, what energy and mass it loses on
//           the way.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.2, Figures 3
//           and 5, equations 19 and 20.
// Computes  Densities are those of equation 19. A density is reached when the median of 21 steps
//           is above it: a single step's scatter is a tenth and more.
// Cost      About 350 steps to a tenfold density at 2000 stars, 3800 to a thousandfold at 10^4.
// Not here  Which schemes, judging (collapse_experiment.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "models/cluster/registry.hpp"

namespace touchstone::validation::cmc {

/// Times are in half-mass relaxation times of Plummer's model.
struct CollapseStep {
  double time = 0;
  double core_density = 0;  ///< over the expected one of the start
  double core_radius = 0;   ///< virial radii
  std::vector<double> lagrangian_radii;
};

struct Collapse {
  std::vector<double> times;  ///< at which each density asked for was reached; fewer if not
  double slope = 0;           ///< d ln rho_c / d ln r_c from 3 to 10 times the start
  double energy_error = 0;    ///< relative, at the end
  double mass_lost = 0;       ///< share of the stars, at the end
  std::uint64_t steps = 0;
  std::vector<CollapseStep> trace;  ///< about 200 of the steps
};

/// Equation 19 at the start of Plummer's model, as its estimator expects it.
constexpr double kStartDensity = 0.71523;

/// Shares of the mass whose radii are kept.
extern const std::vector<double> kShares;

/// Until the last of `densities` (over the start, ascending) is reached, or after `most_steps`, or
/// when fewer than 8 stars are in the core. `done` gets finished fractions.
Collapse follow_collapse(cluster::ClusterRun& run, const std::vector<double>& densities,
                         std::uint64_t most_steps, const std::function<void(double)>& done = {});

/// Of y against x, by least squares.
double fitted_slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace touchstone::validation::cmc
