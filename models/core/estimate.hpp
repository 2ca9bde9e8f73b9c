// models/core/estimate.hpp
// Purpose   A measured mean with its error bar: no number leaves the suite without one.
#pragma once
#include <cmath>
#include <limits>

namespace touchstone {

/// A mean with one standard error. `effective_samples` counts independent samples: the number
/// of samples divided by twice the integrated autocorrelation time (0 when not applicable).
struct Estimate {
  double mean = std::numeric_limits<double>::quiet_NaN();
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  double effective_samples = 0;
  /// Precision of the standard error itself, as degrees of freedom of Student's t
  /// (0: not stated; then effective_samples - 1 is used, or the normal law when that is 0 too).
  double degrees_of_freedom = 0;
};

/// A published or exact value. `uncertainty` is one standard error; 0 means exact.
struct Published {
  double value = std::numeric_limits<double>::quiet_NaN();
  double uncertainty = 0;
};

/// Degrees of freedom of an estimate's error: stated, else effective_samples - 1, else infinite.
inline double degrees_of(const Estimate& estimate) {
  if (estimate.degrees_of_freedom > 0) return estimate.degrees_of_freedom;
  return estimate.effective_samples > 0 ? estimate.effective_samples - 1
                                        : std::numeric_limits<double>::infinity();
}

/// (measured - expected) / combined standard error.
inline double z_score(const Estimate& measured, const Published& expected) {
  return (measured.mean - expected.value) /
         std::hypot(measured.standard_error, expected.uncertainty);
}

}  // namespace touchstone
