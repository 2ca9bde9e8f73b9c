// validation/experiments/cmc/collapse.hpp
// Purpose   Follows a cluster into core collapse: when its core density has grown tenfold and
//           more, how core density and core radius go together, what energy and mass it loses on
//           the way.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 4.2, Figures 3
//           and 5, equations 19 and 20.
// Computes  Densities are those of equation 19. A density is reached when the median of 21 steps
//           is above it: a single step's scatter is a tenth and more.
//           The time of collapse is where a self-similar collapse would become singular: core
//           density goes as (t_cc - t)^(-2a / (6 - a)) with a = 2.23 (Cohn 1980, as the paper cites
//           it).
//           Profiles: mass over volume between every so many stars.
// Cost      About 350 steps to a tenfold density at 2000 stars, 3800 to a thousandfold at 10^4.
// Not here  Which schemes, judging (collapse_experiment.cpp).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/cmc/registry.hpp"

namespace touchstone::validation::cmc {

/// Times are in half-mass relaxation times of Plummer's model.
struct CollapseStep {
  double time = 0;
  double core_density = 0;  ///< over the expected one of the start
  double core_radius = 0;   ///< virial radii
  std::vector<double> lagrangian_radii;
};

/// Stars of the cluster at one time, in bins of equal numbers from the centre.
struct Profile {
  double time = 0;
  double growth = 0;                    ///< core density over the start
  std::vector<double> radius, density;  ///< virial radii; initial mass in a cube of them
};
Profile density_profile(const cluster::Stars& stars, double time, double growth);

struct Collapse {
  std::vector<std::vector<double>> radii;  ///< Lagrangian radii at each density reached
  std::vector<double> times;  ///< at which each density asked for was reached; fewer if not
  /// d ln rho_c / d ln r_c in each of kSlopeBands; NaN where there were no steps.
  std::vector<double> slopes;
  double collapse_time = 0;  ///< extrapolated; NaN if the core has not become kSingularFrom denser
  double energy_error = 0;   ///< relative, the largest of all steps
  double mass_lost = 0;      ///< share of the stars, at the end
  std::uint64_t steps = 0;
  double step_seconds = 0;          ///< wall time of the steps alone
  std::vector<CollapseStep> trace;  ///< about 200 of the steps
  std::vector<Profile> profiles;    ///< at the first step and at each density reached
};

/// Equation 19 at the start of Plummer's model, as its estimator expects it.
constexpr double kStartDensity = 0.71523;

/// Shares of the mass whose radii are kept.
extern const std::vector<double> kShares;

/// Core densities over the start between which slopes are fitted.
struct SlopeBand {
  double low, high;
};
extern const std::vector<SlopeBand> kSlopeBands;
/// The singularity is fitted to steps with such core densities over the start.
constexpr double kSingularFrom = 50;

/// State of a collapse in its checkpoint, from which it can be continued.
struct CollapseCheckpoint {
  std::string path;   ///< empty: it is not kept
  std::string key;    ///< key of the work, so that no other's file is taken for it
  double every = 60;  ///< seconds between two of them
  std::function<std::unique_ptr<cluster::ClusterRun>(const cluster::Stars&,
                                                     std::shared_ptr<const cluster::Continuation>)>
      start;
};

/// Continues from a checkpoint, if there is one, as if never interrupted; else from `stars`.
/// Throws InputError for a truncated file or another run's, Interrupted after a signal (having
/// stored one).
Collapse follow_collapse(const cluster::Stars& stars, const CollapseCheckpoint& checkpoint,
                         const std::vector<double>& densities, std::uint64_t most_steps,
                         const std::function<void(double)>& done = {});

/// Runs until the last of `densities` (over the start, ascending) is reached, or after
/// `most_steps`, or when fewer than 8 stars are in the core. `done` gets finished fractions.
Collapse follow_collapse(cluster::ClusterRun& run, const std::vector<double>& densities,
                         std::uint64_t most_steps, const std::function<void(double)>& done = {});

/// Slope of y against x, by least squares.
double fitted_slope(const std::vector<double>& x, const std::vector<double>& y);
/// Time at which the core density of a self-similar collapse with these densities diverges.
double singular_time(const std::vector<double>& times, const std::vector<double>& densities);

}  // namespace touchstone::validation::cmc
