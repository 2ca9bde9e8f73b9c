#include "models/core/for_each_index.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace touchstone {
namespace {

TEST(ForEachIndex, ThreadsDoEachTaskOnce) {
  for (const int threads : {1, 2, 3, 8})
    for (const std::size_t count : {0u, 1u, 2u, 7u, 200u}) {
      std::vector<int> done(count, 0);  // each element is written by one task, unguarded
      for_each_index(count, threads, [&](std::size_t k) { ++done[k]; });
      EXPECT_EQ(done, std::vector<int>(count, 1)) << threads << " threads";
    }
}

TEST(ForEachIndex, AThreadThatFailsIsHeardAfterAllHaveStopped) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> running{0};
    std::atomic<int> begun{0};
    try {
      for_each_index(1000, threads, [&](std::size_t k) {
        ++running;
        ++begun;
        if (k == 5) {
          --running;
          throw std::runtime_error("task 5");
        }
        --running;
      });
      ADD_FAILURE() << "no exception with " << threads << " threads";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "task 5");
    }
    EXPECT_EQ(running, 0);
    EXPECT_GE(begun, 6);
  }
  int begun_alone = 0;
  EXPECT_THROW(for_each_index(1000, 1,
                              [&](std::size_t) {
                                ++begun_alone;
                                throw std::runtime_error("at once");
                              }),
               std::runtime_error);
  EXPECT_EQ(begun_alone, 1);  // nothing more is started
}

}  // namespace
}  // namespace touchstone
