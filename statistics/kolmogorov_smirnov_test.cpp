#include "statistics/kolmogorov_smirnov.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

double identity(double x) { return x; }

void expect_relative(double actual, double expected, double tolerance) {
  EXPECT_NEAR(actual, expected, tolerance * expected);
}

// Marsaglia, Tsang, Wang (2003) print these to 20 digits.
TEST(KolmogorovUpper, PublishedExactValues) {
  expect_relative(kolmogorov_upper(10, 0.274), 1 - 0.62847961545650271, 1e-12);
  expect_relative(kolmogorov_upper(2000, 0.04), 1 - 0.99676943191713676985, 1e-6);
  expect_relative(kolmogorov_upper(16000, 0.016), 1 - 0.99945234913828052085, 1e-9);
}

// n = 1: P(D >= d) = 2 (1 - d); n = 2, d >= 1/2: 2 (1 - d)^2.
TEST(KolmogorovUpper, SmallestSamples) {
  for (const double d : {0.5, 0.6, 0.9, 0.999}) {
    expect_relative(kolmogorov_upper(1, d), 2 * (1 - d), 1e-9);
    expect_relative(kolmogorov_upper(2, d), 2 * (1 - d) * (1 - d), 1e-9);
  }
  EXPECT_EQ(kolmogorov_upper(5, 0.1), 1);
  EXPECT_EQ(kolmogorov_upper(5, 1), 0);
}

// The methods agree at the limits between them: in the size of the sample and in the distance.
TEST(KolmogorovUpper, MethodsMeet) {
  for (const std::size_t n : {20u, 200u, 500u, 501u, 5000u}) {
    const double d = std::sqrt(2.2 / static_cast<double>(n));
    const double exact = kolmogorov_upper(n, d * (1 + 1e-9));
    EXPECT_NEAR(kolmogorov_upper(n, d * (1 - 1e-9)), exact, n <= 500 ? 1e-7 : 3e-5);
  }
  for (const double x : {0.4, 0.7, 1.0, 1.3})
    EXPECT_NEAR(kolmogorov_upper(500, x / std::sqrt(500)),
                kolmogorov_upper(501, x / std::sqrt(501)), 3e-4);
  for (const double x : {2.0, 3.0, 5.0})
    expect_relative(kolmogorov_upper(1000001, x / std::sqrt(1000001.0)),
                    kolmogorov_upper(1000000, x / std::sqrt(1000000.0)), 1e-3);
  EXPECT_NEAR(kolmogorov_limit_upper(1 - 1e-12), kolmogorov_limit_upper(1 + 1e-12), 1e-10);
}

// Equal sizes: P(D >= k/n) = 2 [C(2n, n-k) - C(2n, n-2k) + ...] / C(2n, n).
TEST(KolmogorovUpper, TwoSamplesOfEqualSizeByReflection) {
  expect_relative(kolmogorov_upper(3, 3, 1), 0.1, 1e-12);
  expect_relative(kolmogorov_upper(5, 5, 0.8), 20.0 / 252, 1e-12);
  expect_relative(kolmogorov_upper(5, 5, 0.4), 2 * (120.0 - 10) / 252, 1e-12);
  // All of 40 below all of 40: 2 / C(80, 40), far below what 1 - cdf could give.
  expect_relative(kolmogorov_upper(40, 40, 1), 2 / 1.0750720873333e23, 1e-11);
  expect_relative(kolmogorov_upper(2, 3, 1), 0.2, 1e-12);
}

