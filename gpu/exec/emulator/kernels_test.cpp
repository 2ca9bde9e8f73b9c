// gpu/exec/emulator/kernels_test.cpp
// Purpose   Correct kernels pass in every order of lanes and blocks, with the same bits, with and
//           without checks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/emulator/lambda_kernel.hpp"
#include "gpu/exec/kernels/block_sums.hpp"
#include "gpu/exec/kernels/histogram.hpp"
#include "gpu/exec/kernels/scan.hpp"
#include "gpu/exec/kernels/transpose.hpp"
#include "gpu/exec/self_test.hpp"

namespace touchstone::gpu {
namespace {

class EmulatedKernels : public testing::TestWithParam<Emulation> {
 protected:
  EmulatedDevice device{GetParam()};
};

std::vector<double> logarithms(int count) {
  std::vector<double> numbers;
  for (int i = 1; i <= count; ++i) numbers.push_back(std::log(i));
  return numbers;
}

TEST_P(EmulatedKernels, SumAlwaysTheSameBits) {
  const auto numbers = logarithms(450);
  const auto in = device.upload(numbers);
  for (const int threads : {1, 31, 32, 50, 128}) {
    const Launch launch = launch_for(450, threads);
    auto sums = device.allocate<double>(launch.blocks);
    device.launch(BlockSums{in.span(), sums.span()}, launch);
    EmulatedDevice forward;
    const auto same = forward.upload(numbers);
    auto expected = forward.allocate<double>(launch.blocks);
    forward.launch(BlockSums{same.span(), expected.span()}, launch);
    EXPECT_EQ(device.read(sums), forward.read(expected)) << threads << " threads";
    const auto found = device.read(sums);
    EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0),
                std::accumulate(numbers.begin(), numbers.end(), 0.0), 1e-10);
  }
}

TEST_P(EmulatedKernels, HistogramCounts) {
  std::vector<std::uint32_t> values, expected(7);
  for (std::uint32_t i = 0; i < 500; ++i) {
    values.push_back(i * i % 7);
    ++expected[values.back()];
  }
  const auto in = device.upload(values);
  auto counts = device.allocate<std::uint32_t>(7);
  device.launch(Histogram{in.span(), counts.span()}, {3, 48});
  EXPECT_EQ(device.read(counts), expected);
}

TEST_P(EmulatedKernels, TransposeTurnsOver) {
  constexpr int kRows = 19, kColumns = 13;
  std::vector<float> matrix(kRows * kColumns), expected(kRows * kColumns);
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x) {
      const auto value = static_cast<float>(100 * y + x);
      matrix[static_cast<std::size_t>(y * kColumns + x)] = value;
      expected[static_cast<std::size_t>(x * kRows + y)] = value;
    }
  const auto in = device.upload(matrix);
  auto out = device.allocate<float>(kRows * kColumns);
  const Transpose transpose{in.span(), out.span(), kRows, kColumns};
  device.launch(transpose, transpose.launch());
  EXPECT_EQ(device.read(out), expected);
}

TEST_P(EmulatedKernels, ScanOfTheWholeGrid) {
  std::vector<std::int64_t> numbers(333);
  std::iota(numbers.begin(), numbers.end(), -100);
  std::vector<std::int64_t> expected(numbers.size());
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  const auto in = device.upload(numbers);
  for (const Launch launch : {Launch{1, 64}, Launch{5, 40}, Launch{8, 32}}) {
    auto sums = device.allocate<std::int64_t>(in.size());
    auto totals = device.allocate<std::int64_t>(launch.blocks);
    device.launch(GridScan{in.span(), sums.span(), totals.span()}, launch);
    EXPECT_EQ(device.read(sums), expected);
  }
}

/// Results that `touchstone_gpu` compares with those of a device.
TEST_P(EmulatedKernels, SelfTestAlwaysTheSameBits) {
  EmulatedDevice forward({Order::forward, 1, false});
  const auto expected = self_test(forward);
  const auto found = self_test(device);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i].bytes, expected[i].bytes) << found[i].kernel;
}

