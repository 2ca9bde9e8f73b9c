// statistics/g_tests.hpp
// Purpose   Likelihood-ratio test of counts against given probabilities.
// Source    R. R. Sokal, F. J. Rohlf, Biometry (1995), ch. 17; D. A. Williams, Biometrika 63, 33
//           (1976) (the correction q); W. G. Cochran, Biometrics 10, 417 (1954) (pooling).
// Computes  G = 2 sum O ln(O / E), divided by Williams' q, against chi-squared; p is a complement,
//           accurate in the far tail. Written as 2 sum [O ln(O / E) - O + E], whose terms are all
//           positive, so that small deviations of large counts do not cancel.
//           Pooling: the category with the smallest expected count is merged with the next
//           smallest until all expected counts reach `minimum_expected`. The choice uses
//           expectations only, never the counts under test.
// Cost      O(k log k).
// Not here  Counts are taken as independent draws. Counts collected along one Markov chain are
//           not: use the batch tests of stage_invariance.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/core/verdict.hpp"

namespace touchstone {

/// Least expected count per category: with ten, the tail at 1e-6 is right within a small factor.
inline constexpr double kMinimumExpected = 10;

struct GTest {
  double g;                        ///< after Williams' correction
  std::size_t degrees_of_freedom;  ///< 0: too few counts to test anything
  double p;                        ///< NaN when degrees_of_freedom is 0
  std::size_t merged;              ///< categories lost to pooling
};

/// Counts against probabilities (>= 0, sum 1 within 1e-9; else InputError). A count in a category
/// of probability 0 is impossible: p = 0.
GTest g_test(std::span<const std::uint64_t> counts, std::span<const double> probabilities,
             double minimum_expected = kMinimumExpected);

/// Inconclusive when nothing could be tested, else pass iff p >= false_alarm.
Verdict verdict_of(const GTest& test, double false_alarm);

}  // namespace touchstone
