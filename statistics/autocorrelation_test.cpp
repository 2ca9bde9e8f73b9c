#include "statistics/autocorrelation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

double exact_tau(double a) { return (1 + a) / (1 - a) / 2; }

class AutoregressiveSeries : public testing::TestWithParam<double> {};

// Means over repetitions: tau is unbiased within 3 per cent and its stated error is honest.
TEST_P(AutoregressiveSeries, TauIsTheKnownOne) {
  const double a = GetParam();
  constexpr int kRepetitions = 300;
  double mean = 0;
  Rate outside;
  for (std::uint64_t repetition = 0; repetition < kRepetitions; ++repetition) {
    Source source(repetition);
    const Autocorrelation result = integrated_autocorrelation(source.autoregressive(8192, a));
    ASSERT_TRUE(result.converged);
    mean += result.tau / kRepetitions;
    outside.add(std::abs(result.tau - exact_tau(a)) > 3 * result.tau_error);
  }
  EXPECT_NEAR(mean, exact_tau(a), 0.03 * exact_tau(a));
  EXPECT_TRUE(at_most(outside, 0.02)) << outside.value();
}
INSTANTIATE_TEST_SUITE_P(Coefficients, AutoregressiveSeries, testing::Values(0.0, 0.5, 0.9));

TEST(Autocorrelation, OscillatingSeriesIsWorthMoreThanItsLength) {
  Source source(1);
  const Autocorrelation result = integrated_autocorrelation(source.autoregressive(65536, -0.5));
  EXPECT_NEAR(result.tau, exact_tau(-0.5), 0.02);
  EXPECT_GT(result.effective_samples, 2.5 * 65536);
}

// The window is far longer than kMaximumLag: the series is averaged in pairs on the way.
TEST(Autocorrelation, LongCorrelationIsFoundThroughPairAverages) {
  Source source(2);
  const Autocorrelation result = integrated_autocorrelation(source.autoregressive(1u << 20, 0.99));
  EXPECT_GT(result.window, static_cast<double>(kMaximumLag));
  EXPECT_NEAR(result.tau, exact_tau(0.99), 4 * result.tau_error);
  EXPECT_LT(result.tau_error, 0.1 * result.tau);
}

// Twin: the check above sees a wrong convention (a factor 2) or a forgotten correlation.
TEST(Autocorrelation, ErrorIsSmallEnoughToTellConventionsApart) {
  Source source(3);
  const Autocorrelation result = integrated_autocorrelation(source.autoregressive(65536, 0.5));
  EXPECT_GT(std::abs(result.tau - 2 * exact_tau(0.5)), 10 * result.tau_error);
  EXPECT_GT(std::abs(result.tau - 0.5), 10 * result.tau_error);
}

TEST(Autocorrelation, TooShortSeriesHasNoErrorBar) {
  Source source(4);
  const Autocorrelation result = integrated_autocorrelation(source.autoregressive(500, 0.99));
  EXPECT_FALSE(result.converged);
  EXPECT_EQ(result.standard_error, std::numeric_limits<double>::infinity());
  std::vector<double> trend(1000);
  for (std::size_t i = 0; i < trend.size(); ++i) trend[i] = static_cast<double>(i);
  EXPECT_FALSE(integrated_autocorrelation(trend).converged);
}

TEST(Autocorrelation, ConstantNotFiniteAndEmpty) {
  const Autocorrelation constant = integrated_autocorrelation(std::vector<double>(100, 0.1));
  EXPECT_EQ(constant.standard_error, 0);
  EXPECT_EQ(constant.effective_samples, 100);
  std::vector<double> broken(100, 1.0);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    broken[50] = bad;
    EXPECT_TRUE(std::isnan(integrated_autocorrelation(broken).standard_error));
  }
  EXPECT_THROW(integrated_autocorrelation({}), InputError);
}

}  // namespace
}  // namespace touchstone
