#include "models/core/sleep.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace touchstone {
namespace {

/// Work of threads that each write a place of their own, in one of two lines alternately, meet, and
/// read all places.
void meet_often(std::size_t threads, std::uint32_t meetings) {
  MeetingPoint point(threads);
  std::vector<std::vector<std::uint32_t>> lines(2, std::vector<std::uint32_t>(threads, 0));
  std::atomic<std::uint64_t> wrong = 0, seen = 0;
  const auto work = [&](std::size_t me) {
    for (std::uint32_t k = 1; k <= meetings; ++k) {
      lines[k % 2][me] = k;
      point.arrive_and_wait();
      for (const std::uint32_t one : lines[k % 2]) {
        wrong += one != k;
        ++seen;
      }
    }
  };
  {
    std::vector<std::jthread> all;
    for (std::size_t t = 0; t < threads; ++t) all.emplace_back(work, t);
  }
  EXPECT_EQ(wrong, 0u) << threads << " threads";
  EXPECT_EQ(seen, std::uint64_t{meetings} * threads * threads);
}

TEST(MeetingPointThread, AllSeeWhatAllWroteBefore) {
  meet_often(1, 10);
  meet_often(2, 2000);
}

TEST(MeetingPointThread, MoreThreadsThanProcessorsMeet) {
  meet_often(2 * std::thread::hardware_concurrency() + 3, 200);
}

TEST(BellThread, WakesWhoSleepsAlready) {
  for (const bool late : {true, false}) {
    NativeSleep sleep(1000000);  // nobody has so many processors: the first look is the last
    Bell<NativeMemory, NativeSleep> bell{};
    std::atomic<bool> is_over = false;
    std::jthread waiting([&] {
      NativeMemory memory;
      bell.wait_while(memory, sleep, 0);
      is_over = true;
    });
    NativeMemory memory;
    if (late)
      spin_until(
          [&] { return memory.load(bell.turn, order::relaxed) == decltype(bell)::kSleeper; });
    EXPECT_FALSE(late && is_over);
    bell.ring(memory, sleep, 0);
    waiting.join();
    EXPECT_EQ(bell.present(memory), 2u);
  }
}

}  // namespace
}  // namespace touchstone
