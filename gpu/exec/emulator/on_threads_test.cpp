// gpu/exec/emulator/on_threads_test.cpp
// Purpose   Correct kernels give the same bits on real threads as on the emulator; ThreadSanitizer
//           sees a missing barrier.
#include "gpu/exec/emulator/on_threads.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "gpu/exec/emulator/lambda_kernel.hpp"
#include "gpu/exec/kernels/block_sums.hpp"
#include "gpu/exec/kernels/histogram.hpp"
#include "gpu/exec/kernels/scan.hpp"
#include "gpu/exec/kernels/transpose.hpp"
#include "gpu/exec/kernels/words.hpp"

namespace touchstone::gpu {
namespace {

TEST(OnThreads, BlockSumsAreThoseOfTheEmulator) {
  std::vector<double> numbers(150), found(4), expected(4);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0 / static_cast<double>(i + 1);
  run_on_threads(BlockSums{span_of(numbers), span_of(found)}, {4, 40});
  emulate(BlockSums{span_of(numbers), span_of(expected)}, {4, 40});
  EXPECT_EQ(found, expected);
}

TEST(OnThreads, HistogramCounts) {
  std::vector<std::uint32_t> values(300), found(5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i % 5);
  run_on_threads(Histogram{span_of(values), span_of(found)}, {4, 32});
  EXPECT_EQ(found, std::vector<std::uint32_t>(5, 60));
}

TEST(OnThreads, TransposeTurnsOver) {
  std::vector<float> matrix(7 * 10), turned(7 * 10), back(7 * 10);
  std::iota(matrix.begin(), matrix.end(), 0.0f);
  const Transpose there{span_of(matrix), span_of(turned), 7, 10};
  const Transpose return_trip{span_of(turned), span_of(back), 10, 7};
  run_on_threads(there, there.launch());
  run_on_threads(return_trip, return_trip.launch());
  EXPECT_EQ(turned[1], 10.0f);
  EXPECT_EQ(back, matrix);
}

TEST(OnThreads, GridScanSums) {
  std::vector<std::int64_t> numbers(100), sums(100), totals(3), expected(100);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  run_on_threads(GridScan{span_of(numbers), span_of(sums), span_of(totals)}, {3, 16});
  EXPECT_EQ(sums, expected);
}

TEST(OnThreads, EveryWordIsThatOfTheEmulator) {
  std::vector<std::uint64_t> found(80), expected(80);
  run_on_threads(EveryWord{span_of(found)}, {2, 40});
  emulate(EveryWord{span_of(expected)}, {2, 40});
  EXPECT_EQ(found, expected);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
void exchange_with_neighbour(bool with_barrier) {
  std::vector<int> seen(16);
  const auto kernel = kernel_of([=, out = span_of(seen)](auto& ctx) {
    const auto tile = ctx.template shared<int>(ctx.block_size(), "tile");
    tile[ctx.thread()] = ctx.thread();
    if (with_barrier) ctx.sync();
    ctx.global(out, "seen")[ctx.global_thread()] = tile[(ctx.thread() + 1) % ctx.block_size()];
  });
  for (int repetition = 0; repetition < 20; ++repetition) run_on_threads(kernel, {2, 8});
}

TEST(OnThreadsDeathTest, ThreadSanitizerSeesAMissingBarrier) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  constexpr int kReportedRace = 66;  // exit code of a process with reports
  EXPECT_EXIT(
      {
        exchange_with_neighbour(false);
        std::exit(EXIT_SUCCESS);
      },
      testing::ExitedWithCode(kReportedRace), "data race");
  EXPECT_EXIT(
      {
        exchange_with_neighbour(true);
        std::exit(EXIT_SUCCESS);
      },
      testing::ExitedWithCode(EXIT_SUCCESS), "");
}
#endif
#endif

}  // namespace
}  // namespace touchstone::gpu
