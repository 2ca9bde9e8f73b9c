#include "checkers/statistics/stage_invariance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "checkers/statistics/calibration.hpp"
#include "models/core/errors.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

constexpr std::uint64_t kTrials = 1000;

/// Acceptance per stage of one batch. `correlation` adds slow fluctuations of the acceptance
/// probability, as along a Markov chain: counts are then not binomial.
StageTable table(Source& source, const std::vector<double>& probability, double correlation,
                 std::uint64_t trials = kTrials) {
  StageTable result;
  const double shared = correlation * source.normal();
  for (std::size_t s = 0; s < probability.size(); ++s) {
    const double p = probability[s] + shared + 0.5 * correlation * source.normal();
    const auto accepted = source.multinomial(trials, {p, 1 - p})[0];
    result.push_back({"trial " + std::to_string(s), trials, accepted});
  }
  return result;
}

StageBatches batches(Source& source, const std::vector<double>& probability, double correlation,
                     std::size_t count) {
  std::vector<StageTable> tables;
  for (std::size_t b = 0; b < count; ++b) tables.push_back(table(source, probability, correlation));
  return acceptance_rates(tables);
}

const std::vector<double> kFlat{0.29, 0.29, 0.29, 0.29};
const std::vector<double> kAlternating{0.300, 0.2926, 0.2979, 0.2947};  // missing particle shuffle

TEST(Contrast, HaveZeroSumAndUnitSize) {
  for (const std::size_t stages : {2u, 3u, 4u, 5u, 8u})
    for (const Contrast& one : {alternating_contrast(stages), trend_contrast(stages),
                                first_against_rest_contrast(stages)}) {
      double sum = 0;
      double size = 0;
      for (const double weight : one.weights) {
        sum += weight;
        size += std::abs(weight);
      }
      EXPECT_NEAR(sum, 0, 1e-15) << one.name;
      EXPECT_NEAR(size, 2, 1e-14) << one.name;
    }
  EXPECT_EQ(alternating_contrast(4).weights, (std::vector{0.5, -0.5, 0.5, -0.5}));
  EXPECT_NEAR(alternating_contrast(3).weights[1], -1, 1e-15);
  EXPECT_THROW(alternating_contrast(1), InputError);
}

TEST(StageCounts, WorkedExample) {
  const StageTable stages{{"a", 1000, 320}, {"b", 1000, 280}};
  const Estimate value = contrast_of_counts(stages, alternating_contrast(2));
  EXPECT_NEAR(value.mean, 0.04, 1e-15);
  EXPECT_NEAR(value.standard_error, std::sqrt(2 * 0.3 * 0.7 / 1000), 1e-15);
  const double z = value.mean / value.standard_error;
  EXPECT_NEAR(flatness_of_counts(stages).g, z * z, 0.02);  // the same question for two stages
}

TEST(StageCounts, CalibrationAndPowerForIndependentTrials) {
  Rate flatness_alarm;
  Rate contrast_alarm;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 2000; ++repetition) {
    Source source(repetition);
    const StageTable flat = table(source, kFlat, 0);
    flatness_alarm.add(flatness_of_counts(flat).p < 0.01);
    const Estimate value = contrast_of_counts(flat, alternating_contrast(4));
    contrast_alarm.add(judge(value, {.value = 0}, 1, 0.01).verdict == Verdict::fail);
    if (repetition >= 20) continue;
    const StageTable faulty = table(source, kAlternating, 0, 400000);
    const Estimate effect = contrast_of_counts(faulty, alternating_contrast(4));
    seen.add(judge(effect, {.value = 0}, 1, 1e-6).verdict == Verdict::fail);
  }
  EXPECT_TRUE(at_most(flatness_alarm, 0.01)) << flatness_alarm.value();
  EXPECT_TRUE(at_least(flatness_alarm, 0.01)) << flatness_alarm.value();
  EXPECT_TRUE(at_most(contrast_alarm, 0.01)) << contrast_alarm.value();
  EXPECT_TRUE(at_least(contrast_alarm, 0.01)) << contrast_alarm.value();
  EXPECT_TRUE(at_least(seen, 0.9)) << seen.value();
}

// The reason for batches: with correlated trials the binomial tests cry wolf, the batch tests keep
// their level.
TEST(StageBatches, CorrelatedTrialsNeedBatches) {
  Rate binomial;
  Rate flatness_alarm;
  Rate contrast_alarm;
  Rate together;
  const std::vector<Contrast> contrasts{alternating_contrast(4), trend_contrast(4)};
  for (std::uint64_t repetition = 0; repetition < 1000; ++repetition) {
    Source source(repetition);
    binomial.add(flatness_of_counts(table(source, kFlat, 0.05)).p < 0.01);
    const StageBatches rows = batches(source, kFlat, 0.05, 12);
    flatness_alarm.add(flatness(rows).p < 0.01);
    const Judgement one = judge(contrast(rows, contrasts[0]), {.value = 0}, 1, 0.01);
    contrast_alarm.add(one.verdict == Verdict::fail);
    together.add(judge_stages(rows, contrasts, 10, 0.01).verdict == Verdict::fail);
  }
  EXPECT_FALSE(at_most(binomial, 0.1)) << binomial.value();
  for (const Rate& rate : {flatness_alarm, contrast_alarm, together}) {
    EXPECT_TRUE(at_most(rate, 0.01)) << rate.value();
    EXPECT_TRUE(at_least(rate, 0.005)) << rate.value();
  }
}

