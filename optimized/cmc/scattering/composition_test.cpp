#include "optimized/cmc/scattering/composition.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::optimized {
namespace {

/// Pendulum x'' = -sin x, which is not linear: all conditions of the order matter.
double end(int steps) {
  double x = 1, v = 0.5;
  const double h = 8.0 / steps;
  for (int n = 0; n < steps; ++n)
    for (std::size_t k = 0; k <= kStages; ++k) {
      x += h * drift(k) * v;
      if (k < kStages) v -= h * stage(k) * std::sin(x);
    }
  return x;
}

TEST(Composition, StagesAddUpToAStep) {
  double stages = 0, drifts = 0;
  for (std::size_t k = 0; k < kStages; ++k) stages += stage(k);
  for (std::size_t k = 0; k <= kStages; ++k) drifts += drift(k);
  EXPECT_NEAR(stages, 1, 1e-15);
  EXPECT_NEAR(drifts, 1, 1e-15);
}

TEST(Composition, IsOfOrder8) {
  const double exact = end(640);
  for (const int steps : {12, 16, 24}) {
    const double order = std::log2(std::abs(end(steps) - exact) / std::abs(end(2 * steps) - exact));
    EXPECT_GT(order, 7.3) << steps << " steps";
    EXPECT_LT(order, 9) << steps << " steps";
  }
}

}  // namespace
}  // namespace touchstone::optimized
