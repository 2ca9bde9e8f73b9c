#include "suite/replay.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Replay, IsTheCommandOfTheUser) {
  const std::string recorded = "./touchstone check --seed 1";
  ASSERT_EQ(::unsetenv("TOUCHSTONE_CALLED"), 0);
  EXPECT_EQ(replay_from_here(recorded), recorded);
  ASSERT_EQ(::setenv("TOUCHSTONE_CALLED", "../tree/touchstone", 1), 0);
  EXPECT_EQ(replay_from_here(recorded), "../tree/touchstone check --seed 1");
  EXPECT_EQ(replay_from_here("other check"), "other check");
  ASSERT_EQ(::unsetenv("TOUCHSTONE_CALLED"), 0);
}

}  // namespace
}  // namespace touchstone
