// Jobs that belong to no registered scheme: estimators and shift rules, right and wrong ones.
#include "checkers/mpmc/estimator_checks.hpp"

#include <gtest/gtest.h>

#include "checkers/job.hpp"

namespace touchstone {
namespace {

TEST(JobsOutsideTheRegistry, CorrectOnesPassAndMutantsAreCaught) {
  std::size_t mutants = 0;
  std::size_t correct = 0;
  for (const Job& job : make_jobs({.checks = {"estimator", "round-off/rates*"}})) {
    const CheckResult result = job.run({});
    if (job.mutant && !job.expected) continue;
    EXPECT_EQ(job_verdict(job, result), Verdict::pass)
        << job.check << " on " << job.scheme << ": " << result.detail;
    ++(job.mutant ? mutants : correct);
  }
  EXPECT_EQ(mutants, 9u);  // 3 estimators, 3 rules in 2 precisions
  EXPECT_EQ(correct, 4u);  // both checks of the estimator, Algorithm 4 in 2 precisions
}

TEST(EstimatorChecks, SeeTheSizeOfTheLeftEdgeBias) {
  for (const Job& job :
       make_jobs({.scheme = "mutant/contact-fit-left-edges", .checks = {kKnownCorrelation}})) {
    const double bias = job.run({}).params.at("bias");
    EXPECT_NEAR(std::abs(bias), 1.5e-3, 1e-4);  // 30 times half a bin
  }
}

}  // namespace
}  // namespace touchstone
