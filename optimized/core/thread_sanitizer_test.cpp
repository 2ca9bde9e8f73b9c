// That ThreadSanitizer, as the tsan preset sets it up, sees what it is there to see: a planted race
// is reported, and OpenMP's own barriers are not. Without clang's OpenMP and its archer tool it
// reports every barrier; with the wrong options it reports nothing.
#include <gtest/gtest.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TOUCHSTONE_THREAD_SANITIZER 1
#endif
#endif

#ifdef TOUCHSTONE_THREAD_SANITIZER
#include <omp.h>

#include <cstdlib>
#include <vector>

namespace touchstone::optimized {
namespace {

constexpr int kThreads = 4;
constexpr int kReportedRace = 66;  // exit code of a process with reports

/// Every thread writes its slot and, after the barrier if there is one, reads its neighbour's.
int exchange_with_neighbour(bool with_barrier) {
  std::vector<int> slots(kThreads, 0);
  std::vector<int> seen(kThreads, 0);
#pragma omp parallel num_threads(kThreads)
  {
    const auto self = static_cast<std::size_t>(omp_get_thread_num());
    slots[self] = 1;
    if (with_barrier) {
#pragma omp barrier
    }
    seen[self] = slots[(self + 1) % kThreads];
  }
  int sum = 0;
  for (const int value : seen) sum += value;
  return sum;
}

TEST(ThreadSanitizerDeathTest, SeesAPlantedRace) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        for (int repetition = 0; repetition < 100; ++repetition) exchange_with_neighbour(false);
        std::exit(EXIT_SUCCESS);
      },
      testing::ExitedWithCode(kReportedRace), "data race");
}

TEST(ThreadSanitizerDeathTest, AcceptsABarrier) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        int sum = 0;
        for (int repetition = 0; repetition < 100; ++repetition)
          sum += exchange_with_neighbour(true);
        std::exit(sum == 100 * kThreads ? EXIT_SUCCESS : EXIT_FAILURE);
      },
      testing::ExitedWithCode(EXIT_SUCCESS), "");
}

}  // namespace
}  // namespace touchstone::optimized
#endif
