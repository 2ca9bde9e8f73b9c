// Unit tests that explore every order in which two threads can use a slot.
#include "slot.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <touchstone_explore.hpp>

namespace explore = touchstone::explore;

/// Two items are put by one thread and taken by another, which must get them in this order.
template <class Take>
explore::Subject handed_over(Take take) {
  const auto build = [=](explore::KernelProgram& program) {
    const Slot<explore::ExploredMemory> slot{program.cells.cell("item", 0),
                                             program.cells.cell("full", 0)};
    program.thread("put", slot, [](auto& m, auto& shared) {
      shared.put(m, 1);
      shared.put(m, 2);
    });
    program.thread("take", slot, [=](auto& m, auto& shared) {
      for (const std::int32_t expected : {1, 2})
        if (take(m, shared) != expected) m.abort(0);
    });
  };
  return {.name = "slot", .build = build, .reasons = {"not the item that was put"}};
}

const auto take = [](auto& m, auto& slot) { return slot.take(m); };
const auto take_too_late = [](auto& m, auto& slot) { return slot.take_too_late(m); };

TEST(Slot, HandsOverEachItem) {
  const auto answers = explore::explore(handed_over(take));
  EXPECT_TRUE(answers.right()) << answers;
}

TEST(Slot, NeedsEachOfItsOrders) {
  EXPECT_EQ(explore::unnoticed(handed_over(take)), std::vector<std::string>());
}

TEST(Slot, IsNotGivenBackBeforeItIsRead) {
  const auto answers = explore::explore(handed_over(take_too_late));
  EXPECT_TRUE(answers.wrong());
  std::cout << answers.each.front().text;  // the shortest way to the error
}
