// checkers/cmc/rare_events.hpp
// Purpose   Counts of independent events of which each has its own chance.
// Source    S. Bernstein's inequality: P(|n - <n>| >= d) <= 2 exp(-d^2 / (2 (variance + d / 3))).
#pragma once
#include <cmath>

namespace touchstone::cmc {

/// A bound on the chance that a count differs so much from what is expected.
inline double bernstein(long double difference, long double variance) {
  return static_cast<double>(
      2 * std::exp(-difference * difference / (2 * (variance + difference / 3))));
}

/// The difference at which that bound is this chance.
inline long double allowed_difference(long double chance, long double variance) {
  const long double small = std::log(2 / chance);
  return small / 3 + std::sqrt(small * small / 9 + 2 * small * variance);
}

}  // namespace touchstone::cmc
