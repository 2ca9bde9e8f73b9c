#include "benchmarks/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"

namespace touchstone::benchmarks {
namespace {

TEST(Sample, HasMeanAndErrorOfIndependentValues) {
  const Estimate e = mean_of({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(e.mean, 2.5);
  EXPECT_DOUBLE_EQ(e.standard_error, std::sqrt(5.0 / 3 / 4));
  EXPECT_EQ(e.degrees_of_freedom, 3);
  EXPECT_THROW(mean_of({1}), InputError);
}

TEST(Sample, DiffersBeyondStudentsQuantile) {
  // Tables: with 10 degrees of freedom 2.228 leaves 5 per cent outside.
  const Estimate exact{0, 0, 0, 1};
  EXPECT_FALSE(differ({2.227, 1, 0, 10}, exact, 0.05));
  EXPECT_TRUE(differ({2.229, 1, 0, 10}, exact, 0.05));
  EXPECT_TRUE(differ({-2.229, 1, 0, 10}, exact, 0.05));
  // Two equal errors have the degrees of both.
  EXPECT_FALSE(differ({2.08 * std::sqrt(2.0), 1, 0, 10}, {0, 1, 0, 10}, 0.05));
  EXPECT_TRUE(differ({2.09 * std::sqrt(2.0), 1, 0, 10}, {0, 1, 0, 10}, 0.05));
}

TEST(Sample, WithoutErrorsOnlyEqualMeansAgree) {
  EXPECT_FALSE(differ(mean_of({5, 5}), mean_of({5, 5})));
  EXPECT_TRUE(differ(mean_of({5, 5}), mean_of({6, 6})));
}

TEST(Sample, NotANumberIsNeverEqual) { EXPECT_TRUE(differ({NAN, 1, 0, 3}, {0, 1, 0, 3})); }

}  // namespace
}  // namespace touchstone::benchmarks
