#include "models/core/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace touchstone {
namespace {

TEST(Estimate, HasOneDegreeOfFreedomLessThanSamples) {
  EXPECT_EQ(degrees_of({.mean = 1, .standard_error = 1, .effective_samples = 3}), 2);
  EXPECT_EQ(degrees_of({.mean = 1, .standard_error = 1, .effective_samples = 2.5}), 1.5);
  EXPECT_EQ(degrees_of({.mean = 1, .standard_error = 1}), std::numeric_limits<double>::infinity());
}

TEST(Estimate, StatesDegreesOfFreedomThatDecide) {
  EXPECT_EQ(degrees_of({.effective_samples = 30, .degrees_of_freedom = 7}), 7);
}

TEST(Estimate, IsAsFarFromAValueAsBothErrorsSay) {
  EXPECT_DOUBLE_EQ(z_score({.mean = 5, .standard_error = 3}, {.value = 15, .uncertainty = 4}), -2);
}

}  // namespace
}  // namespace touchstone
