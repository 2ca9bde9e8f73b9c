#include "suite/cores.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace touchstone {
namespace {

TEST(AvailableCores, QuotasAreRoundedUp) {
  EXPECT_EQ(cores_of_quota("200000 100000"), 2);
  EXPECT_EQ(cores_of_quota("150000 100000"), 2);
  EXPECT_EQ(cores_of_quota("1000 100000"), 1);
  EXPECT_EQ(cores_of_quota("max 100000"), 0);
  EXPECT_EQ(cores_of_quota(""), 0);
  EXPECT_EQ(cores_of_quota("100000 0"), 0);
}

TEST(AvailableCores, AreThoseThatTasksetLeaves) {
  std::thread([] {  // the mask is that of a thread
    EXPECT_GE(available_cores(), 1);
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&allowed);
    CPU_SET(first, &allowed);
    ASSERT_EQ(sched_setaffinity(0, sizeof allowed, &allowed), 0);
    EXPECT_EQ(available_cores(), 1);
  })
      .join();
}

}  // namespace
}  // namespace touchstone