// The contrast sees a pattern hidden in noise that is common to all stages of a batch.
TEST(StageBatches, JudgeSeesTheMissingShuffle) {
  const std::vector<Contrast> contrasts{alternating_contrast(4)};
  Rate seen;
  Rate passed;
  for (std::uint64_t repetition = 0; repetition < 30; ++repetition) {
    Source source(repetition);
    const auto verdict = [&](const std::vector<double>& probability) {
      return judge_stages(batches(source, probability, 0.005, 400), contrasts, 0.0054, 1e-6)
          .verdict;
    };
    seen.add(verdict(kAlternating) == Verdict::fail);
    passed.add(verdict(kFlat) == Verdict::pass);
  }
  EXPECT_TRUE(at_least(seen, 0.5)) << seen.value();
  EXPECT_TRUE(at_least(passed, 0.9)) << passed.value();
}

TEST(StageBatches, NoiseIsInconclusiveAndNaNFails) {
  Source source(3);
  const std::vector<Contrast> contrasts{alternating_contrast(4)};
  StageBatches rows = batches(source, kFlat, 0.05, 12);
  EXPECT_EQ(judge_stages(rows, contrasts, 1e-3, 1e-6).verdict, Verdict::inconclusive);
  EXPECT_EQ(judge_stages(rows, contrasts, 10, 1e-6).verdict, Verdict::pass);
  rows.rows[3][2] = std::nan("");
  EXPECT_EQ(judge_stages(rows, contrasts, 10, 1e-6).verdict, Verdict::fail);
}

// Occupancies sum to 1; a stage that is stuck at the value of all others decides nothing.
TEST(StageBatches, DegenerateStages) {
  Source source(4);
  StageBatches rows{{"a", "b"}, {}};
  for (int i = 0; i < 20; ++i) {
    const double x = 0.5 + 0.01 * source.normal();
    rows.rows.push_back({x, 1 - x});
  }
  EXPECT_GT(flatness(rows).p, 1e-3);
  const std::vector<Contrast> contrasts{alternating_contrast(2)};
  const StageBatches stuck{{"a", "b"}, std::vector<std::vector<double>>(9, {0.3, 0.3})};
  EXPECT_EQ(judge_stages(stuck, contrasts, 1, 1e-6).verdict, Verdict::inconclusive);
  const StageBatches wrong{{"a", "b"}, std::vector<std::vector<double>>(9, {0.3, 0.31})};
  EXPECT_EQ(judge_stages(wrong, contrasts, 1, 1e-6).verdict, Verdict::fail);
}

TEST(StageEstimates, CalibrationAndPower) {
  Rate alarms;
  Rate seen;
  for (std::uint64_t repetition = 0; repetition < 5000; ++repetition) {
    Source source(repetition);
    std::vector<Estimate> stages;
    for (const double error : {0.1, 0.2, 0.05})
      stages.push_back({.mean = 1 + error * source.normal(), .standard_error = error});
    alarms.add(flatness_of_estimates(stages).p < 0.01);
    stages[2].mean += 0.8;  // about 8 sigma against the others
    seen.add(flatness_of_estimates(stages).p < 1e-6);
  }
  EXPECT_TRUE(at_most(alarms, 0.01)) << alarms.value();
  EXPECT_TRUE(at_least(alarms, 0.01)) << alarms.value();
  EXPECT_TRUE(at_least(seen, 0.95)) << seen.value();
  EXPECT_TRUE(std::isnan(flatness_of_estimates(std::vector<Estimate>(2)).p));
}

TEST(StageInvariance, RejectsBadInput) {
  Source source(5);
  const StageBatches rows = batches(source, kFlat, 0, 12);
  const StageBatches few{rows.names, {rows.rows[0], rows.rows[1], rows.rows[2], rows.rows[3]}};
  EXPECT_THROW(flatness(few), InputError);
  EXPECT_THROW(contrast(rows, {"bad sum", {1, 1, 1, -1}}), InputError);
  EXPECT_THROW(contrast(rows, alternating_contrast(3)), InputError);
  EXPECT_THROW(judge_stages(rows, {}, 1, 1e-6), InputError);
  EXPECT_THROW(acceptance_rates(std::vector<StageTable>{{{"a", 0, 0}, {"b", 1, 0}}}), InputError);
  EXPECT_THROW(acceptance_rates(std::vector<StageTable>{{{"a", 1, 0}}, {{"b", 1, 0}}}), InputError);
}

}  // namespace
}  // namespace touchstone
