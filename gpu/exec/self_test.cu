// gpu/exec/self_test.cu
// Purpose   The kernels of gpu/exec, compiled for a device.
#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/self_test.hpp"

namespace touchstone::gpu {

std::vector<SelfTestResult> self_test_on_cuda() {
  CudaDevice device;
  return self_test(device);
}

}  // namespace touchstone::gpu
