// gpu/exec/tune_test.cpp
// Purpose   The fastest candidate is kept, whatever single runs take; refused ones are named.
#include "gpu/exec/tune.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/self_test.hpp"

namespace touchstone::gpu {
namespace {

using testing::HasSubstr;

/// A device whose times are made up: the first run of a size is slow, and one later run is too.
struct TimedDevice {
  std::map<int, double> per_run;
  std::map<int, int> runs = {};
  int asked = 0;

  template <class Work>
  double seconds(Work&& work) {
    work();
    const int run = ++runs[asked];
    return per_run[asked] * (run == 1 || run == 4 ? 100 : 1);
  }
};

TEST(BlockSizes, KeepsTheFastest) {
  TimedDevice device{{{32, 3e-3}, {64, 1e-3}, {128, 2e-3}}};
  const Tuning tuning =
      tune_threads(device, {32, 64, 128}, [&](int threads) { device.asked = threads; });
  EXPECT_EQ(tuning.threads, 64);
  ASSERT_EQ(tuning.candidates.size(), 3u);
  EXPECT_EQ(tuning.candidates[2].seconds, 2e-3) << "the median, without the slow runs";
  EXPECT_THAT(describe(tuning), HasSubstr("   64 threads  1.000e-03 s  fastest\n"));
  EXPECT_THAT(describe(tuning), HasSubstr("  128 threads  2.000e-03 s\n"));
}

TEST(BlockSizes, LeavesOutWhatTheDeviceRefuses) {
  TimedDevice device{{{32, 2e-3}, {1024, 1e-3}}};
  const auto run = [&](int threads) {
    device.asked = threads;
    if (threads == 1024)
      throw LaunchRefused("cudaLaunchKernel", "too many resources", "test/large", {8, threads});
  };
  const Tuning tuning = tune_threads(device, {32, 1024}, run);
  EXPECT_EQ(tuning.threads, 32);
  EXPECT_THAT(describe(tuning), HasSubstr("not run: kernel 'test/large', 8 blocks of 1024 threads: "
                                          "cudaLaunchKernel: too many resources"));
  EXPECT_THROW(tune_threads(device, {1024}, run), LaunchRefused);
  EXPECT_THROW(tune_threads(device, {}, run), InputError);
}

TEST(BlockSizes, AKernelThatCrashesIsAnErrorAndNoRefusal) {
  TimedDevice device{{{32, 1e-3}}};
  const auto run = [](int threads) {
    throw CudaError("cudaStreamSynchronize", "illegal address", "test/broken", {1, threads});
  };
  EXPECT_THROW(
      {
        try {
          tune_threads(device, {32, 64}, run);
        } catch (const LaunchRefused&) {
        }
      },
      CudaError);
}

TEST(BlockSizes, RunsOnTheEmulator) {
  EmulatedDevice device({Order::forward, 1, false});
  const Tuning tuning = tune_sums(device, 2048);
  ASSERT_EQ(tuning.candidates.size(), 7u);
  EXPECT_THAT(tuning.threads, testing::AnyOf(32, 64, 128, 256, 512, 1024));
  for (const auto& tried : tuning.candidates) EXPECT_GT(tried.seconds, 0);
}

}  // namespace
}  // namespace touchstone::gpu
