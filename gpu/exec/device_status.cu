// gpu/exec/device_status.cu
// Purpose   Status of the devices of this machine as the CUDA runtime reports it.
#include <cuda_runtime.h>

#include <string>

#include "gpu/exec/device_status.hpp"

namespace touchstone::gpu {

DeviceStatus device_status() {
  int count = 0;
  const cudaError_t counted = cudaGetDeviceCount(&count);
  if (counted != cudaSuccess)
    return {false, std::string("not run on a device: ") + cudaGetErrorString(counted)};
  if (count == 0) return {false, "not run on a device: there is none"};
  cudaDeviceProp device;
  const cudaError_t found = cudaGetDeviceProperties(&device, 0);
  if (found != cudaSuccess)
    return {false, std::string("not run on a device: ") + cudaGetErrorString(found)};
  return {true, std::string(device.name) + ", compute capability " + std::to_string(device.major) +
                    "." + std::to_string(device.minor)};
}

}  // namespace touchstone::gpu
