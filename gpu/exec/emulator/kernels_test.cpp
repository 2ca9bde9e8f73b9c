// gpu/exec/emulator/kernels_test.cpp
// Purpose   Correct kernels pass in every order of lanes and blocks, with the same bits, with and
//           without checks.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/kernels/block_sums.hpp"
#include "gpu/exec/kernels/histogram.hpp"
#include "gpu/exec/kernels/scan.hpp"
#include "gpu/exec/kernels/transpose.hpp"

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
    auto expected = forward.allocate<double>(launch.blocks);
    forward.launch(BlockSums{in.span(), expected.span()}, launch);
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
