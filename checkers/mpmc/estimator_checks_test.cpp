// Tasks that belong to no registered scheme: estimators and shift rules, right and wrong ones.
#include "checkers/mpmc/estimator_checks.hpp"

#include <gtest/gtest.h>

#include "checkers/task.hpp"
#include "models/core/names.hpp"

namespace touchstone {
namespace {

TEST(JobsOutsideTheRegistry, CorrectOnesPassAndMutantsAreCaught) {
  std::size_t mutants = 0;
  std::size_t correct = 0;
  for (const CheckTask& task : check_tasks()) {
    if (task.family != "mpmc") continue;
    if (!matches("estimator/*", task.check) && !matches("round-off/rates*", task.check)) continue;
    if (task.mutant && !task.expected) continue;
    const CheckResult result = task.run({});
    EXPECT_EQ(task_verdict(task, result), Verdict::pass)
        << task.check << " on " << task.scheme << ": " << result.detail;
    ++(task.mutant ? mutants : correct);
  }
  EXPECT_EQ(mutants, 12u);  // 6 estimators, 3 rules in 2 precisions
  EXPECT_EQ(correct, 7u);   // checks of two estimators, Algorithm 4 in 2 precisions
}

TEST(EstimatorChecks, SeeTheSizeOfTheLeftEdgeBias) {
  std::size_t seen = 0;
  for (const CheckTask& task : check_tasks()) {
    if (task.scheme != "mutant/contact-fit-left-edges" || task.check != kKnownCorrelation) continue;
    const double bias = task.run({}).params.at("bias");
    EXPECT_NEAR(std::abs(bias), 1.5e-3, 1e-4);  // 30 times half a bin
    ++seen;
  }
  EXPECT_EQ(seen, 1u);
}

}  // namespace
}  // namespace touchstone
