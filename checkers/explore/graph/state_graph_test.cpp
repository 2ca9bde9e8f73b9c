#include "checkers/explore/graph/state_graph.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using namespace test;

TEST(StateGraph, CountsCounters) {
  for (unsigned threads = 1; threads <= 4; ++threads) {
    const StateGraph graph = explored(Counters{threads, 3});
    std::size_t states = 1;
    for (unsigned t = 0; t < threads; ++t) states *= 4;
    EXPECT_TRUE(graph.complete);
    EXPECT_EQ(graph.size(), states);
    EXPECT_EQ(graph.edges.size(), threads * 3 * states / 4);
    const Endings ends = endings(graph);
    EXPECT_EQ(ends.finished, std::vector<Index>{static_cast<Index>(states - 1)});
    EXPECT_TRUE(ends.always_ends());
    EXPECT_EQ(steps_to_end(graph)[0], 3 * threads);
  }
}

TEST(StateGraph, FindsStatesBreadthFirst) {
  const StateGraph graph = explored(SpinLock{3});
  EXPECT_EQ(graph.size(), 7u * 7 - 9);
  std::vector<std::size_t> depth(graph.size(), 0);
  for (Index state = 1; state < graph.size(); ++state) {
    ASSERT_LT(graph.parent[state], state);
    depth[state] = depth[graph.parent[state]] + 1;
    EXPECT_GE(depth[state], depth[state - 1]);
  }
}

TEST(StateGraph, TakesStatesOfVaryingLength) {
  const StateGraph graph = explored(Diary{5});
  EXPECT_EQ(graph.size(), 31u);
  EXPECT_EQ(endings(graph).finished.size(), 16u);
  EXPECT_EQ(graph.steps.size(), 2u);
}

TEST(StateGraph, SaysWhenTheBudgetIsUsedUp) {
  const StateGraph part = explored(Counters{2, 100}, {.states = 1000});
  EXPECT_FALSE(part.complete);
  EXPECT_GE(part.size(), 1000u);
  EXPECT_LE(part.size(), 1002u);  // it stops between two states
  EXPECT_EQ(outcome(part), "budget exceeded after " + std::to_string(part.size()) + " states");
  EXPECT_THROW(endings(part), InputError);
  EXPECT_FALSE(part.blocked(static_cast<Index>(part.size() - 1)));  // only not expanded
  const StateGraph whole = explored(Counters{2, 100}, {.states = 101 * 101});
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(outcome(whole), "complete, 10201 states");
}

TEST(StateGraph, CanBeUsedAgain) {
  StateGraph graph;
  explore(Counters{3, 9}, graph);
  explore(Gambler{}, graph);
  EXPECT_EQ(graph.size(), 6u);
  EXPECT_EQ(graph.threads, 1u);
  EXPECT_EQ(graph.steps.size(), 2u);
  explore(Counters{2, 3}, graph);
  EXPECT_EQ(graph.size(), 16u);
  EXPECT_EQ(graph.steps.size(), 2u);
}

TEST(Endings, FindADeadlock) {
  const StateGraph crossed = explored(TwoLocks{true});
  const Endings ends = endings(crossed);
  ASSERT_EQ(ends.traps.size(), 1u);
  EXPECT_TRUE(ends.traps[0].deadlock);
  EXPECT_EQ(ends.deadlocks(), 1u);
  EXPECT_EQ(ends.livelocks(), 0u);
  EXPECT_EQ(ends.stuck, 1u);
  EXPECT_TRUE(crossed.blocked(ends.traps[0].states[0]));
  EXPECT_TRUE(endings(explored(TwoLocks{false})).always_ends());
}

TEST(Endings, FindALivelock) {
  for (const std::uint64_t ceremony : {1u, 2u, 7u}) {
    const Endings ends = endings(explored(Polite{ceremony}));
    ASSERT_EQ(ends.traps.size(), 1u);
    EXPECT_FALSE(ends.traps[0].deadlock);
    EXPECT_EQ(ends.traps[0].states.size(), ceremony);
    EXPECT_EQ(ends.stuck, ceremony);
    EXPECT_EQ(ends.finished.size(), 1u);
  }
}

TEST(Endings, DoNotCallASpinLockALivelock) {
  EXPECT_TRUE(endings(explored(SpinLock{2})).always_ends());
}

TEST(Endings, CountStepsIntoAborts) {
  const Endings ends = endings(explored(Gambler{}));
  EXPECT_EQ(ends.aborted.size(), 1u);
  EXPECT_EQ(ends.edges_to_abort, 1u);
}

}  // namespace
}  // namespace touchstone::explore
