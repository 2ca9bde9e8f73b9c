#include "statistics/one_run.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "statistics/blocking.hpp"
#include "statistics/calibration.hpp"

namespace touchstone {
namespace {

using calibration::Rate;
using calibration::Source;

TEST(OneRun, IsHeldToTheScatterOfSingleRuns) {
  // Five runs: mean 3, scatter sqrt(2.5).
  const Estimate mean = estimate_independent(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_NEAR(scatter_of_runs(mean), std::sqrt(2.5), 1e-15);
  const Judgement judged = judge_one_run(mean, 6, 100, 1e-6);
  EXPECT_NEAR(judged.z, -3 / std::sqrt(2.5 * 1.2), 1e-12);
  EXPECT_NEAR(judged.p, student_two_sided(judged.z, 4), 1e-15);
  EXPECT_EQ(judged.verdict, Verdict::pass);
  EXPECT_EQ(judge_one_run(mean, 6, 10, 1e-6).verdict, Verdict::inconclusive);  // needs 17 scatters
  EXPECT_EQ(judge_one_run(mean, 300, 10, 1e-6).verdict, Verdict::fail);
}

TEST(OneRun, OneRunOfOursTellsNothing) {
  EXPECT_EQ(judge_one_run({1, 0.5, 1, 0}, 7, 1, 1e-6).verdict, Verdict::inconclusive);
}

TEST(OneRun, ItsFalseAlarmIsTheStatedOne) {
  for (const std::size_t runs : {3u, 12u}) {
    Rate rate;
    for (std::uint64_t repetition = 0; repetition < 40000; ++repetition) {
      Source source(repetition);
      std::vector<double> ours;
      for (std::size_t k = 0; k < runs; ++k) ours.push_back(source.normal());
      const Judgement judged =
          judge_one_run(estimate_independent(ours), source.normal(), 1e9, 0.01);
      rate.add(judged.verdict == Verdict::fail);
    }
    EXPECT_TRUE(at_most(rate, 0.01)) << rate.value();
    EXPECT_TRUE(at_least(rate, 0.01)) << rate.value();
  }
}

}  // namespace
}  // namespace touchstone
