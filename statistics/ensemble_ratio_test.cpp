#include "statistics/ensemble_ratio.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"
#include "statistics/judge.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

/// Volumes of an ideal gas of `bodies`: p(V) ~ V^bodies exp(-pressure V); correlated when `stay`,
/// the chance that one of its bodies + 1 exponential parts is kept, is not 0.
std::vector<double> volumes(Source& source, int bodies, double pressure, std::size_t samples,
                            double stay = 0) {
  std::vector<double> parts(static_cast<std::size_t>(bodies) + 1), series;
  for (double& part : parts) part = source.exponential();
  for (std::size_t k = 0; k < samples; ++k) {
    double sum = 0;
    for (double& part : parts) {
      if (source.uniform() >= stay) part = source.exponential();
      sum += part;
    }
    series.push_back(sum / pressure);
  }
  return series;
}

// The error is honest: a right slope is 3 errors away once in 370 times, not more than in 100.
TEST(EnsembleRatio, SlopeIsTheDifferenceOfPressuresWithAnHonestError) {
  for (const double stay : {0.0, 0.8}) {
    Rate outside;
    double mean = 0, square = 0;
    constexpr int kRepetitions = 200;
    for (std::uint64_t repetition = 0; repetition < kRepetitions; ++repetition) {
      Source source(repetition);
      const auto low = volumes(source, 4, 1, 2000, stay);
      const auto high = volumes(source, 4, 2, 1500, stay);
      const Estimate slope = ensemble_slope(low, high);
      const double z = (slope.mean - 1) / slope.standard_error;
      outside.add(std::abs(z) > 3);
      mean += z / kRepetitions;
      square += z * z / kRepetitions;
    }
    EXPECT_TRUE(at_most(outside, 0.01)) << outside.value();
    EXPECT_LT(std::abs(mean), 0.35);
    EXPECT_NEAR(square, 1, 0.4) << "stay " << stay;
  }
}

// Factors of V that both distributions have cancel, whatever they are: the law cannot see them.
TEST(EnsembleRatio, CommonFactorsCancelAndOthersDoNot) {
  Source source(1);
  const auto low = volumes(source, 4, 1, 20000), high = volumes(source, 4, 2, 20000);
  const auto more_low = volumes(source, 5, 1, 20000), more_high = volumes(source, 5, 2, 20000);
  const auto verdict = [](const std::vector<double>& a, const std::vector<double>& b) {
    return judge(ensemble_slope(a, b), {1, 0}, 0.2, 1e-6).verdict;
  };
  EXPECT_EQ(verdict(low, high), Verdict::pass);
  EXPECT_EQ(verdict(more_low, more_high), Verdict::pass);
  EXPECT_EQ(verdict(more_low, high), Verdict::fail);
  EXPECT_EQ(verdict(low, more_high), Verdict::fail);
  EXPECT_EQ(verdict(low, volumes(source, 4, 2.2, 20000)), Verdict::fail);
}

// tools/ensemble_oracle_test.py computes these two with the package physical_validation 1.0.5.
constexpr double kOracleSlope = 0.95315288;
constexpr double kOracleError = 0.04095994;  // of independent values

TEST(EnsembleRatio, SlopeIsThatOfAnIndependentProgram) {
  const auto series = [](std::uint64_t state, double pressure, std::size_t samples) {
    std::vector<double> result(samples, 0.0);
    for (double& volume : result)
      for (int part = 0; part < 5; ++part) {
        state = (1103515245 * state + 12345) % (1u << 31);
        volume -= std::log((static_cast<double>(state) + 0.5) / (1u << 31)) / pressure;
      }
    return result;
  };
  const Estimate slope = ensemble_slope(series(1, 1, 1500), series(2, 2, 1000));
  EXPECT_NEAR(slope.mean, kOracleSlope, 1e-6);
  EXPECT_NEAR(slope.standard_error / kOracleError, 1, 0.15);  // ours is that of the series
}

TEST(EnsembleRatio, SeriesThatDecideNothingHaveNoError) {
  Source source(2);
  const auto some = volumes(source, 4, 1, 500);
  std::vector<double> apart;
  for (const double v : some) apart.push_back(v + 1000);
  EXPECT_TRUE(std::isinf(ensemble_slope(some, apart).standard_error));
  const std::vector<double> constant(500, 3.0);
  EXPECT_TRUE(std::isinf(ensemble_slope(constant, constant).standard_error));
  EXPECT_TRUE(std::isinf(ensemble_slope(constant, some).standard_error));
  EXPECT_TRUE(std::isinf(ensemble_slope(some, std::vector<double>(500, 4.0)).standard_error));
  auto broken = some;
  broken[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(ensemble_slope(some, broken).mean));
  EXPECT_THROW(ensemble_slope(some, {}), InputError);
}

}  // namespace
}  // namespace touchstone
