#include "checkers/explore/graph/absorbing.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

using namespace test;

Rational power(Rational base, std::uint64_t exponent) {
  Rational result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

TEST(Absorbing, RuinsAFairGamblerAsInTheTextbook) {
  for (std::uint64_t start = 1; start < 9; ++start) {
    const StateGraph graph = explored(Gambler{start, 9});
    const Absorption a = absorption(graph);
    for (const auto& end : a.ends) {
      const bool won = graph.ending[end.state] == Ending::finished;
      EXPECT_EQ(end.probability, won ? Rational(start, 9) : Rational(9 - start, 9));
    }
    EXPECT_EQ(a.expected_steps, Rational(start * (9 - start)));
    EXPECT_EQ(a.stuck, 0);
  }
}

TEST(Absorbing, RuinsAnUnfairGamblerAsInTheTextbook) {
  const std::uint64_t start = 3, goal = 8;
  const StateGraph graph = explored(Gambler{start, goal, 2, 3});
  const Absorption a = absorption(graph);
  const Rational r(3, 2);
  const Rational wins = (power(r, start) - 1) / (power(r, goal) - 1);
  for (const auto& end : a.ends)
    EXPECT_EQ(end.probability, graph.ending[end.state] == Ending::finished ? wins : 1 - wins);
  EXPECT_EQ(a.expected_steps, 5 * Rational(start) - 5 * goal * wins);
}

TEST(Absorbing, CountsWastedTurnsOnlyWhereAsked) {
  const StateGraph graph = explored(Counters{2, 1});
  EXPECT_EQ(absorption(graph, Scheduler::runnable).expected_steps, Rational(2));
  EXPECT_EQ(absorption(graph, Scheduler::all_threads).expected_steps, Rational(3));  // 1 + 2
  const StateGraph three = explored(Counters{3, 1});  // the coupon collector: 3 (1 + 1/2 + 1/3)
  EXPECT_EQ(absorption(three, Scheduler::all_threads).expected_steps, Rational(11, 2));
}

TEST(Absorbing, GivesTheProbabilityOfADeadlockAndOfALivelock) {
  const StateGraph locks = explored(TwoLocks{true});
  const Absorption a = absorption(locks);
  EXPECT_EQ(a.stuck, Rational(1, 2));
  EXPECT_EQ(a.of(a.ends[0].state), Rational(1, 2));
  EXPECT_FALSE(a.expected_steps);
  EXPECT_EQ(absorption(locks, Scheduler::all_threads).stuck, Rational(1, 2));
  EXPECT_EQ(absorption(explored(Polite{})).stuck, Rational(1, 2));
}

TEST(Absorbing, SpreadsOverManyEnds) {
  const StateGraph graph = explored(Diary{5});
  const Absorption a = absorption(graph);
  ASSERT_EQ(a.ends.size(), 16u);
  for (const auto& end : a.ends) EXPECT_EQ(end.probability, Rational(1, 16));
  EXPECT_EQ(a.expected_steps, Rational(4));
}

TEST(Absorbing, SpinsUnderALock) {
  const StateGraph graph = explored(SpinLock{1});
  const Absorption a = absorption(graph);
  EXPECT_EQ(a.of(endings(graph).finished[0]), 1);
  EXPECT_EQ(a.expected_steps, Rational(5));  // enter 1, leave 2 (it may spin), enter 1, leave 1
}

/// Alternatives without probabilities: a load that may read either of two stores.
struct TwoReads : Gambler {
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    const State low{0};
    const State high{goal};
    if (state.empty()) return;
    emit(Step{0, 0}, Words(low));
    emit(Step{0, 1}, Words(high));
  }
};
TEST(Absorbing, RefusesWhatHasNoProbability) {
  EXPECT_THROW(absorption(explored(TwoReads{})), InputError);
  EXPECT_THROW(absorption(explored(Counters{2, 9}), Scheduler::runnable, 99), InputError);
  EXPECT_THROW(absorption(explored(Counters{2, 9}, {.states = 50})), InputError);
  EXPECT_NO_THROW(absorption(explored(Counters{2, 9}), Scheduler::runnable, 100));
}

TEST(Absorbing, KnowsSystemsThatHaveEndedAlready) {
  const Absorption a = absorption(explored(Counters{2, 0}));
  ASSERT_EQ(a.ends.size(), 1u);
  EXPECT_EQ(a.ends[0].probability, 1);
  EXPECT_EQ(a.expected_steps, Rational(0));
}

}  // namespace
}  // namespace touchstone::explore
