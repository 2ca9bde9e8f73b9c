// statistics/holm.hpp
// Purpose   Several tests, one false-alarm budget: Holm's step-down correction controls the chance
//           of any false alarm, whatever the dependence between the tests.
// Source    S. Holm, Scand. J. Statist. 6, 65 (1979).
// Computes  With p sorted ascending, adjusted p_(i) = max over j <= i of min(1, (m - j + 1) p_(j)).
// Cost      O(m log m).
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace touchstone {

/// Adjusted p-values in the order given: test i fails at level alpha iff adjusted[i] < alpha.
/// A NaN is taken as 0: a test that could not be computed is a failed one. InputError for p
/// outside [0, 1].
std::vector<double> holm_adjusted(std::span<const double> p_values);

/// Indices of the tests that fail at total level `false_alarm`, most significant first.
std::vector<std::size_t> holm_rejected(std::span<const double> p_values, double false_alarm);

/// Chance that the least p of so many tests is as small, at most (Bonferroni). A NaN stays one.
double bonferroni(double least, std::size_t tests);

}  // namespace touchstone
