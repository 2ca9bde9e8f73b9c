#include "validation/two_stage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/random/philox.hpp"
#include "statistics/judge.hpp"
#include "statistics/tails.hpp"
#include "validation/experiment.hpp"

namespace touchstone::validation {
namespace {

/// Normal values, by run; `last` is one more than the highest number asked for.
Runs normal_runs(std::uint64_t seed, double mean, double spread, std::size_t* last = nullptr) {
  return [=](std::size_t first, std::size_t count) {
    std::vector<double> values;
    for (std::size_t k = first; k < first + count; ++k) {
      PhiloxStream stream = Philox(seed).stream(Purpose::test, k, 0);
      const double radius = std::sqrt(-2 * std::log(1 - stream.uniform()));
      values.push_back(mean + spread * radius * std::cos(2 * std::numbers::pi * stream.uniform()));
    }
    if (last != nullptr) *last = first + count;
    return values;
  };
}

Verdict verdict_of(const Estimate& found, double resolution) {
  return judge(found, {0, 0}, resolution, kFalseAlarm).verdict;
}

TEST(TwoStage, RunsNoMoreThanPlannedWhereThatIsEnough) {
  std::size_t last = 0;
  const Estimate found = two_stage_mean(normal_runs(1, 0, 1, &last), 32, 0, 12 / std::sqrt(32.0));
  EXPECT_EQ(last, 32u);
  EXPECT_EQ(found.effective_samples, 32);
  EXPECT_EQ(found.degrees_of_freedom, 31);
}

TEST(TwoStage, DecidesWhereTheErrorBarIsTooWide) {
  constexpr double kResolution = 1;  // 7.8 standard errors of 32 runs: about half are too few
  int longer = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::size_t last = 0;
    const Runs runs = normal_runs(seed, 0, std::sqrt(32.0) / 7.76, &last);
    const Estimate found = two_stage_mean(runs, 32, 0, kResolution);
    EXPECT_EQ(verdict_of(found, kResolution), Verdict::pass) << seed;
    EXPECT_EQ(found.effective_samples, static_cast<double>(last));
    EXPECT_EQ(found.degrees_of_freedom, 31);
    if (last > 32) ++longer;
  }
  EXPECT_GT(longer, 50);
  EXPECT_LT(longer, 150);
}

// The twin: what is wrong by twice the resolution fails, however long it ran.
TEST(TwoStage, SeesWhatMatters) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Runs runs = normal_runs(seed, 2, std::sqrt(32.0) / 4, nullptr);
    EXPECT_EQ(verdict_of(two_stage_mean(runs, 32, 0, 1), 1), Verdict::fail) << seed;
  }
}

TEST(TwoStage, NumberOfRunsDoesNotDependOnTheMean) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::size_t at_zero = 0, far_away = 0;
    two_stage_mean(normal_runs(seed, 0, 1.2, &at_zero), 32, 0, 1);
    two_stage_mean(normal_runs(seed, 1024, 1.2, &far_away), 32, 0, 1);
    EXPECT_EQ(at_zero, far_away) << seed;
  }
}

// At a false alarm of 5 %, where there is something to count: t of all stages has the law of the
// first one's degrees of freedom.
TEST(TwoStage, KeepsTheStatedFalseAlarm) {
  constexpr int kTrials = 20'000;
  std::uint64_t alarms = 0;
  for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
    const Estimate found = two_stage_mean(normal_runs(seed, 0, 4.0 / 8, nullptr), 16, 0, 1);
    const double t = found.mean / found.standard_error;
    if (student_two_sided(t, found.degrees_of_freedom) < 0.05) ++alarms;
  }
  EXPECT_GT(binomial_upper(alarms, kTrials, 0.05), 1e-6) << alarms;
  EXPECT_GT(binomial_lower(alarms, kTrials, 0.05), 1e-6) << alarms;
}

TEST(TwoStage, DifferencesAreExtendedOnBothSides) {
  std::size_t a = 0, b = 0;
  const auto [one, other] =
      two_stage_means(normal_runs(1, 0, 0.5, &a), normal_runs(2, 0, 0.75, &b), 16, 1);
  EXPECT_GT(a, 16u);
  EXPECT_EQ(a, b);
  EXPECT_EQ(judge_difference(one, other, 1, kFalseAlarm).verdict, Verdict::pass);
}

TEST(TwoStage, WhatIsHopelessStaysAsPlanned) {
  std::size_t last = 0;
  const Estimate wide = two_stage_mean(normal_runs(1, 0, 1e3, &last), 16, 0, 1);
  EXPECT_EQ(last, 16u);
  EXPECT_EQ(verdict_of(wide, 1), Verdict::inconclusive);
  two_stage_mean(normal_runs(1, 0, 1, &last), 16, 5, 1);  // what is published is not known better
  EXPECT_EQ(last, 16u);
  const Estimate stuck = two_stage_mean(normal_runs(1, 0, 0, nullptr), 16, 0, 1);
  EXPECT_EQ(verdict_of(stuck, 1), Verdict::inconclusive);
}

/// The chance that kMostStages times the planned runs are not enough, when the expected error bar
/// makes the smallest effect that is seen `share` of the resolution: s^2 has the chi-squared law.
double chance_undecided(std::size_t planned, double share) {
  const double degrees = static_cast<double>(planned) - 1;
  return chi_squared_upper(degrees * kMostStages / (share * share), degrees);
}

TEST(TwoStage, LeavesPracticallyNothingUndecided) {
  EXPECT_LT(chance_undecided(32, 1.3), 1e-9);
  EXPECT_LT(chance_undecided(16, 1.3), 1e-7);
  EXPECT_LT(chance_undecided(12, 1.3), 1e-5);
  EXPECT_LT(chance_undecided(6, 1), 1e-6);
  EXPECT_GT(chi_squared_upper(31 / (0.85 * 0.85), 31), 0.05);  // what one stage left open
}

}  // namespace
}  // namespace touchstone::validation
