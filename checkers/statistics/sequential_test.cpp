#include "checkers/statistics/sequential.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "checkers/statistics/calibration.hpp"
#include "checkers/statistics/tails.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

/// p-value of the mean of `samples` normal numbers with the given true mean, drawn at once.
double mean_test(Source& source, std::uint64_t samples, double mean) {
  return normal_two_sided(source.normal() + mean * std::sqrt(static_cast<double>(samples)));
}

TEST(Sequential, FalseAlarmsStayWithinTheBudget) {
  const SequentialPlan plan{.first_samples = 100, .rounds = 3, .false_alarm = 0.03};
  Rate alarms;
  Rate repeated;
  Rate without_budget;  // the planted fault: every round at the full level
  for (std::uint64_t repetition = 0; repetition < 20000; ++repetition) {
    Source source(repetition);
    bool any = false;
    const SequentialResult result = sequential_test(plan, [&](unsigned, std::uint64_t samples) {
      const double p = mean_test(source, samples, 0);
      any |= p < plan.false_alarm;
      return std::vector{p, mean_test(source, samples, 0)};
    });
    for (int round = 0; round < 3; ++round) any |= mean_test(source, 1, 0) < plan.false_alarm;
    alarms.add(result.verdict == Verdict::fail);
    repeated.add(result.rounds > 1);
    without_budget.add(any);
  }
  EXPECT_TRUE(at_most(alarms, 0.03)) << alarms.value();
  EXPECT_TRUE(at_least(alarms, 0.01)) << alarms.value();
  EXPECT_TRUE(at_most(repeated, std::cbrt(0.01) + 0.01)) << repeated.value();
  EXPECT_FALSE(at_most(without_budget, 0.03)) << without_budget.value();
}

TEST(Sequential, GrossFaultIsFoundInTheFirstRoundASmallOneLater) {
  const SequentialPlan plan{.first_samples = 1000, .rounds = 5, .false_alarm = 1e-6, .growth = 16};
  Rate gross;
  Rate small;
  for (std::uint64_t repetition = 0; repetition < 500; ++repetition) {
    Source source(repetition);
    const auto faulty = [&](double mean) {
      return sequential_test(plan, [&source, mean](unsigned, std::uint64_t samples) {
        return std::vector{mean_test(source, samples, mean)};
      });
    };
    gross.add(faulty(0.3).rounds == 1);
    small.add(faulty(0.1).verdict == Verdict::fail);  // 3.2 sigma in round 1, 12.6 in round 2
  }
  EXPECT_TRUE(at_least(gross, 0.99)) << gross.value();
  EXPECT_TRUE(at_least(small, 0.9)) << small.value();
}

TEST(Sequential, MissingNumbersFailAndBadPlansThrow) {
  const auto nothing = [](unsigned, std::uint64_t) { return std::vector<double>{}; };
  const auto broken = [](unsigned, std::uint64_t) { return std::vector{0.5, std::nan("")}; };
  EXPECT_EQ(sequential_test({}, nothing).verdict, Verdict::fail);
  EXPECT_EQ(sequential_test({}, broken).verdict, Verdict::fail);
  EXPECT_THROW(sequential_test({.rounds = 0}, nothing), InputError);
  EXPECT_THROW(sequential_test({.false_alarm = 1}, nothing), InputError);
}

}  // namespace
}  // namespace touchstone
