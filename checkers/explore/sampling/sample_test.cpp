// Samplers against planted bugs whose probabilities are known, and against mutants of kernels.
#include "checkers/explore/sampling/sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checkers/explore/graph/test_systems.hpp"
#include "checkers/explore/kernels/kernel_system.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "checkers/explore/sampling/pct.hpp"
#include "checkers/explore/sampling/planted.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using test::Planted;
using testing::HasSubstr;

SampleResult sampled(const Planted& planted, const SampleOptions& options) {
  const Any<Planted> any(planted);
  return sample(any, options, [&](Words state) { return planted.shows(state); });
}

/// Distance of a count from `probability`, in standard deviations of a binomial.
double deviations(const SampleResult& result, double probability) {
  const double expected = probability * static_cast<double>(result.runs);
  return (static_cast<double>(result.bad_runs) - expected) /
         std::sqrt(expected * (1 - probability));
}

struct Depth {
  Planted planted;
  unsigned depth;
  double exact;  ///< probability that one run of PCT shows it
};

/// Two threads: the first priorities must be right (1/2), every change must come at its step (1/k),
/// and of two changes the order of the priorities must be right (1/2 for two orders).
TEST(Pct, FindsBugsOfEachDepthAsOftenAsItPromises) {
  const Depth all[] = {{{"b"}, 1, 1.0 / 2},
                       {{"aaab"}, 2, 1.0 / 20},
                       {{"aabbba"}, 3, 1.0 / 200},
                       {{"b", 5, 3}, 1, 1.0 / 2}};
  for (const auto& [planted, depth, exact] : all) {
    const SampleResult result =
        sampled(planted, {.runs = 20'000, .depth = depth, .steps = planted.count * planted.rounds});
    EXPECT_NEAR(result.bound, pct_bound(planted.count, planted.count * planted.rounds, depth), 0);
    EXPECT_GE(exact, result.bound);
    EXPECT_LT(std::abs(deviations(result, exact)), 4.5) << planted.plan << result.bad_runs;
    EXPECT_EQ(result.longer_runs, 0u);
  }
}

TEST(Pct, OneConstraintLessMakesTheBugInvisible) {
  EXPECT_EQ(sampled({"aaab"}, {.depth = 1, .steps = 10}).bad_runs, 0u);
  EXPECT_EQ(sampled({"aabbba"}, {.depth = 2, .steps = 10}).bad_runs, 0u);
}

TEST(RandomWalk, FindsABugAsOftenAsItsScheduleIsLong) {
  const SampleResult result = sampled({"aabbba"}, {.method = SampleMethod::walk, .runs = 20'000});
  EXPECT_LT(std::abs(deviations(result, 1.0 / 64)), 4.5) << result.bad_runs;
}

/// A long way to the bug is no matter for priorities: 1/(2k) against 2^-41.
TEST(Pct, FindsWhatARandomWalkDoesNot) {
  const Planted planted{std::string(40, 'a') + "b", 50};
  EXPECT_GT(sampled(planted, {.runs = 2000, .depth = 2}).bad_runs, 0u);
  EXPECT_EQ(sampled(planted, {.method = SampleMethod::walk, .runs = 2000}).bad_runs, 0u);
}

TEST(Pct, Bounds) {
  EXPECT_DOUBLE_EQ(pct_bound(3, 100, 1), 1.0 / 3);
  EXPECT_DOUBLE_EQ(pct_bound(2, 10, 3), 1.0 / 200);
  EXPECT_NEAR(missed_after(0.25, 3), 27.0 / 64, 1e-15);
  EXPECT_EQ(missed_after(1, 5), 0.0);
  EXPECT_EQ(missed_after(0.5, 0), 1.0);
}

TEST(Sample, TheCounterexampleIsReplayedByItsWord) {
  const Planted planted{"aabbba"};
  const SampleResult result = sampled(planted, {.depth = 3});
  ASSERT_TRUE(result.first_bad);
  const Any<Planted> any(planted);
  const Path again = replayed(any, result.counterexample.word);
  EXPECT_EQ(again.states, result.counterexample.states);
  EXPECT_TRUE(planted.shows(again.end()));
  EXPECT_EQ(again.word, "a2 b3 a1");
  EXPECT_EQ(again.context_switches(), 2u);
}

TEST(Sample, DependsOnTheSeedAlone) {
  const SampleOptions options{.runs = 500, .seed = 7, .depth = 3};
  const SampleResult once = sampled({"aabbba"}, options);
  const SampleResult twice = sampled({"aabbba"}, options);
  EXPECT_EQ(once.bad_runs, twice.bad_runs);
  EXPECT_EQ(once.first_bad, twice.first_bad);
  EXPECT_EQ(report(once, options), report(twice, options));
  EXPECT_NE(once.first_bad, sampled({"aabbba"}, {.runs = 500, .seed = 8, .depth = 3}).first_bad);
}

SampleResult harmless(const AnySystem& any, const SampleOptions& options) {
  return sample(any, options, [](Words) { return false; });
}

TEST(Sample, DeadlocksAreBadAndSpinningIsNoProgress) {
  const test::TwoLocks crossed{true};
  const SampleResult locks = harmless(Any(crossed), {.depth = 2});
  EXPECT_GT(locks.blocked_runs, 0u);
  EXPECT_EQ(locks.counterexample.word.size(), 5u);  // "a1 b1" or "b1 a1"
  const test::SpinLock spin{2};
  const SampleResult spinning = harmless(Any(spin), {.depth = 3});
  EXPECT_EQ(spinning.bad_runs + spinning.cut_runs, 0u);
  EXPECT_EQ(spinning.longest, 8u);  // spinning steps are left out
  EXPECT_EQ(spinning.different_ends, 1u);
}

TEST(Sample, DrawsByTheGivenProbabilities) {
  const test::Gambler gambler{1, 2, 1, 3};  // wins with probability 1/4, loses otherwise
  const SampleResult result = sample(Any(gambler), {.method = SampleMethod::walk, .runs = 20'000},
                                     [](Words state) { return state[0] == 2; });
  EXPECT_LT(std::abs(deviations(result, 0.25)), 4.5);
  EXPECT_TRUE(result.draws);
}

TEST(Sample, NothingFoundIsNeverAPass) {
  const test::Counters counters{2, 3};
  const SampleOptions options{.runs = 10, .depth = 2};
  const std::string text = report(harmless(Any(counters), options), options);
  EXPECT_THAT(text, HasSubstr("nothing found in 10 runs"));
  EXPECT_THAT(text, HasSubstr("1/(n k^(d-1)) = 0.0833 (n = 2 threads, k = 6 steps, d = 2)"));
  EXPECT_THAT(text, HasSubstr("would have missed it with probability 0.419 at most"));
  const SampleOptions blind{.runs = 10, .longest_run = 4};
  EXPECT_THAT(report(harmless(Any(counters), blind), blind),
              HasSubstr("cut after 4 steps: 10 runs"));
}

TEST(Sample, RunsLongerThanPromisedAreCounted) {
  const test::Counters counters{2, 3};
  const SampleResult result = harmless(Any(counters), {.runs = 10, .depth = 2, .steps = 5});
  EXPECT_EQ(result.longer_runs, 10u);
  EXPECT_EQ(result.missed, 1.0);
}

TEST(Sample, RefusesNonsense) {
  const test::Counters counters;
  EXPECT_THROW(harmless(Any(counters), {.runs = 0}), InputError);
  EXPECT_THROW(harmless(Any(counters), {.depth = 0}), InputError);
}

/// PCT of depth 3 finds these mutants of a kernel in one of its cases.
std::vector<std::string> missed_mutants(const Kernel& kernel, Judge judge, std::size_t runs = 500) {
  std::vector<std::string> missed;
  for (const KernelMutant& mutant : mutants_of(kernel)) {
    const auto line = std::find_if(kernel.mutants.begin(), kernel.mutants.end(),
                                   [&](const Expected& e) { return e.mutant == mutant.name; });
    if (line == kernel.mutants.end() || !line->killed_by || *line->killed_by > judge) continue;
    bool found = false;
    for (const KernelCase& kernel_case : kernel.cases) {
      const KernelQuestion question(kernel, kernel_case,
                                    program(kernel_case, mutant.fault, mutant.mutation), judge);
      const SampleOptions options{.runs = runs, .depth = 3};
      found = sample(question.system().any(), options, question.bad()).bad_runs > 0;
      if (found) break;
    }
    if (!found) missed.push_back(mutant.name);
  }
  return missed;
}

TEST(Sample, FindsMutantsOfKernels) {
  for (const char* const name : {"spin lock", "ticket lock", "sequence lock"})
    EXPECT_THAT(missed_mutants(kernel(name), Judge::sc), testing::IsEmpty()) << name;
  // Threads draw their cells, which the bound knows nothing about: this bug asks for two of them.
  EXPECT_THAT(missed_mutants(kernel("cell claims"), Judge::sc),
              testing::ElementsAre("claim.wait_exchange split"));
  EXPECT_THAT(missed_mutants(kernel("cell claims"), Judge::sc, 2500), testing::IsEmpty());
}

/// With races judged, so also mutants that only a race gives away.
TEST(Sample, FindsMutantsOfKernelsInWeakMemory) {
  for (const char* const name : {"spin lock", "single producer ring"})
    EXPECT_THAT(missed_mutants(kernel(name), Judge::views), testing::IsEmpty()) << name;
}

}  // namespace
}  // namespace touchstone::explore
