// trajectories/slope.hpp
// Purpose   Steady change of a series over its length, with an error that heeds correlations.
// Computes  The least-squares line; the error is that of the mean of the influence of each residual
//           on the slope, a time series of its own (as statistics/ensemble_ratio.hpp does).
#pragma once
#include <span>

#include "models/core/estimate.hpp"

namespace touchstone::trajectories {

struct Drift {
  Estimate change;         ///< rise of the line, from the first value to the last
  double oscillation = 0;  ///< root mean square of the residuals
};

/// InputError for fewer than three values, or times that do not differ.
Drift drift_of(std::span<const double> times, std::span<const double> values);

}  // namespace touchstone::trajectories
