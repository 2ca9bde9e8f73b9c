// gpu/exec/device_status.cu
// Purpose   Status of the devices of this machine as the CUDA runtime reports it.
#include <cuda_runtime.h>

#include <string>

#include "gpu/exec/device_status.hpp"
#include "gpu/exec/driver_facts.hpp"

namespace touchstone::gpu {
namespace {

__global__ void nothing() {}

/// "13.0" of 13000.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string too_old() {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "not run on a device: there is no driver";
  return "not run on a device: its driver is too old: expected one for CUDA " +
         version_text(runtime) + ", found one for " + version_text(driver);
}

std::string not_run(cudaError_t reason) {
  (void)cudaGetLastError();
  return std::string("not run on a device: ") + cudaGetErrorString(reason);
}

std::string ask_why_no_device() {
  const DeviceStatus status = device_status();
  if (!status.available) return status.text;
  cudaFuncAttributes ignored;
  const cudaError_t found = cudaFuncGetAttributes(&ignored, nothing);
  return found == cudaSuccess ? "" : not_run(found);
}

}  // namespace

DeviceStatus device_status() {
  int count = 0;
  const cudaError_t counted = cudaGetDeviceCount(&count);
  if (counted == cudaErrorInsufficientDriver) return {false, too_old()};
  if (counted != cudaSuccess) return {false, not_run(counted)};
  if (count == 0) return {false, "not run on a device: there is none"};
  cudaDeviceProp device;
  const cudaError_t found = cudaGetDeviceProperties(&device, 0);
  if (found != cudaSuccess) return {false, not_run(found)};
  char bus_address[32] = "";
  if (cudaDeviceGetPCIBusId(bus_address, sizeof(bus_address), 0) != cudaSuccess)
    (void)cudaGetLastError();
  const std::string facts = driver_facts(bus_address);
  return {true, std::string(device.name) + ", compute capability " + std::to_string(device.major) +
                    "." + std::to_string(device.minor) + (facts.empty() ? "" : ", ") + facts};
}

std::string why_no_two_devices() {
  int count = 0;
  if (std::string reason = why_no_device(); !reason.empty()) return reason;
  if (const cudaError_t counted = cudaGetDeviceCount(&count); counted != cudaSuccess)
    return not_run(counted);
  return count < 2 ? "not run on two devices: there is one" : "";
}

std::string why_no_device() {
  static const std::string reason = ask_why_no_device();
  return reason;
}

}  // namespace touchstone::gpu
