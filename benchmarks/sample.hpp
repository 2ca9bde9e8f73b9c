// benchmarks/sample.hpp
// Purpose   Means of independent values with their standard errors, and whether two of them differ:
//           the only way in which a benchmark compares numbers that are not equal to the bit.
// Source    Welch, Biometrika 34, 28 (1947).
#pragma once
#include <vector>

#include "models/core/estimate.hpp"

namespace touchstone::benchmarks {

/// Probability that a correct scheme is reported as wrong, in each comparison.
inline constexpr double kFalseAlarm = 1e-6;

/// Mean of at least two independent values.
Estimate mean_of(const std::vector<double>& values);

/// Whether two independent means differ, two-sided, with this probability of a false alarm. Means
/// whose errors are both zero differ unless they are equal.
bool differ(const Estimate& a, const Estimate& b, double false_alarm = kFalseAlarm);

/// The difference from zero that is still explained by the error of `a`.
double resolution(const Estimate& a, double false_alarm = kFalseAlarm);

}  // namespace touchstone::benchmarks
