#include "statistics/stage_invariance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"
#include "statistics/calibration.hpp"
#include "statistics/tails.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

constexpr std::uint64_t kTrials = 1000;

/// Acceptance per stage of `count` batches. `correlation` adds slow fluctuations of the acceptance
/// probability, as along a Markov chain: counts are then not binomial.
StageBatches batches(Source& source, const std::vector<double>& probability, double correlation,
                     std::size_t count) {
  StageBatches result;
  for (std::size_t s = 0; s < probability.size(); ++s)
    result.names.push_back("trial " + std::to_string(s));
  for (std::size_t b = 0; b < count; ++b) {
    const double shared = correlation * source.normal();
    std::vector<double>& row = result.rows.emplace_back();
    for (const double mean : probability) {
      const double p = mean + shared + 0.5 * correlation * source.normal();
      row.push_back(static_cast<double>(source.multinomial(kTrials, {p, 1 - p})[0]) / kTrials);
    }
  }
  return result;
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

// With correlated trials a binomial test of the first batch alone cries wolf; tests of the batches
// keep their level.
TEST(StageBatches, CorrelatedTrialsNeedBatches) {
  Rate binomial;
  Rate flatness_alarm;
  Rate contrast_alarm;
  Rate together;
  const std::vector<Contrast> contrasts{alternating_contrast(4), trend_contrast(4)};
  for (std::uint64_t repetition = 0; repetition < 1000; ++repetition) {
    Source source(repetition);
    const StageBatches rows = batches(source, kFlat, 0.05, 12);
    const double error = std::sqrt(kFlat[0] * (1 - kFlat[0]) / kTrials);
    const double z = (rows.rows[0][0] - rows.rows[0][1]) / (error * std::numbers::sqrt2);
    binomial.add(normal_two_sided(z) < 0.01);
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

TEST(StageInvariance, RejectsBadInput) {
  Source source(5);
  const StageBatches rows = batches(source, kFlat, 0, 12);
  const StageBatches few{rows.names, {rows.rows[0], rows.rows[1], rows.rows[2], rows.rows[3]}};
  EXPECT_THROW(flatness(few), InputError);
  EXPECT_THROW(contrast(rows, {"bad sum", {1, 1, 1, -1}}), InputError);
  EXPECT_THROW(contrast(rows, alternating_contrast(3)), InputError);
  EXPECT_THROW(judge_stages(rows, {}, 1, 1e-6), InputError);
}

}  // namespace
}  // namespace touchstone
