// checkers/explore/graph/heaviest_test.cpp
#include "checkers/explore/graph/heaviest.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/event_chain/examine.hpp"
#include "checkers/explore/event_chain/mutants.hpp"
#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using namespace test;

TEST(Heaviest, TheGamblerLosesStraightAway) {
  const StateGraph graph = explored(Gambler{2, 5, 1, 2});  // wins with probability 1/3
  const auto ruin =
      heaviest_schedule(graph, [&](Index s) { return graph.ending[s] == Ending::aborted; });
  ASSERT_TRUE(ruin);
  EXPECT_EQ(ruin->probability, Rational(4, 9));
  EXPECT_EQ(word(graph, ruin->schedule), "a:1 a:1");
  const auto win =
      heaviest_schedule(graph, [&](Index s) { return graph.ending[s] == Ending::finished; });
  EXPECT_EQ(win->probability, Rational(1, 27));
}

/// Two counters: when one has ended the other has no choice, so it pays to end one first.
TEST(Heaviest, FewerThreadsAreMoreLikely) {
  const StateGraph graph = explored(Counters{2, 3});
  const auto finished = [&](Index s) { return graph.ending[s] == Ending::finished; };
  const auto way = heaviest_schedule(graph, finished);
  EXPECT_EQ(way->probability, Rational(1, 8));
  EXPECT_EQ(way->schedule.steps(), 6u);
  EXPECT_EQ(way->schedule.context_switches, 1u);
  EXPECT_EQ(heaviest_schedule(graph, finished, Scheduler::all_threads)->probability,
            Rational(1, 64));
}

/// Two alternatives without probabilities.
struct Undecided : Counters {
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    Counters::successors(state, [&](const Step& step, Words next) {
      emit(Step{step.thread, 0}, next);
      emit(Step{step.thread, 1}, next);
    });
  }
};

TEST(Heaviest, NothingBadAndNoProbabilities) {
  const StateGraph graph = explored(Counters{});
  EXPECT_FALSE(heaviest_schedule(graph, [](Index) { return false; }));
  EXPECT_THROW(heaviest_schedule(explored(Undecided{}), [](Index) { return false; }), InputError);
}

/// No single schedule is likelier than all of them, and the shortest one is not likelier than the
/// heaviest.
TEST(Heaviest, OfAWrongEndOfTheEventChain) {
  Examiner examiner;
  examiner.examine(chain_mutant("15<->16").program, sequential_c5());
  const StateGraph& graph = examiner.graph();
  const auto bad = [&](Index s) { return examiner.wrong_end(s); };
  const auto way = heaviest_schedule(graph, bad);
  ASSERT_TRUE(way);
  EXPECT_LT(way->probability, examiner.probabilities().wrong);
  EXPECT_GT(way->probability, 0);
  EXPECT_TRUE(examiner.wrong_end(replay(graph, word(graph, way->schedule)).end()));
}

}  // namespace
}  // namespace touchstone::explore
