// gpu/exec/self_test.cu
// Purpose   The kernels of gpu/exec, compiled for a device.
#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/self_test.hpp"

namespace touchstone::gpu {

std::vector<SelfTestResult> self_test_on_cuda() {
  CudaDevice device;
  return self_test(device);
}

Tuning tune_sums_on_cuda() {
  CudaDevice device;
  return tune_sums(device, std::int64_t{1} << 22);
}

std::string refusal_on_cuda() {
  CudaDevice device(0, true);
  auto sums = device.allocate<double>(1);
  try {
    device.launch(BlockSums{{}, sums.span()}, {1, 2 * kMaxBlockThreads});
  } catch (const CudaError& error) {
    return error.what();
  }
  return "";
}

}  // namespace touchstone::gpu
