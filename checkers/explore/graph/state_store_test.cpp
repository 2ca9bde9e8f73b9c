#include "checkers/explore/graph/state_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

namespace touchstone::explore {
namespace {

using State = std::vector<std::uint64_t>;

State copy(Words words) { return {words.begin(), words.end()}; }

TEST(StateStore, NumbersStatesInTheOrderInWhichTheyCome) {
  StateStore store;
  for (std::uint64_t n = 0; n < 5000; ++n) {
    const State state{n, n * n};
    const auto first = store.intern(state);
    EXPECT_TRUE(first.fresh);
    EXPECT_EQ(first.index, n);
    EXPECT_FALSE(store.intern(state).fresh);
  }
  EXPECT_EQ(store.size(), 5000u);
  EXPECT_EQ(copy(store.view(70)), (State{70, 4900}));
  EXPECT_LE(store.bytes_per_state(), 8 * 2 + 26);
  store.clear();
  EXPECT_EQ(store.size(), 0u);
  EXPECT_EQ(store.intern(State{3, 9}).index, 0u);
  EXPECT_TRUE(store.intern(State{4, 16}).fresh);
}

TEST(StateStore, TellsStatesApartThatDifferInLengthOnly) {
  StateStore store;
  EXPECT_EQ(store.intern(State{0, 0}).index, 0u);
  EXPECT_EQ(store.intern(State{0}).index, 1u);
  EXPECT_EQ(store.intern(State{}).index, 2u);
  EXPECT_EQ(store.intern(State{0, 0, 0}).index, 3u);
  EXPECT_EQ(store.intern(State{0, 0}).index, 0u);
  EXPECT_EQ(store.intern(State{}).index, 2u);
  EXPECT_EQ(copy(store.view(3)), (State{0, 0, 0}));
}

TEST(StateStore, AgreesWithAMapOnRandomStates) {
  EXPECT_TRUE(rc::check([] {
    const auto states = *rc::gen::container<std::vector<State>>(
        rc::gen::container<State>(rc::gen::inRange<std::uint64_t>(0, 3)));
    StateStore store;
    std::map<State, Index> known;
    for (const State& state : states) {
      const auto [place, fresh] = known.try_emplace(state, static_cast<Index>(known.size()));
      const auto interned = store.intern(state);
      RC_ASSERT(interned.index == place->second);
      RC_ASSERT(interned.fresh == fresh);
      RC_ASSERT(copy(store.view(interned.index)) == state);
    }
    RC_ASSERT(store.size() == known.size());
  }));
}

}  // namespace
}  // namespace touchstone::explore
