#include "statistics/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "statistics/blocking.hpp"
#include "statistics/calibration.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFalseAlarm = 1e-6;
constexpr Published kOne{.value = 1, .uncertainty = 0};

Verdict verdict(Estimate measured, double resolution = 0.1) {
  return judge(measured, kOne, resolution, kFalseAlarm).verdict;
}

TEST(Judge, ThreeAnswers) {
  EXPECT_EQ(verdict({.mean = 1.04, .standard_error = 0.01}), Verdict::pass);
  EXPECT_EQ(verdict({.mean = 1.06, .standard_error = 0.01}), Verdict::fail);
  EXPECT_EQ(verdict({.mean = 1.0, .standard_error = 0.03}), Verdict::inconclusive);
  EXPECT_EQ(verdict({.mean = 2.0, .standard_error = 0.03}), Verdict::fail);
}

TEST(Judge, NothingThatIsNotANumberPasses) {
  EXPECT_EQ(verdict({.mean = kNaN, .standard_error = 0.01}), Verdict::fail);
  EXPECT_EQ(verdict({.mean = kInfinity, .standard_error = kInfinity}), Verdict::fail);
  EXPECT_EQ(verdict({.mean = 1, .standard_error = kNaN}), Verdict::fail);
  EXPECT_EQ(verdict({.mean = 1, .standard_error = kInfinity}), Verdict::inconclusive);
  EXPECT_EQ(verdict({.mean = 1, .standard_error = 0}), Verdict::inconclusive);
  EXPECT_EQ(verdict({.mean = 1, .standard_error = 0.01, .effective_samples = 1}),
            Verdict::inconclusive);
}

// The error of the expected value is none of what was measured.
TEST(Judge, AStuckObservableDoesNotPassByTheOtherErrorBar) {
  const Estimate stuck{.mean = 1, .standard_error = 0, .effective_samples = 8};
  const Estimate moves{.mean = 1.001, .standard_error = 0.01};
  const Estimate far{.mean = 2, .standard_error = 0.01};
  EXPECT_EQ(judge(stuck, {1.001, 0.01}, 0.1, kFalseAlarm).verdict, Verdict::inconclusive);
  EXPECT_EQ(judge(stuck, {2, 0.01}, 0.1, kFalseAlarm).verdict, Verdict::fail);
  EXPECT_EQ(judge_difference(stuck, moves, 0.1, kFalseAlarm).verdict, Verdict::inconclusive);
  EXPECT_EQ(judge_difference(moves, stuck, 0.1, kFalseAlarm).verdict, Verdict::inconclusive);
  EXPECT_EQ(judge_difference(far, stuck, 0.1, kFalseAlarm).verdict, Verdict::fail);
}

TEST(Judge, RejectsBadInput) {
  const Estimate good{.mean = 1, .standard_error = 0.01};
  EXPECT_THROW(judge(good, {.value = kNaN}, 0.1, 1e-6), InputError);
  EXPECT_THROW(judge(good, {.value = 1, .uncertainty = -1}, 0.1, 1e-6), InputError);
  EXPECT_THROW(judge(good, kOne, 0, 1e-6), InputError);
  EXPECT_THROW(judge(good, kOne, kNaN, 1e-6), InputError);
  EXPECT_THROW(judge(good, kOne, 0.1, 0), InputError);
  EXPECT_THROW(judge(good, kOne, 0.1, 1e-6, 1), InputError);
  EXPECT_THROW(verdict({.mean = 1, .standard_error = -0.01}), InputError);
}

TEST(Judge, NumbersOfAWorkedExample) {
  const Estimate measured{.mean = 1.03, .standard_error = 0.008};
  const Judgement result = judge(measured, {.value = 1, .uncertainty = 0.006}, 0.1, 1e-6);
  EXPECT_NEAR(result.z, 3, 1e-12);
  EXPECT_NEAR(result.p, 0.0026997960632601866, 1e-12);
  EXPECT_NEAR(result.low, 1.03 - 1.959964 * 0.008, 1e-8);
  EXPECT_NEAR(result.high, 1.03 + 1.959964 * 0.008, 1e-8);
  EXPECT_NEAR(result.smallest_effect, 4.8916 * 0.01, 1e-5);  // "five sigma"
}