TEST(EveryWordOfAKernel, HasTheValueOfTheContract) {
  EmulatedDevice device;
  const auto kernel = [&](auto word) {
    auto out = device.allocate<std::int64_t>(40);
    device.launch(kernel_of([=, span = out.span()](auto& ctx) {
                    ctx.global(span, "out")[ctx.global_thread()] =
                        static_cast<std::int64_t>(word(ctx));
                  }),
                  {1, 40});
    return device.read(out);
  };
  const auto lanes = kernel([](auto& ctx) { return ctx.lanes(); });
  EXPECT_EQ(lanes[31], 32);
  EXPECT_EQ(lanes[32], 8);
  const auto ballot = kernel([](auto& ctx) { return ctx.ballot(ctx.lane() % 4 == 1); });
  EXPECT_EQ(ballot[0], 0x22222222);
  EXPECT_EQ(ballot[39], 0x22);
  const auto from = kernel([](auto& ctx) { return ctx.shuffle(ctx.thread(), 5); });
  EXPECT_EQ(from[0], 5);
  EXPECT_EQ(from[39], 37);
  const auto up = kernel([](auto& ctx) { return ctx.shuffle_up(ctx.thread(), 2); });
  EXPECT_EQ(up[33], 33) << "there is no lane -1: its own";
  EXPECT_EQ(up[34], 32);
  const auto down = kernel([](auto& ctx) { return ctx.shuffle_down(ctx.thread(), 2); });
  EXPECT_EQ(down[37], 39);
  EXPECT_EQ(down[38], 38) << "the last warp has 8 lanes";
  EXPECT_EQ(down[31], 31);
  const auto across = kernel([](auto& ctx) { return ctx.shuffle_xor(ctx.thread(), 8); });
  EXPECT_EQ(across[3], 11);
  EXPECT_EQ(across[35], 35);
  EXPECT_EQ(kernel([](auto& ctx) { return ctx.any(ctx.thread() == 35); }),
            kernel([](auto& ctx) { return ctx.warp() == 1; }));
  EXPECT_EQ(kernel([](auto& ctx) { return ctx.all(ctx.thread() < 32); }),
            kernel([](auto& ctx) { return ctx.warp() == 0; }));
  EXPECT_EQ(kernel([](auto& ctx) { return ctx.sync_any(ctx.thread() == 39) ? 1 : 0; }),
            std::vector<std::int64_t>(40, 1));
  EXPECT_EQ(kernel([](auto& ctx) { return ctx.sync_any(ctx.thread() > 39) ? 1 : 0; }),
            std::vector<std::int64_t>(40, 0));
}

TEST(EveryWordOfAKernel, AtomicsReturnTheValueBefore) {
  std::vector<std::int32_t> values = {5, 5, 5, 5, 5, 5, 5};
  std::vector<std::int32_t> before(7);
  emulate(kernel_of<Synchronises::nothing>([x = span_of(values), y = span_of(before)](auto& ctx) {
            const auto cell = ctx.global(x, "x");
            const auto old = ctx.global(y, "y");
            old[0] = ctx.atomic_add(cell, 0, 3);
            old[1] = ctx.atomic_min(cell, 1, 3);
            old[2] = ctx.atomic_max(cell, 2, 3);
            old[3] = ctx.atomic_exchange(cell, 3, 3);
            old[4] = ctx.atomic_compare_exchange(cell, 4, 4, 3);
            old[5] = ctx.atomic_compare_exchange(cell, 5, 5, 3);
            ctx.atomic_store(cell, 6, 3);
            old[6] = ctx.atomic_load(cell, 6);
          }),
          {1, 1});
  EXPECT_EQ(values, (std::vector<std::int32_t>{8, 3, 5, 3, 5, 3, 3}));
  EXPECT_EQ(before, (std::vector<std::int32_t>{5, 5, 5, 5, 5, 5, 3}));
}

INSTANTIATE_TEST_SUITE_P(Orders, EmulatedKernels,
                         testing::Values(Emulation{Order::forward, 1, true},
                                         Emulation{Order::reverse, 1, true},
                                         Emulation{Order::shuffled, 1, true},
                                         Emulation{Order::shuffled, 2, true},
                                         Emulation{Order::shuffled, 1, false}),
                         [](const auto& test) {
                           return std::string(name(test.param.order)) +
                                  std::to_string(test.param.seed) +
                                  (test.param.checks ? "" : "unchecked");
                         });

}  // namespace
}  // namespace touchstone::gpu
