// gpu/exec/self_test.hpp
// Purpose   Runs every kernel of gpu/exec/kernels on a device, emulated or not, from the same
//           input. Two devices agree when they give the same bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gpu/exec/kernels/block_sums.hpp"
#include "gpu/exec/kernels/histogram.hpp"
#include "gpu/exec/kernels/scan.hpp"
#include "gpu/exec/kernels/transpose.hpp"
#include "gpu/exec/kernels/words.hpp"
#include "gpu/exec/sums/sum_buffers.hpp"
#include "gpu/exec/tune.hpp"

namespace touchstone::gpu {

/// Memory that one kernel left behind, for comparison.
struct SelfTestResult {
  std::string kernel;
  std::vector<unsigned char> bytes;
};

template <class T>
SelfTestResult result_of(const char* kernel, const std::vector<T>& values) {
  SelfTestResult result{kernel, std::vector<unsigned char>(values.size() * sizeof(T))};
  std::memcpy(result.bytes.data(), values.data(), result.bytes.size());
  return result;
}

template <class Device>
SelfTestResult self_test_sums(Device& device, int threads) {
  std::vector<double> numbers(1000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0 / static_cast<double>(i + 1);
  const auto in = device.upload(numbers);
  const Launch launch = launch_for(in.size(), threads);
  auto sums = device.template allocate<double>(launch.blocks);
  device.launch(BlockSums{in.span(), sums.span()}, launch);
  return result_of(BlockSums::kName, device.read(sums));
}

template <class Device>
SelfTestResult self_test_histogram(Device& device) {
  std::vector<std::uint32_t> values(5000);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * i % 19;
  const auto in = device.upload(values);
  auto counts = device.template allocate<std::uint32_t>(19);
  // Two rounds of one graph: the counts add up.
  device.repeat(2, [&] { device.launch(Histogram{in.span(), counts.span()}, {3, 96}); });
  return result_of(Histogram::kName, device.read(counts));
}

template <class Device>
SelfTestResult self_test_transpose(Device& device) {
  constexpr int kRows = 37, kColumns = 21;
  std::vector<float> matrix(kRows * kColumns);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(i) / 3.0f;
  const auto in = device.upload(matrix);
  auto out = device.template allocate<float>(in.size());
  const Transpose transpose{in.span(), out.span(), kRows, kColumns};
  device.launch(transpose, transpose.launch());
  return result_of(Transpose::kName, device.read(out));
}

template <class Device>
SelfTestResult self_test_scan(Device& device) {
  std::vector<std::int64_t> numbers(700);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i) - 300;
  const auto in = device.upload(numbers);
  auto sums = device.template allocate<std::int64_t>(in.size());
  auto totals = device.template allocate<std::int64_t>(5);
  device.launch(GridScan{in.span(), sums.span(), totals.span()}, {5, 64});
  return result_of(GridScan::kName, device.read(sums));
}

template <class Device>
SelfTestResult self_test_words(Device& device) {
  auto out = device.template allocate<std::uint64_t>(2 * 40);
  device.launch(EveryWord{out.span()}, {2, 40});
  return result_of(EveryWord::kName, device.read(out));
}

/// Terms that cross powers of two, and some that end on a half of a unit.
template <class Device>
SelfTestResult self_test_serial_sums(Device& device) {
  std::vector<double> numbers;
  for (int i = 0; i < 40000; ++i) numbers.push_back(i % 7 == 0 ? 0x1p-40 : 1.0 / (i + 3));
  const auto in = device.upload(numbers);
  const auto start = device.upload(std::vector<double>{0.25});
  auto sums = device.template allocate<double>(in.size());
  auto total = device.template allocate<double>(1);
  SerialSums<Device> serial(device, in.size());
  serial.running(in.span(), start.span(), sums.span(), total.span());
  return result_of("exec/serial-sums", device.read(sums));
}

/// Keys of which many are equal: their values keep their order.
template <class Device>
SelfTestResult self_test_sort(Device& device) {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    keys.push_back((std::uint64_t{i} * i % 257) << (i % 2 == 0 ? 50 : 3));
    values.push_back(i);
  }
  const auto in = device.upload(keys);
  const auto of = device.upload(values);
  auto sorted_keys = device.template allocate<std::uint64_t>(in.size());
  auto sorted_values = device.template allocate<std::uint32_t>(in.size());
  auto scratch = device.template allocate<std::byte>(device.sort_scratch(in.size()));
  device.sort_pairs(in.span(), sorted_keys.span(), of.span(), sorted_values.span(), scratch.span());
  return result_of("exec/sort-pairs", device.read(sorted_values));
}

template <class Device>
std::vector<SelfTestResult> self_test(Device& device) {
  return {self_test_sums(device, 128),   self_test_sums(device, 50), self_test_histogram(device),
          self_test_transpose(device),   self_test_scan(device),     self_test_words(device),
          self_test_serial_sums(device), self_test_sort(device)};
}

/// Times of a sum of `count` numbers in blocks of several sizes, and in the one that the device
/// suggests.
template <class Device>
Tuning tune_sums(Device& device, std::int64_t count) {
  const auto in = device.upload(std::vector<double>(static_cast<std::size_t>(count), 1.0));
  auto sums = device.template allocate<double>(count);
  const BlockSums kernel{in.span(), sums.span()};
  const int suggested = device.occupancy_threads(kernel);
  return tune_threads(device, {32, 64, 128, 256, 512, 1024, suggested},
                      [&](int threads) { device.launch(kernel, launch_for(count, threads)); });
}

// On the CUDA device 0, which must be there (gpu/exec/self_test.cu).
std::vector<SelfTestResult> self_test_on_cuda();
Tuning tune_sums_on_cuda();
/// Error message of the device for a launch with more shared memory than a block can have, after
/// which the device still sorts; empty if there is none.
std::string refusal_on_cuda();

}  // namespace touchstone::gpu
