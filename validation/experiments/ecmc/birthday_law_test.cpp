#include "validation/experiments/ecmc/birthday_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::validation::ecmc {
namespace {

TEST(BirthdayLaw, ExactCountsGiveTheirConstant) {
  // 1 - exp(-c x) = 1/2 for c = ln 2 / x.
  const Estimate one = fit_birthday({{2, 1000, 500}});
  EXPECT_NEAR(one.mean, std::log(2) / 2, 1e-9);
  EXPECT_NEAR(one.standard_error, 1 / (2 * std::sqrt(1000.0)), 1e-9);  // p / (1 - p) = 1
}

TEST(BirthdayLaw, TheErrorBarHoldsInTwoThirdsOfAllSamples) {
  constexpr double kC = 0.4;
  int inside = 0;
  for (std::uint32_t sample = 0; sample < 300; ++sample) {
    PhiloxStream random = Philox(sample).stream(Purpose::test, 0, 0);
    std::vector<BirthdayCount> counts{{0.3, 200, 0}, {2, 100, 0}, {9, 50, 0}};
    for (BirthdayCount& n : counts)
      for (std::uint64_t t = 0; t < n.trials; ++t)
        n.violated += random.uniform() < -std::expm1(-kC * n.x) ? 1u : 0u;
    const Estimate fit = fit_birthday(counts);
    inside += std::abs(fit.mean - kC) < fit.standard_error ? 1 : 0;
  }
  EXPECT_NEAR(inside / 300.0, 0.683, 4 * std::sqrt(0.683 * 0.317 / 300));
}

TEST(BirthdayLaw, AllOrNothingIsNoEstimate) {
  EXPECT_TRUE(std::isnan(fit_birthday({{1, 10, 10}, {2, 10, 10}}).mean));
  EXPECT_TRUE(std::isnan(fit_birthday({{1, 10, 0}}).mean));
  EXPECT_GT(fit_birthday({{1, 10, 0}, {2, 10, 10}}).mean, 0);
  EXPECT_THROW(fit_birthday({{0, 10, 1}}), InputError);
  EXPECT_THROW(fit_birthday({{1, 10, 11}}), InputError);
}

TEST(BinomialInterval, IsExact) {
  const Interval none = binomial_interval(0, 20);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 1 - std::pow(0.025, 1.0 / 20), 1e-9);
  const Interval all = binomial_interval(20, 20);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, 1 - none.high, 1e-9);
  const Interval half = binomial_interval(10, 20);
  EXPECT_NEAR(half.low, 0.2720, 1e-4);  // Clopper and Pearson's table
  EXPECT_NEAR(half.high, 0.7280, 1e-4);
  EXPECT_EQ(binomial_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace touchstone::validation::ecmc
