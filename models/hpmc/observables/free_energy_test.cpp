#include "models/hpmc/observables/free_energy.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::shapes {
namespace {

/// Powers of u = ln(k + shift) are integrated exactly by n nodes up to the power 2 n - 1.
TEST(SpringNodes, IntegratePowersOfTheLogarithmExactly) {
  constexpr double kStrongest = 500, kShift = 3;
  const double low = std::log(kShift), high = std::log(kStrongest + kShift);
  for (const int nodes : {1, 2, 3, 4, 5, 8, 11, 16})
    for (int power = 0; power < 2 * nodes; ++power) {
      double sum = 0;
      for (const SpringNode& one : spring_nodes(kStrongest, kShift, nodes)) {
        const double k = one.spring + kShift;
        sum += one.weight * std::pow(std::log(k), power) / k;
      }
      const double exact = (std::pow(high, power + 1) - std::pow(low, power + 1)) / (power + 1);
      EXPECT_NEAR(sum / exact, 1, 1e-12) << nodes << " nodes, power " << power;
    }
}

}  // namespace
}  // namespace touchstone::shapes
