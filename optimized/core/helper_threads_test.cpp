#include "optimized/core/helper_threads.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "models/core/native_memory.hpp"

namespace touchstone::optimized {
namespace {

TEST(HelperThreads, ComeAfterACallAndSeeWhatWasWritten) {
  constexpr int kCalls = 200;
  int written = 0;  // plain: the call must order it
  std::atomic<int> seen{0}, come{0};
  HelperThreads helpers(1);
  for (int k = 1; k <= kCalls; ++k) {
    if (k % 20 == 0)  // the thread sleeps meanwhile
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    written = k;
    helpers.call([&](std::uint32_t me) {
      seen = written;
      come += static_cast<int>(me);
    });
    spin_until([&] { return come == k; });
    EXPECT_EQ(seen, k);
  }
}

TEST(HelperThreads, EndWithoutACall) {
  const HelperThreads helpers(3);
  EXPECT_EQ(helpers.size(), 3u);
}

TEST(HelperThreads, BelongToTheThreadThatAsks) {
  HelperThreads& mine = helpers_of_this_thread(1);
  EXPECT_EQ(&helpers_of_this_thread(1), &mine);
  EXPECT_GE(helpers_of_this_thread(3).size(), 3u);
  std::thread([] {
    HelperThreads& others = helpers_of_this_thread(1);
    EXPECT_EQ(others.size(), 1u);
  }).join();
}

}  // namespace
}  // namespace touchstone::optimized
