#include "models/core/interrupt.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace touchstone {
namespace {

TEST(Interrupt, FirstSignalRaisesTheFlagSecondKills) {
  set_interrupt(false);
  catch_interrupts();
  EXPECT_NO_THROW(check_interrupt());
  std::raise(SIGTERM);
  EXPECT_TRUE(interrupt_requested());
  EXPECT_THROW(check_interrupt(), Interrupted);
  EXPECT_EQ(std::signal(SIGTERM, SIG_DFL), SIG_DFL);  // the handler stood down
  std::signal(SIGINT, SIG_DFL);
  set_interrupt(false);
}

}  // namespace
}  // namespace touchstone
