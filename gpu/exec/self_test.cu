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

/// More shared memory than any device has, which only the device itself can refuse.
struct TooMuchSharedMemory {
  static constexpr const char* kName = "exec/too-much-shared-memory";
  std::size_t shared_bytes(int) const { return std::size_t{1} << 20; }
  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    ctx.sync();
  }
};

std::string refusal_on_cuda() {
  CudaDevice device(0, true);
  try {
    device.launch(TooMuchSharedMemory{}, {1, kWarpSize});
  } catch (const LaunchRefused& error) {
    (void)self_test_sort(device);  // throws where the refusal is taken for an error of CUB's
    return error.what();
  }
  return "";
}

}  // namespace touchstone::gpu
