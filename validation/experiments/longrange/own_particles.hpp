// validation/experiments/longrange/own_particles.hpp
// Purpose   A run of a long-range model that the user names: temperature, order and energy by the
//           schemes he names, beside the serial reference.
// Computes  Means over independent starts of time averages along the run, of positions and momenta
//           alone; and the change of the energy, by the reference's sums at both ends of a run.
// Not here  Runs of the paper (precision.cpp), exact results (analytic.cpp), verdicts
//           (validation/own_rows.hpp).
#pragma once
#include <cstdint>
#include <string>

#include "validation/own_point.hpp"

namespace touchstone::validation::longrange {

/// Options of the command line, as they were typed; 0: the model's own value.
struct OwnParticles {
  std::int64_t particles = 0;
  std::string model = {};
  double energy = 0;       ///< per particle; HMF alone
  std::string start = {};  ///< HMF alone: "equilibrium" (also empty) or "water-bag"
  std::int64_t steps = 1000;
  double time_step = 0;
  double softening = 0;
  double error = 0.005;      ///< wanted standard error, as a part of each quantity's scale
  std::string schemes = {};  ///< names and patterns between commas; empty: the widest vectors
};

/// Throws InputError for a model or point that does not exist. Planning its measurements throws for
/// an unknown scheme, or a named one that does not run the model.
OwnPoint own_point(const OwnParticles& wanted);

}  // namespace touchstone::validation::longrange
