#include "statistics/g_tests.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;
using Counts = std::vector<std::uint64_t>;

TEST(GTest, TextbookNumbers) {
  // 2 (70 ln(70/50) + 30 ln(30/50)) with q = 1 + 3 / 600.
  const GTest test = g_test(Counts{70, 30}, std::vector{0.5, 0.5});
  const double g = 2 * (70 * std::log(1.4) + 30 * std::log(0.6)) / (1 + 3.0 / 600);
  EXPECT_NEAR(test.g, g, 1e-12);
  EXPECT_EQ(test.degrees_of_freedom, 1u);
  EXPECT_NEAR(test.p, normal_two_sided(std::sqrt(g)), 1e-15);
}

// A deviation of 1e-6 of counts near 1e15: O ln(O/E) alone would lose every digit.
TEST(GTest, SmallDeviationsOfLargeCountsDoNotCancel) {
  const std::uint64_t half = 1000000000000000;
  const std::uint64_t excess = 100000000;  // 2 excess^2 / half = 20
  const GTest test = g_test(Counts{half + excess, half - excess}, std::vector{0.5, 0.5});
  EXPECT_NEAR(test.g, 20, 1e-6);
}

TEST(GTest, ImpossibleCountsFailAndEmptyDataDecidesNothing) {
  EXPECT_EQ(g_test(Counts{50, 50, 1}, std::vector{0.5, 0.5, 0.0}).p, 0);
  EXPECT_GT(g_test(Counts{50, 50, 0}, std::vector{0.5, 0.5, 0.0}).p, 0.9);
  const GTest empty = g_test(Counts{0, 0}, std::vector{0.5, 0.5});
  EXPECT_TRUE(std::isnan(empty.p));
  EXPECT_EQ(verdict_of(empty, 1e-6), Verdict::inconclusive);
}

TEST(GTest, PoolsTheSmallestExpectations) {
  const GTest test = g_test(Counts{90, 5, 3, 2}, std::vector{0.9, 0.05, 0.03, 0.02}, 10);
  EXPECT_EQ(test.merged, 2u);
  EXPECT_EQ(test.degrees_of_freedom, 1u);
  EXPECT_NEAR(test.g, 0, 1e-12);
}

TEST(GTest, RejectsBadInput) {
  EXPECT_THROW(g_test(Counts{1}, std::vector{0.5, 0.5}), InputError);
  EXPECT_THROW(g_test(Counts{1, 1}, std::vector{0.5, 0.6}), InputError);
  EXPECT_THROW(g_test(Counts{1, 1}, std::vector{1.5, -0.5}), InputError);
}

TEST(GTest, CalibrationAndPowerAgainstProbabilities) {
  const std::vector<double> model{0.4, 0.3, 0.2, 0.06, 0.03, 0.01};
  const std::vector<double> fault{0.42, 0.28, 0.2, 0.06, 0.03, 0.01};
  Rate one_percent;
  Rate one_permille;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    const double p = g_test(source.multinomial(500, model), model).p;
    one_percent.add(p < 0.01);
    one_permille.add(p < 0.001);
    if (repetition < 200) seen.add(g_test(source.multinomial(30000, fault), model).p < 1e-6);
  }
  EXPECT_TRUE(at_most(one_percent, 0.01)) << one_percent.value();
  EXPECT_TRUE(at_least(one_percent, 0.01)) << one_percent.value();
  EXPECT_TRUE(at_most(one_permille, 0.001)) << one_permille.value();
  EXPECT_TRUE(at_least(seen, 0.95)) << seen.value();
}

}  // namespace
}  // namespace touchstone
