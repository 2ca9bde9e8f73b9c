// The search for an order against hand-made histories, and against all orders of random ones.
#include "checkers/explore/objects/linearization.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "checkers/explore/objects/sequential.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::explore {
namespace {

using Calls = std::vector<Call>;

bool is_queue(const Calls& calls) { return not_linearizable(calls, SequentialQueue{}).empty(); }
bool is_stack(const Calls& calls) { return not_linearizable(calls, SequentialStack{}).empty(); }

// Figure 1 of Herlihy and Wing: H1 is a queue's history, H2 is not (what was put first comes
// second), in H3 one thread takes what another is still putting, in H4 both take one item.
TEST(Linearization, JudgesTheHistoriesOfThePaper) {
  EXPECT_TRUE(is_queue({{'a', "put", 1, 1, 0, 2},
                        {'b', "put", 2, 1, 1, 3},
                        {'b', "take", 0, 1, 4, 5},
                        {'a', "take", 0, 2, 6, 7}}));
  EXPECT_FALSE(
      is_queue({{'a', "put", 1, 1, 0, 1}, {'b', "put", 2, 1, 2, 3}, {'b', "take", 0, 2, 4, 5}}));
  EXPECT_TRUE(is_queue({{'a', "put", 1, 1, 0, 3}, {'b', "take", 0, 1, 1, 2}}));
  EXPECT_FALSE(is_queue({{'a', "put", 1, 1, 0, 1},
                         {'b', "put", 2, 1, 2, 3},
                         {'a', "take", 0, 2, 4, 6},
                         {'b', "take", 0, 2, 5, 7}}));
}

TEST(Linearization, TakesTheOrderOfCallsThatAreOverFromTheClock) {
  const auto with = [](std::int32_t begun) {
    return Calls{{'a', "push", 1, 1, 0, 2}, {'b', "pop", 0, 0, begun, 4}};
  };
  EXPECT_TRUE(is_stack(with(1)));  // the stack may still have been empty
  EXPECT_FALSE(is_stack(with(3)));
}

TEST(Linearization, GivesAnOrder) {
  const Calls calls{{'a', "put", 1, 1, 0, 5}, {'b', "put", 2, 1, 1, 2}, {'b', "take", 0, 2, 3, 4}};
  const auto order = LinearizationSearch<SequentialQueue>(calls).from({});
  ASSERT_TRUE(order);
  EXPECT_EQ(*order, (std::vector<std::size_t>{1, 0, 2}));
}

TEST(Linearization, KnowsRoom) {
  const auto with_room = [](std::size_t room) {
    const Calls calls{{'a', "put", 1, 1, 0, 1}, {'a', "put", 2, 0, 2, 3}};
    return not_linearizable(calls, SequentialQueue{{}, room}).empty();
  };
  EXPECT_TRUE(with_room(1));
  EXPECT_FALSE(with_room(2));
}

bool is_mailboxes(const Calls& calls) {
  return not_linearizable(calls, SequentialMailboxes{}).empty();
}

TEST(Linearization, KeepsTheOrderOfEachSenderAndReceiverApart) {
  const auto received = [](const char* first, std::int32_t one, const char* second,
                           std::int32_t other) {
    return is_mailboxes({{'a', "send to c", 1, 1, 0, 1},
                         {'a', "send to c", 2, 1, 2, 3},
                         {'b', "send to c", 3, 1, 4, 5},
                         {'c', first, 0, one, 6, 7},
                         {'c', second, 0, other, 8, 9}});
  };
  EXPECT_TRUE(received("receive from a", 1, "receive from a", 2));
  EXPECT_TRUE(received("receive from b", 3, "receive from a", 1));
  EXPECT_FALSE(received("receive from a", 2, "receive from a", 1));
  EXPECT_FALSE(received("receive from a", 1, "receive from a", 1));  // twice
  EXPECT_FALSE(received("receive from a", 3, "receive from b", 1));
  EXPECT_FALSE(is_mailboxes({{'a', "send to b", 1, 1, 0, 1}, {'a', "receive from b", 0, 1, 2, 3}}));
}

TEST(Linearization, WhoReceivesWaitsForAMessage) {
  const auto received = [](std::int32_t answer, std::int32_t sent) {
    return is_mailboxes(
        {{'b', "receive from a", 0, answer, 0, 2}, {'a', "send to b", 1, 1, sent, 4}});
  };
  EXPECT_TRUE(received(1, 1));
  EXPECT_FALSE(received(1, 3));
  EXPECT_FALSE(received(0, 3));
}

TEST(Linearization, TellsTheHistory) {
  EXPECT_EQ(not_linearizable(Calls{{'b', "pop", 0, 7, 2, 3}, {'a', "push", 3, 1, 0, 1}},
                             SequentialStack{}),
            "no order of its calls explains a: push(3) = 1 from 0 to 1, b: pop() = 7 from 2 to 3");
}

TEST(Linearization, RefusesHistoriesThatAreNone) {
  EXPECT_THROW(is_stack({{'a', "pop", 0, 0, 3, 3}}), std::invalid_argument);
  EXPECT_THROW(is_stack(Calls(65, {'a', "pop", 0, 0, 0, 1})), std::invalid_argument);
}

/// Three threads with random calls, whose answers are random, too.
Calls random_history(PhiloxStream& random) {
  Calls calls;
  std::int32_t now[3] = {};
  for (std::int32_t i = 0; i < 6; ++i) {
    const auto thread = random() % 3;
    const auto begun =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(now[thread]) + random() % 3);
    now[thread] = begun + 1 + static_cast<std::int32_t>(random() % 4);
    const bool puts = random() % 2 == 0;
    calls.push_back({static_cast<char>('a' + thread), puts ? "put" : "take", puts ? i + 1 : 0,
                     puts ? 1 : static_cast<std::int32_t>(random() % 4), 2 * begun,
                     2 * now[thread] - 1});
  }
  return calls;
}

/// Every order of the calls that keeps those apart which do not overlap, one after the other.
bool some_order_explains(const Calls& calls) {
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    bool right = true;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size(); ++j)
        right = right && calls[order[j]].ended >= calls[order[i]].begun;
    SequentialQueue queue;
    for (std::size_t i = 0; right && i < order.size(); ++i) right = queue.answers(calls[order[i]]);
    if (right) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(Linearization, EqualsTheSearchThroughAllOrders) {
  PhiloxStream random = Philox(1).stream(Purpose::test, 0, 0);
  int linearizable = 0;
  constexpr int kHistories = 2000;
  for (int i = 0; i < kHistories; ++i) {
    const Calls calls = random_history(random);
    const bool found = is_queue(calls);
    ASSERT_EQ(found, some_order_explains(calls)) << text(calls);
    linearizable += found ? 1 : 0;
  }
  EXPECT_GT(linearizable, 50);
  EXPECT_LT(linearizable, kHistories - 50);
}

}  // namespace
}  // namespace touchstone::explore
