#include "statistics/blocking.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/autocorrelation.hpp"
#include "statistics/calibration.hpp"
#include "statistics/judge.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double exact_error(std::size_t samples, double a) {
  return std::sqrt((1 + a) / (1 - a) / static_cast<double>(samples));
}

double p_value(const Estimate& estimate, double truth) {
  return judge(estimate, {.value = truth}, kInfinity, 0.5).p;
}

class AutoregressiveMean : public testing::TestWithParam<double> {};

// False alarms of the default error bar at two levels: never far above the level, and not so far
// below it that power is lost.
TEST_P(AutoregressiveMean, FalseAlarmRateIsTheStatedOne) {
  Rate five_percent;
  Rate one_permille;
  double error = 0;
  constexpr int kRepetitions = 2000;
  for (std::uint64_t repetition = 0; repetition < kRepetitions; ++repetition) {
    Source source(repetition);
    const Estimate estimate = estimate_mean(source.autoregressive(4096, GetParam(), 7.0));
    error += estimate.standard_error / kRepetitions;
    const double p = p_value(estimate, 7.0);
    five_percent.add(p < 0.05);
    one_permille.add(p < 0.001);
  }
  EXPECT_NEAR(error / exact_error(4096, GetParam()), 1, 0.07);
  EXPECT_TRUE(at_most(five_percent, 0.05)) << five_percent.value();
  EXPECT_TRUE(at_least(five_percent, 0.03)) << five_percent.value();
  EXPECT_TRUE(at_most(one_permille, 0.001)) << one_permille.value();
}
INSTANTIATE_TEST_SUITE_P(Coefficients, AutoregressiveMean, testing::Values(-0.5, 0.0, 0.5, 0.9));

// Twin: the naive error bar, the planted fault, is far outside what the check above accepts.
TEST(EstimateMean, NaiveErrorWouldRaiseFalseAlarms) {
  Rate naive;
  for (std::uint64_t repetition = 0; repetition < 500; ++repetition) {
    Source source(repetition);
    naive.add(p_value(estimate_independent(source.autoregressive(4096, 0.9)), 0) < 0.05);
  }
  EXPECT_FALSE(at_most(naive, 0.05)) << naive.value();
}

// An effect of smallest_effect(.., power 0.9) is missed in about one of ten runs.
TEST(EstimateMean, SeesTheEffectItPromises) {
  constexpr double kLevel = 1e-4;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 1000; ++repetition) {
    Source source(repetition);
    Estimate estimate = estimate_mean(source.autoregressive(4096, 0.8));
    estimate.mean += smallest_effect(exact_error(4096, 0.8), kLevel, 0.9, degrees_of(estimate));
    seen.add(p_value(estimate, 0) < kLevel);
  }
  EXPECT_TRUE(at_least(seen, 0.85)) << seen.value();
}

// One tenth of the variance decays a hundred times more slowly. The window closes on the fast
// mode; blocking sees the slow one, and the default takes the larger error.
TEST(EstimateMean, SmallSlowModeIsNotOverlooked) {
  constexpr std::size_t kSamples = 1u << 17;
  constexpr int kRepetitions = 16;
  const double exact = std::hypot(std::sqrt(0.9) * exact_error(kSamples, 0.8),
                                  std::sqrt(0.1) * exact_error(kSamples, 0.998));
  double windowed = 0;
  double chosen = 0;
  for (std::uint64_t repetition = 0; repetition < kRepetitions; ++repetition) {
    Source source(repetition);
    std::vector<double> series = source.autoregressive(kSamples, 0.8);
    const std::vector<double> slow = source.autoregressive(kSamples, 0.998);
    for (std::size_t i = 0; i < kSamples; ++i)
      series[i] = std::sqrt(0.9) * series[i] + std::sqrt(0.1) * slow[i];
    windowed += integrated_autocorrelation(series).standard_error / exact / kRepetitions;
    chosen += estimate_mean(series).standard_error / exact / kRepetitions;
  }
  EXPECT_LT(windowed, 0.6);
  EXPECT_NEAR(chosen, 1, 0.2);
}

