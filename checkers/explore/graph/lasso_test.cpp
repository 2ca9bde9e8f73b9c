// Runs without an end, on systems whose loops can be seen by eye.
#include "checkers/explore/graph/lasso.hpp"

#include <gtest/gtest.h>

#include "checkers/explore/graph/test_systems.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {
namespace {

std::optional<Lasso> lasso(const StateGraph& graph, unsigned thread, Fairness fairness,
                           std::function<bool(Index, const Edge&)> step = {}) {
  const auto unfinished = [](Index) { return true; };
  return waits_for_ever(graph, {thread, unfinished, std::move(step)}, fairness);
}

TEST(Lasso, AGraphWithoutLoopsHasNone) {
  const StateGraph graph = explored(test::Counters{});
  EXPECT_FALSE(has_loop(graph));
  for (unsigned t = 0; t < 2; ++t) EXPECT_FALSE(lasso(graph, t, Fairness::none));
}

TEST(Lasso, WhoSpinsWaitsForEverOnlyUnderAnUnfairScheduler) {
  const StateGraph graph = explored(test::SpinLock{1, false});
  const auto unfair = lasso(graph, 1, Fairness::none);
  ASSERT_TRUE(unfair);
  EXPECT_EQ(word(graph, *unfair), "a1 (b1)");  // a has the lock and is never run again
  EXPECT_FALSE(lasso(graph, 1, Fairness::weak));
}

/// Two threads that take one lock again and again; who cannot have it waits. With `tickets` the
/// lock is handed over. A state: who holds it (2: nobody), and for whom it is kept.
struct EndlessLock {
  bool tickets = false;
  unsigned threads() const { return 2; }
  void initial(test::State& out) const { out = {2, 2}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    for (std::uint64_t t = 0; t < 2; ++t) {
      const Step step{.thread = static_cast<std::uint8_t>(t)};
      if (state[0] == t)
        emit(step, Words(test::State{2, tickets ? 1 - t : 2}));
      else if (state[0] == 2 && (state[1] == 2 || state[1] == t))
        emit(step, Words(test::State{t, 2}));
    }
  }
  Ending ending(Words) const { return Ending::running; }
};

TEST(Lasso, ALockThatIsNotHandedOverStarvesWhoWaits) {
  for (const bool tickets : {false, true}) {
    const StateGraph graph = explored(EndlessLock{tickets});
    const auto takes = [&](Index, const Edge& e) { return graph.states.view(e.to)[0] != 2; };
    for (unsigned t = 0; t < 2; ++t) {
      // Each time that the other holds the lock, t can do nothing: weak fairness does not help.
      const auto found = lasso(graph, t, Fairness::weak, takes);
      EXPECT_EQ(found.has_value(), !tickets);
      if (found) {
        EXPECT_EQ(word(graph, *found), t == 0 ? "(b2)" : "(a2)");
      }
    }
  }
}

/// Thread 0 raises a flag unless `forgets`; thread 1 looks until it is up. A state: flag, end.
struct Flag {
  bool forgets = false;
  unsigned threads() const { return 2; }
  void initial(test::State& out) const { out = {0, 0}; }
  template <class Emit>
  void successors(Words state, Emit&& emit) const {
    if (state[0] == 0) emit(Step{.thread = 0}, Words(test::State{forgets ? 2u : 1u, state[1]}));
    if (state[1] == 0)
      emit(Step{.thread = 1}, Words(test::State{state[0], state[0] == 1 ? 1u : 0u}));
  }
  Ending ending(Words state) const { return state[1] == 1 ? Ending::finished : Ending::running; }
};

TEST(Lasso, AFlagThatIsNeverRaisedIsWaitedForUnderEveryScheduler) {
  const StateGraph good = explored(Flag{false});
  EXPECT_TRUE(lasso(good, 1, Fairness::none));
  EXPECT_FALSE(lasso(good, 1, Fairness::weak));
  const StateGraph bad = explored(Flag{true});
  const auto found = lasso(bad, 1, Fairness::weak);
  ASSERT_TRUE(found);
  EXPECT_EQ(word(bad, *found), "a1 (b1)");
}

TEST(Lasso, AFairLoopRunsEveryThreadThatCouldRun) {
  // Threads that pass a ball for ever beside one that counts to 2 and ends.
  struct Ball {
    unsigned threads() const { return 3; }
    void initial(test::State& out) const { out = {0, 0}; }
    void successors(Words s, const std::function<void(const Step&, Words)>& emit) const {
      emit(Step{.thread = static_cast<std::uint8_t>(s[0])}, Words(test::State{1 - s[0], s[1]}));
      if (s[1] < 2) emit(Step{.thread = 2}, Words(test::State{s[0], s[1] + 1}));
    }
    Ending ending(Words) const { return Ending::running; }
  };
  const StateGraph graph = explored(Ball());
  const auto found = lasso(graph, 0, Fairness::weak);
  ASSERT_TRUE(found);
  EXPECT_EQ(word(graph, *found), "c2 (a1 b1)");
  EXPECT_EQ(found->loop.states.front(), found->loop.end());
  EXPECT_EQ(word(graph, *lasso(graph, 0, Fairness::none)), "(a1 b1)");
}

/// Thread 0 does `steps` steps and ends, or goes on for ever with 0; thread 1 goes on for ever. A
/// state: steps of thread 0, parity of each.
struct Toggles {
  std::uint64_t steps = 0;
  unsigned threads() const { return 2; }
  void initial(test::State& out) const { out = {0, 0, 0}; }
  template <class Emit>
  void successors(Words s, Emit&& emit) const {
    if (steps == 0) emit(Step{.thread = 0}, Words(test::State{0, 1 - s[1], s[2]}));
    if (s[0] < steps) emit(Step{.thread = 0}, Words(test::State{s[0] + 1, s[1], s[2]}));
    emit(Step{.thread = 1}, Words(test::State{s[0], s[1], 1 - s[2]}));
  }
  Ending ending(Words) const { return Ending::running; }
};

TEST(Lasso, AFairLoopMayBeLongerThanTheShortest) {
  const StateGraph graph = explored(Toggles{});
  EXPECT_EQ(lasso(graph, 0, Fairness::none)->loop.steps(), 2u);
  EXPECT_EQ(lasso(graph, 0, Fairness::weak)->loop.steps(), 4u);
}

TEST(Lasso, WhoHasEndedWaitsForNothing) {
  const StateGraph graph = explored(Toggles{1});
  const GettingOn question{0, [&](Index s) { return graph.states.view(s)[0] == 0; }};
  EXPECT_TRUE(waits_for_ever(graph, question, Fairness::none));
  EXPECT_FALSE(waits_for_ever(graph, question, Fairness::weak));
}

TEST(Lasso, NothingFollowsFromAPartOfAGraph) {
  EXPECT_THROW(lasso(explored(test::SpinLock{}, {3}), 0, Fairness::weak), InputError);
}

}  // namespace
}  // namespace touchstone::explore
