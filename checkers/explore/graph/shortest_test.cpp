#include "checkers/explore/graph/shortest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checkers/explore/graph/endings.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using namespace test;

std::string shortest_word(const StateGraph& graph, const std::function<bool(Index)>& bad) {
  const auto schedule = shortest_schedule(graph, bad);
  return schedule ? word(graph, *schedule) : "none";
}

TEST(Shortest, FindsTheDeadlockOfTwoLocks) {
  const StateGraph graph = explored(TwoLocks{true});
  const auto schedule = shortest_schedule(graph, [&](Index s) { return graph.blocked(s); });
  ASSERT_TRUE(schedule);
  EXPECT_EQ(word(graph, *schedule), "a1 b1");
  EXPECT_EQ(schedule->context_switches, 1u);
  EXPECT_EQ(schedule->steps(), 2u);
}

TEST(Shortest, GivesRunsAndNotAlternatingSteps) {
  const StateGraph graph = explored(Counters{2, 5});
  EXPECT_EQ(shortest_word(graph,
                          [&](Index s) {
                            return graph.states.view(s)[0] == 2 && graph.states.view(s)[1] == 2;
                          }),
            "a2 b2");
  const StateGraph broken = explored(SpinLock{2, true});
  EXPECT_EQ(
      shortest_word(broken, [&](Index s) { return SpinLock::both_inside(broken.states.view(s)); }),
      "a1 b1");
  const StateGraph sound = explored(SpinLock{2, false});
  EXPECT_EQ(
      shortest_word(sound, [&](Index s) { return SpinLock::both_inside(sound.states.view(s)); }),
      "none");
}

/// Thread 0 counts to 4; bad is 4 reached, or, with thread 1 between its first and second step, 2.
struct Detour : Counters {
  Detour() : Counters{2, 4} {}
};
TEST(Shortest, TakesALongerWayToSaveASwitch) {
  const StateGraph graph = explored(Detour{});
  const auto bad = [&](Index s) {
    const Words state = graph.states.view(s);
    return state[0] == 4 || (state[0] == 2 && state[1] == 1);
  };
  EXPECT_EQ(shortest_word(graph, bad), "a4");  // "a2 b1" has fewer steps
}

TEST(Shortest, SpellsOutChoicesAndReplays) {
  const StateGraph graph = explored(Gambler{2, 5, 1, 2});
  const auto ruin =
      shortest_schedule(graph, [&](Index s) { return graph.ending[s] == Ending::aborted; });
  ASSERT_TRUE(ruin);
  EXPECT_EQ(word(graph, *ruin), "a:1 a:1");
  const Schedule again = replay(graph, " a:0  a:1 a:1 a:1");
  EXPECT_EQ(graph.ending[again.end()], Ending::aborted);
  EXPECT_EQ(again.steps(), 4u);
  EXPECT_EQ(word(graph, again), "a:0 a:1 a:1 a:1");
}

TEST(Shortest, ReplaysItsOwnWords) {
  const StateGraph graph = explored(SpinLock{3});
  for (Index state = 0; state < graph.size(); ++state) {
    const auto schedule = shortest_schedule(graph, [&](Index s) { return s == state; });
    ASSERT_TRUE(schedule);
    const Schedule again = replay(graph, word(graph, *schedule));
    EXPECT_EQ(again.states, schedule->states);
    EXPECT_EQ(again.context_switches, schedule->context_switches);
  }
}

void expect_refused(const StateGraph& graph, const std::string& text, const std::string& part) {
  try {
    replay(graph, text);
    FAIL() << text;
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
  }
}
TEST(Shortest, RefusesWordsThatCannotBeReplayed) {
  const StateGraph graph = explored(TwoLocks{true});
  expect_refused(graph, "a1 c1", "character 4: cannot replay: expected a thread, a to b");
  expect_refused(graph, "a", "expected a number, found the end");
  expect_refused(graph, "a1 b1 a1", "expected a thread that can do a step here (2 steps done)");
  expect_refused(graph, "a:3", "expected an alternative that exists here");
  expect_refused(graph, "a99999999999", "expected a number below 2^32");
  expect_refused(explored(Gambler{}), "a1", "expected which of the 2 alternatives");
}

}  // namespace
}  // namespace touchstone::explore
