#include "optimized/core/spin_barrier.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace touchstone::optimized {
namespace {

TEST(SpinBarrierThreads, NobodyLeavesBeforeAllHaveArrivedAndWritesAreSeen) {
  constexpr std::uint32_t kThreads = 4;
  constexpr int kRounds = 200;
  SpinBarrier barrier(kThreads);
  std::vector<int> written(kThreads, 0);  // plain: the barrier must order it
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint32_t me = 0; me < kThreads; ++me)
    threads.emplace_back([&, me] {
      for (int round = 1; round <= kRounds; ++round) {
        written[me] = round;
        barrier.arrive_and_wait();
        for (const int other : written) wrong += other != round;
        barrier.arrive_and_wait();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace touchstone::optimized
