// gpu/main.cpp
// Purpose   `touchstone_gpu`: what runs kernels here, and whether a device gives the bits of the emulator.
//           Exit code 0: it does; 1: it does not; 77: not run, there is no device.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <vector>

#include "gpu/exec/device_status.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/self_test.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {
namespace {

constexpr int kNotRun = 77;

#ifndef TOUCHSTONE_CUDA
std::vector<SelfTestResult> device_results() { return {}; }
#else
std::vector<SelfTestResult> device_results() { return self_test_on_cuda(); }
#endif

int compare() {
  EmulatedDevice emulator({Order::forward, 1, false});
  const auto expected = self_test(emulator);
  const auto found = device_results();
  bool same = found.size() == expected.size();
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    const bool equal = found[i].bytes == expected[i].bytes;
    fmt::print("{:<24} {}\n", found[i].kernel, equal ? "pass" : "fail: other bits than the emulator");
    same = same && equal;
  }
  return static_cast<int>(same ? ExitCode::pass : ExitCode::failed);
}

}  // namespace
}  // namespace touchstone::gpu

int main() {
  using namespace touchstone;
  const gpu::DeviceStatus status = gpu::device_status();
  fmt::print("{}\n", status.text);
  if (!status.available) return gpu::kNotRun;
  try {
    return gpu::compare();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(ExitCode::failed);
  }
}
