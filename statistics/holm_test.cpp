#include "statistics/holm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

// Worked example: sorted 0.005 0.01 0.03 0.04 -> 0.02 0.03 0.06 0.06.
TEST(Holm, AdjustsInTheGivenOrder) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = holm_adjusted(p);
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]);
  EXPECT_EQ(holm_rejected(p, 0.05), (std::vector<std::size_t>{3, 0}));
}

TEST(Holm, EmptyAndCapped) {
  EXPECT_TRUE(holm_adjusted({}).empty());
  EXPECT_EQ(holm_adjusted(std::vector{0.7, 0.9}), (std::vector{1.0, 1.0}));
}

TEST(Holm, NaNIsAFailedTest) {
  const std::vector<double> p{0.5, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(holm_rejected(p, 1e-6), (std::vector<std::size_t>{1}));
}

TEST(Holm, RejectsImpossibleProbabilities) {
  EXPECT_THROW(holm_adjusted(std::vector{-0.1}), InputError);
  EXPECT_THROW(holm_adjusted(std::vector{1.1}), InputError);
}

// The family-wise rate of m independent uniform p-values is 1 - (1 - alpha/m)^m; without the
// correction (the planted fault) it would be 1 - (1 - alpha)^m.
TEST(Holm, FamilyWiseRateIsControlled) {
  constexpr double kAlpha = 0.05;
  constexpr std::size_t kTests = 5;
  Rate corrected;
  Rate uncorrected;
  for (std::uint64_t repetition = 0; repetition < 20000; ++repetition) {
    Source source(repetition);
    std::vector<double> p(kTests);
    bool any = false;
    for (double& value : p) any |= (value = source.uniform()) < kAlpha;
    corrected.add(!holm_rejected(p, kAlpha).empty());
    uncorrected.add(any);
  }
  const double exact = 1 - std::pow(1 - kAlpha / kTests, kTests);
  EXPECT_TRUE(at_most(corrected, exact)) << corrected.value();
  EXPECT_TRUE(at_least(corrected, exact)) << corrected.value();
  EXPECT_FALSE(at_most(uncorrected, kAlpha)) << uncorrected.value();
}

// Step-down gains over Bonferroni: with one enormous effect the next test is held to alpha/(m-1).
TEST(Holm, StepsDown) {
  const std::vector<double> p{1e-12, 0.04};
  EXPECT_EQ(holm_rejected(p, 0.05).size(), 2u);
}

TEST(Bonferroni, KeepsANaN) {
  EXPECT_EQ(bonferroni(0.01, 3), 0.03);
  EXPECT_EQ(bonferroni(0.7, 2), 1);
  EXPECT_TRUE(std::isnan(bonferroni(std::nan(""), 2)));
}

}  // namespace
}  // namespace touchstone