// All five outside of a large sample: two of the C(n + 5, 5) orders. The limit says 5e-5.
TEST(KolmogorovUpper, AFewValuesOutsideOfALargeSample) {
  for (const double n : {700'000.0, 1'000'000.0}) {
    const double orders = (n + 1) * (n + 2) * (n + 3) * (n + 4) * (n + 5) / 120;
    const auto size = static_cast<std::size_t>(n);
    EXPECT_NEAR(kolmogorov_upper(5, size, 1.0) * orders / 2, 1, 1e-6);
    EXPECT_NEAR(kolmogorov_upper(size, 5, 1.0) * orders / 2, 1, 1e-6);
  }
}

TEST(KolmogorovUpper, TwoSampleMethodsMeet) {
  for (const double x : {1.0, 1.5, 2.5}) {
    const double inside = kolmogorov_upper(1300, 3000, x * std::sqrt(4300.0 / 3.9e6));
    const double outside = kolmogorov_upper(1350, 3000, x * std::sqrt(4350.0 / 4.05e6));
    expect_relative(outside, inside, 0.03);
  }
}

TEST(KolmogorovSmirnov, StatisticOfSmallSamples) {
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov(std::vector{0.5, 0.1, 0.2}, identity).statistic, 0.5);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov(std::vector{1.0, 2.0, 3.0}, std::vector{2.5, 3.5}).statistic,
                   2.0 / 3);
  EXPECT_EQ(kolmogorov_smirnov(std::vector{1.0, 1.0}, std::vector{1.0}).statistic, 0);
}

TEST(KolmogorovSmirnov, NaNHasNoPValueAndBadInputThrows) {
  const std::vector<double> broken{0.1, std::numeric_limits<double>::quiet_NaN()};
  const std::vector<double> good{0.1, 0.2};
  EXPECT_TRUE(std::isnan(kolmogorov_smirnov(broken, identity).p));
  EXPECT_TRUE(std::isnan(kolmogorov_smirnov(good, broken).p));
  EXPECT_THROW(kolmogorov_smirnov({}, identity), InputError);
  EXPECT_THROW(kolmogorov_smirnov(good, std::vector<double>{}), InputError);
  EXPECT_THROW(kolmogorov_smirnov(good, [](double) { return 1.5; }), InputError);
}

class SampleSize : public testing::TestWithParam<std::size_t> {};

TEST_P(SampleSize, FalseAlarmRateIsTheStatedOne) {
  Rate five_percent;
  Rate half;
  Rate two_sample;
  for (std::uint64_t repetition = 0; repetition < 3000; ++repetition) {
    Source source(repetition);
    std::vector<double> sample(GetParam());
    std::vector<double> other(2 * GetParam() + 1);
    for (double& value : sample) value = source.uniform();
    for (double& value : other) value = source.uniform();
    const double p = kolmogorov_smirnov(sample, identity).p;
    five_percent.add(p < 0.05);
    half.add(p < 0.5);
    if (repetition < 400) two_sample.add(kolmogorov_smirnov(sample, other).p < 0.05);
  }
  EXPECT_TRUE(at_most(five_percent, 0.05)) << five_percent.value();
  EXPECT_TRUE(at_least(five_percent, 0.05)) << five_percent.value();
  EXPECT_TRUE(at_most(half, 0.5)) << half.value();
  EXPECT_TRUE(at_least(half, 0.5)) << half.value();
  EXPECT_TRUE(at_most(two_sample, 0.05)) << two_sample.value();
  EXPECT_TRUE(at_least(two_sample, 0.03)) << two_sample.value();  // discrete: below the level
}
INSTANTIATE_TEST_SUITE_P(Sizes, SampleSize, testing::Values(4, 60, 600));

// Planted fault: a density that is 10 per cent too high in the lower half.
TEST(KolmogorovSmirnov, SeesAWrongDistribution) {
  Rate one_sample;
  Rate two_sample;
  for (std::uint64_t repetition = 0; repetition < 50; ++repetition) {
    Source source(repetition);
    std::vector<double> wrong(6000);
    std::vector<double> right(90000);
    for (double& value : wrong) {
      const double half = source.uniform() / 2;
      value = source.uniform() < 0.55 ? half : half + 0.5;
    }
    for (double& value : right) value = source.uniform();
    one_sample.add(kolmogorov_smirnov(wrong, identity).p < 1e-6);
    two_sample.add(kolmogorov_smirnov(wrong, right).p < 1e-6);
  }
  EXPECT_TRUE(at_least(one_sample, 0.9)) << one_sample.value();
  EXPECT_TRUE(at_least(two_sample, 0.9)) << two_sample.value();
}

}  // namespace
}  // namespace touchstone
