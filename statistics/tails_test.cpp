#include "statistics/tails.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void expect_close(double actual, double expected, double relative = 1e-6) {
  EXPECT_NEAR(actual, expected, relative * std::abs(expected));
}

// Closed forms: Student with 1 and 2 degrees, chi-squared with 2, F(2, d).
TEST(Tails, ClosedFormsInTheFarTail) {
  expect_close(normal_two_sided(6), 1.973175290e-9);
  expect_close(normal_upper_quantile(0.025), 1.959963985);
  expect_close(student_two_sided(1e6, 1), 2 / M_PI * 1e-6, 1e-9);
  expect_close(student_two_sided(1e4, 2), 1 / (1e8 * (1 + std::sqrt(1 + 2e-8)) / 2), 1e-7);
  expect_close(chi_squared_upper(60, 2), std::exp(-30.0), 1e-12);
  expect_close(fisher_upper(100, 2, 4), std::pow(1 + 2 * 100.0 / 4, -2.0), 1e-12);
  expect_close(binomial_upper(10, 10, 0.1), 1e-10, 1e-12);
  expect_close(binomial_lower(0, 10, 0.9), 1e-10, 1e-9);
  expect_close(binomial_lower(0, 100'000'000'000'000'000, 1e-17), std::exp(-1), 1e-12);
}

TEST(Tails, QuantilesInvertProbabilities) {
  for (const double p : {0.3, 1e-3, 5e-7})
    for (const double degrees : {1.0, 3.0, 7.5, 1e3, kInfinity})
      expect_close(student_two_sided(student_upper_quantile(p, degrees), degrees), 2 * p, 1e-9);
}

TEST(Tails, StudentTendsToNormal) {
  expect_close(student_two_sided(5, 1e9), normal_two_sided(5), 1e-6);
  EXPECT_EQ(student_two_sided(5, kInfinity), normal_two_sided(5));
}

TEST(Tails, SpecialValues) {
  EXPECT_TRUE(std::isnan(normal_two_sided(kNaN)));
  EXPECT_TRUE(std::isnan(student_two_sided(kNaN, 3)));
  EXPECT_TRUE(std::isnan(chi_squared_upper(kNaN, 3)));
  EXPECT_TRUE(std::isnan(fisher_upper(kNaN, 3, 3)));
  EXPECT_EQ(student_two_sided(kInfinity, 3), 0);
  EXPECT_EQ(chi_squared_upper(kInfinity, 3), 0);
  EXPECT_EQ(student_upper_quantile(0.1, 0), kInfinity);
  EXPECT_EQ(binomial_upper(0, 10, 0.3), 1);
}

TEST(Tails, RejectsBadInput) {
  EXPECT_THROW(normal_upper_quantile(0), InputError);
  EXPECT_THROW(normal_upper_quantile(kNaN), InputError);
  EXPECT_THROW(student_two_sided(1, 0), InputError);
  EXPECT_THROW(chi_squared_upper(1, -1), InputError);
  EXPECT_THROW(fisher_upper(1, 1, 0), InputError);
  EXPECT_THROW(binomial_upper(3, 2, 0.5), InputError);
  EXPECT_THROW(binomial_upper(1, 2, 1.5), InputError);
}

}  // namespace
}  // namespace touchstone