TEST(Blocking, CurveRisesToThePlateau) {
  Source source(5);
  const std::vector<double> series = source.autoregressive(1u << 16, 0.9);
  const std::vector<BlockLevel> levels = blocking_curve(series);
  ASSERT_EQ(levels.size(), 16u);
  EXPECT_NEAR(levels[0].error, 1 / 256.0, 1e-4);
  const Estimate estimate = estimate_by_blocking(series);
  EXPECT_NEAR(estimate.standard_error, exact_error(series.size(), 0.9), 2e-3);
  EXPECT_NEAR(estimate.effective_samples, 65536 / 19.0, 700);
}

TEST(Blocking, OddLengthsKeepAllSamplesInTheMean) {
  std::vector<double> series;
  for (int i = 0; i < 333; ++i) series.push_back(i % 3);
  EXPECT_DOUBLE_EQ(estimate_by_blocking(series).mean, 1.0);
}

TEST(EstimateMean, RefusesWhatItCannotKnow) {
  Source source(6);
  EXPECT_EQ(estimate_mean(source.autoregressive(400, 0.99)).standard_error, kInfinity);
  EXPECT_EQ(estimate_mean(std::vector{1.0}).standard_error, kInfinity);
  EXPECT_EQ(estimate_mean(std::vector<double>(1000, 2.0)).standard_error, 0);
  std::vector<double> broken = source.autoregressive(400, 0);
  broken[7] = std::nan("");
  EXPECT_TRUE(std::isnan(estimate_mean(broken).mean));
  EXPECT_TRUE(std::isnan(estimate_mean(broken).standard_error));
  EXPECT_THROW(estimate_mean({}), InputError);
}

TEST(EstimateIndependent, StudentLawHoldsForEightChains) {
  Rate student;
  Rate normal;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    std::vector<double> means;
    for (int chain = 0; chain < 8; ++chain) {
      const std::vector<double> series = source.autoregressive(20, 0.8);
      means.push_back(std::accumulate(series.begin(), series.end(), 0.0) / 20);
    }
    Estimate estimate = estimate_independent(means);
    EXPECT_EQ(estimate.degrees_of_freedom, 7);
    student.add(p_value(estimate, 0) < 0.001);
    estimate.degrees_of_freedom = kInfinity;  // the planted fault
    normal.add(p_value(estimate, 0) < 0.001);
  }
  EXPECT_TRUE(at_most(student, 0.001)) << student.value();
  EXPECT_FALSE(at_most(normal, 0.001)) << normal.value();
}

TEST(EstimateIndependent, EqualValuesHaveNoErrorBarOfRounding) {
  for (const double value : {0.1, 0.3, 0.7, 0.72})
    for (const std::size_t number : {2u, 6u, 8u, 10u, 100u, 1000u}) {
      const std::vector<double> equal(number, value);
      const Estimate independent = estimate_independent(equal);
      EXPECT_EQ(independent.mean, value);
      EXPECT_EQ(independent.standard_error, 0);
      EXPECT_EQ(judge(independent, {.value = value}, 0.05, 1e-6).verdict, Verdict::inconclusive);
      if (number == 1000) EXPECT_EQ(estimate_mean(equal).standard_error, 0);
    }
}

TEST(Average, AddsVariancesAndDegrees) {
  const Estimate one{.mean = 1, .standard_error = 0.3, .degrees_of_freedom = 10};
  const Estimate two{.mean = 2, .standard_error = 0.3, .degrees_of_freedom = 10};
  const Estimate both = average(std::vector{one, two});
  EXPECT_DOUBLE_EQ(both.mean, 1.5);
  EXPECT_NEAR(both.standard_error, 0.3 / std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(both.degrees_of_freedom, 20, 1e-12);
  EXPECT_THROW(average({}), InputError);
}

}  // namespace
}  // namespace touchstone
