#include "statistics/exact_start.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

// Metropolis on the half line with density e^-x: trial steps below 0 are rejected.
struct Walk {
  double x = 0;
};

const std::vector<Statistic<Walk>> kStatistics{
    {"x", 0.02, [](const Walk& walk) { return walk.x; }},
    {"near the wall", 0.01, [](const Walk& walk) { return walk.x < 0.2 ? 1.0 : 0.0; }},
    {"tail", 0.01, [](const Walk& walk) { return std::exp(-walk.x / 2); }}};

enum class Fault { none, retries_until_accepted, drifts };

struct Walker {
  std::uint64_t repetition;
  Fault fault = Fault::none;

  std::uint64_t key(std::uint64_t start, std::uint64_t use) const {
    return (repetition << 32) + 64 * start + use;
  }
  Walk draw(std::uint64_t start) const { return {Source(key(start, 0)).exponential()}; }
  void step(Walk& walk, std::uint64_t start, std::uint64_t k) const {
    Source source(key(start, 1 + k));
    if (fault == Fault::drifts) walk.x += 0.02;  // exactly the resolution of "x"
    for (;;) {
      const double trial = walk.x + 2 * source.uniform() - 1;
      if (trial >= 0 && source.uniform() < std::exp(walk.x - trial)) {
        walk.x = trial;
        return;
      }
      if (fault != Fault::retries_until_accepted) return;
    }
  }
};

ExactStartResult run(const Walker& walker, const ExactStartPlan& plan,
                     const std::vector<Statistic<Walk>>& statistics = kStatistics) {
  return exact_start_test(
      [&](std::uint64_t start) { return walker.draw(start); },
      [&](Walk& walk, std::uint64_t start, std::uint64_t k) { walker.step(walk, start, k); },
      statistics, plan);
}

TEST(ExactStart, CorrectSchemePassesWithAStatedPower) {
  const ExactStartResult result = run({1}, {.steps = 3});
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_LT(result.starts, 1u << 20);
  for (const StatisticResult& statistic : result.statistics) {
    EXPECT_LT(statistic.smallest_effect, statistic.resolution) << statistic.name;
    EXPECT_LT(std::abs(statistic.z), 5) << statistic.name;
  }
}

// The fault of the ESPResSo and mcunit examples, found at the first look.
TEST(ExactStart, RetryInsteadOfRejectFails) {
  const ExactStartResult result = run({2, Fault::retries_until_accepted}, {.steps = 3});
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_LE(result.starts, 4000u);
  EXPECT_LT(result.statistics[0].adjusted_p, 1e-6);
}

TEST(ExactStart, TooFewStartsAreInconclusive) {
  const ExactStartResult result = run({3}, {.first_starts = 500, .maximum_starts = 1300});
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.starts, 1300u);
  EXPECT_EQ(result.looks, 3u);
  EXPECT_NEAR(result.look_level, 1e-6 / 3, 1e-20);
}

TEST(ExactStart, StatisticThatCannotChangeIsNotAPass) {
  const std::vector<Statistic<Walk>> constant{{"one", 1e9, [](const Walk&) { return 1.0; }}};
  EXPECT_EQ(run({4}, {.maximum_starts = 4000}, constant).verdict, Verdict::inconclusive);
}

TEST(ExactStart, NaNAndACertainChangeFail) {
  const std::vector<Statistic<Walk>> broken{
      {"nan", 1, [](const Walk&) { return std::numeric_limits<double>::quiet_NaN(); }}};
  EXPECT_EQ(run({5}, {}, broken).verdict, Verdict::fail);
  double calls = 0;  // before, after, before, ... differ by 1 each time
  const std::vector<Statistic<Walk>> counter{{"calls", 10, [&](const Walk&) {
                                                calls = 1 - calls;
                                                return calls;
                                              }}};
  EXPECT_EQ(run({6}, {}, counter).verdict, Verdict::fail);
}

// Early looks do not spend more than the budget, and a drift of exactly one resolution is missed
// in at most 10 per cent of the runs.
TEST(ExactStart, CalibrationAndPowerOfAllLooksTogether) {
  const std::vector<Statistic<Walk>> statistics{{"x", 0.02, kStatistics[0].value},
                                                {"tail", 0.02, kStatistics[2].value}};
  const ExactStartPlan plan{
      .steps = 1, .first_starts = 250, .maximum_starts = 4000, .false_alarm = 0.05, .power = 0.9};
  Rate alarms;
  for (std::uint64_t repetition = 10; repetition < 1510; ++repetition)
    alarms.add(run({repetition}, plan, statistics).verdict == Verdict::fail);
  EXPECT_TRUE(at_most(alarms, 0.05)) << alarms.value();
  EXPECT_TRUE(at_least(alarms, 0.01)) << alarms.value();

  ExactStartPlan long_plan = plan;
  long_plan.maximum_starts = 1u << 17;
  Rate seen;
  for (std::uint64_t repetition = 10; repetition < 160; ++repetition)
    seen.add(run({repetition, Fault::drifts}, long_plan, statistics).verdict == Verdict::fail);
  EXPECT_TRUE(at_least(seen, 0.9)) << seen.value();
}

TEST(ExactStart, RejectsBadInput) {
  EXPECT_THROW(run({1}, {.steps = 0}), InputError);
  EXPECT_THROW(run({1}, {.first_starts = 100, .maximum_starts = 10}), InputError);
  EXPECT_THROW(run({1}, {.false_alarm = 0}), InputError);
  EXPECT_THROW(run({1}, {}, {}), InputError);
  EXPECT_THROW(run({1}, {}, {{"x", 0, kStatistics[0].value}}), InputError);
}

}  // namespace
}  // namespace touchstone