TEST(Judge, FewSamplesMakeFewerClaims) {
  Estimate measured{.mean = 1.06, .standard_error = 0.01, .effective_samples = 8};
  EXPECT_EQ(verdict(measured), Verdict::inconclusive);  // fails with a normal law
  measured.degrees_of_freedom = 1e6;
  EXPECT_EQ(verdict(measured), Verdict::fail);
  // An exact error of the published value adds confidence in the combined error.
  measured.degrees_of_freedom = 7;
  const Judgement alone = judge(measured, kOne, 1, 1e-6);
  const Judgement mixed = judge(measured, {.value = 1, .uncertainty = 0.01}, 1, 1e-6);
  EXPECT_NEAR(alone.p, student_two_sided(6, 7), 1e-15);
  EXPECT_NEAR(mixed.p, student_two_sided(6 / std::sqrt(2.0), 28), 1e-15);
}

TEST(SmallestEffect, IsMonotoneAndScales) {
  EXPECT_NEAR(smallest_effect(2, 0.05, 0.9), 2 * (1.959964 + 1.281552), 1e-5);
  EXPECT_GT(smallest_effect(1, 1e-6, 0.9, 7), smallest_effect(1, 1e-6, 0.9, 70));
  EXPECT_EQ(smallest_effect(1, 1e-6, 0.9, 0), kInfinity);
}

TEST(ConfidenceInterval, CoversAtTheStatedRate) {
  Rate missed;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    std::vector<double> values(5);
    for (double& value : values) value = source.normal();
    const Interval interval = confidence_interval(estimate_independent(values), 0.9);
    missed.add(interval.low > 0 || interval.high < 0);
  }
  EXPECT_TRUE(at_most(missed, 0.1)) << missed.value();
  EXPECT_TRUE(at_least(missed, 0.1)) << missed.value();
}

// Two samples with very different sizes: Welch's degrees keep the false-alarm rate, and a planted
// difference of the promised size is found.
TEST(JudgeDifference, CalibrationAndPower) {
  constexpr double kLevel = 0.01;
  Rate false_alarms;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    std::vector<double> few(6);
    std::vector<double> many(60);
    for (double& value : few) value = 3 * source.normal();
    for (double& value : many) value = source.normal();
    const Estimate a = estimate_independent(few);
    Estimate b = estimate_independent(many);
    false_alarms.add(judge_difference(a, b, 100, kLevel).verdict == Verdict::fail);
    b.mean += smallest_effect(std::hypot(3 / std::sqrt(6), 1 / std::sqrt(60)), kLevel, 0.9, 5.1);
    seen.add(judge_difference(a, b, 100, kLevel).verdict == Verdict::fail);
  }
  EXPECT_TRUE(at_most(false_alarms, kLevel)) << false_alarms.value();
  EXPECT_TRUE(at_least(false_alarms, 0.7 * kLevel)) << false_alarms.value();
  EXPECT_TRUE(at_least(seen, 0.85)) << seen.value();
}

TEST(JudgeDifference, NaNFailsAndNoiseDecidesNothing) {
  const Estimate good{.mean = 1, .standard_error = 0.01};
  const Estimate noisy{.mean = 1, .standard_error = 1};
  const Estimate missing{};
  EXPECT_EQ(judge_difference(good, good, 0.1, 1e-6).verdict, Verdict::pass);
  EXPECT_EQ(judge_difference(good, noisy, 0.1, 1e-6).verdict, Verdict::inconclusive);
  EXPECT_EQ(judge_difference(good, missing, 0.1, 1e-6).verdict, Verdict::fail);
}

}  // namespace
}  // namespace touchstone
