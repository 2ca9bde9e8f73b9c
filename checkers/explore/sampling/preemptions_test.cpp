// checkers/explore/sampling/preemptions_test.cpp
#include "checkers/explore/sampling/preemptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/graph/state_graph.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "checkers/explore/sampling/planted.hpp"

namespace touchstone::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

bool nothing(Words) { return false; }

/// Without preemptions a thread runs to its end: pairs (i, j) with one of them 0 or 3, which are 12
/// of 16. For the others one preemption is enough: run a to i, then b to j.
TEST(Preemptions, NewStatesByTheirNumber) {
  const test::Counters counters{2, 3};
  const Any any(counters);
  const PreemptionResult result = few_preemptions(any, {2}, nothing);
  EXPECT_THAT(result.new_states, ElementsAre(12, 4, 0));
  EXPECT_EQ(result.states(), explored(counters).size());
  EXPECT_EQ(result.different_ends, 1u);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.everything);  // more preemptions lead to no new states
  EXPECT_FALSE(few_preemptions(any, {0}, nothing).everything);
}

TEST(Preemptions, FewestForABug) {
  for (const auto& [plan, fewest] :
       {std::pair<const char*, unsigned>{"b", 0}, {"aaab", 1}, {"aabbba", 2}, {"aabbabb", 3}}) {
    const test::Planted planted{plan};
    const Any any(planted);
    const auto bad = [&](Words state) { return planted.shows(state); };
    const PreemptionResult found = few_preemptions(any, {4}, bad);
    ASSERT_TRUE(found.fewest) << plan;
    EXPECT_EQ(*found.fewest, fewest);
    EXPECT_TRUE(planted.shows(found.counterexample.end()));
    const unsigned fewer = fewest == 0 ? 0 : fewest - 1;
    EXPECT_EQ(few_preemptions(any, {fewer}, bad).fewest.has_value(), fewest == 0) << plan;
  }
}

TEST(Preemptions, WaitingIsNoPreemption) {
  const test::TwoLocks ordered{false};
  EXPECT_TRUE(few_preemptions(Any(ordered), {4}, nothing).everything);
  const test::TwoLocks crossed{true};
  const PreemptionResult found = few_preemptions(Any(crossed), {1}, nothing);
  ASSERT_TRUE(found.fewest);
  EXPECT_EQ(*found.fewest, 1u);
  EXPECT_EQ(found.counterexample.word, "a1 b1");
}

TEST(Preemptions, ChoicesAreFollowed) {
  const test::Gambler gambler{2, 5};
  const PreemptionResult found =
      few_preemptions(Any(gambler), {0}, [](Words state) { return state[0] == 5; });
  EXPECT_EQ(found.counterexample.word, "a:0 a:0 a:0");
}

TEST(Preemptions, ABudgetThatIsUsedUpSaysSo) {
  const test::Counters counters{3, 5};
  const PreemptionOptions options{2, 20};
  const PreemptionResult result = few_preemptions(Any(counters), options, nothing);
  EXPECT_FALSE(result.complete);
  EXPECT_THAT(report(result, options), HasSubstr("budget exceeded"));
  const PreemptionOptions one{.preemptions = 1};
  EXPECT_THAT(report(few_preemptions(Any(counters), one, nothing), one),
              HasSubstr("nothing found with at most 1 preemptions"));
}

}  // namespace
}  // namespace touchstone::explore
