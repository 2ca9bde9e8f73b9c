// gpu/exec/cuda_launch.cuh
// Purpose   Launches a kernel on a CUDA device, the only place that does: size of shared memory,
//           cooperative grids, occupancy. Every call is checked, and a failure names kernel, grid,
//           call and reason.
// Not here  Memory, copies, timing (gpu/exec/cuda_device.cuh).
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <string>

#include "gpu/exec/context.hpp"
#include "gpu/exec/cuda_context.cuh"
#include "gpu/exec/cuda_error.hpp"

namespace touchstone::gpu {

/// Throws CudaError unless `status` is success.
inline void check_cuda(cudaError_t status, const char* call, const char* kernel = "",
                       Launch launch = {}) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // reported here; CUB would report it again, of its next launch
  const std::string reason =
      std::string(cudaGetErrorName(status)) + ", " + cudaGetErrorString(status);
  switch (status) {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorCooperativeLaunchTooLarge:
      throw LaunchRefused(call, reason, kernel, launch);
    default:
      throw CudaError(call, reason, kernel, launch);
  }
}

template <class Kernel>
__global__ void __launch_bounds__(KernelTraits<Kernel>::max_threads())
    run_on_device(const Kernel kernel) {
  CudaContext context;
  kernel(context);
}

/// Handle by which the runtime calls a kernel.
template <class Kernel>
const void* entry_of() {
  return reinterpret_cast<const void*>(&run_on_device<Kernel>);
}

/// Lets the kernel have `bytes` of shared memory; more than 48 KiB must be asked for.
template <class Kernel>
void allow_shared_memory(std::size_t bytes, Launch launch) {
  constexpr std::size_t kWithoutAsking = 48 * 1024;
  if (bytes > kWithoutAsking)
    check_cuda(cudaFuncSetAttribute(entry_of<Kernel>(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "cudaFuncSetAttribute(MaxDynamicSharedMemorySize)", Kernel::kName, launch);
}

/// Number of blocks of `threads` that the device holds at once: the largest cooperative grid.
template <class Kernel>
int resident_blocks(const Kernel& kernel, int threads) {
  const std::size_t bytes = KernelTraits<Kernel>::shared_bytes(kernel, threads);
  allow_shared_memory<Kernel>(bytes, {1, threads});
  int device = 0, processors = 0, per_processor = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute(MultiProcessorCount)");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, &run_on_device<Kernel>,
                                                           threads, bytes),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor", Kernel::kName, {1, threads});
  return processors * per_processor;
}

/// The block size, at most the kernel's kMaxThreads, that keeps most of the device busy.
template <class Kernel>
int occupancy_threads(const Kernel& kernel) {
  int blocks = 0, threads = 0;
  const auto bytes = [&kernel](int size) {
    return KernelTraits<Kernel>::shared_bytes(kernel, size);
  };
  check_cuda(
      cudaOccupancyMaxPotentialBlockSizeVariableSMem(&blocks, &threads, run_on_device<Kernel>,
                                                     bytes, KernelTraits<Kernel>::max_threads()),
      "cudaOccupancyMaxPotentialBlockSizeVariableSMem", Kernel::kName);
  return threads;
}

/// Puts the launch into `stream`. Errors of the launch are thrown here; those of the run, for
/// instance an illegal address, by the next call that waits.
template <class Kernel>
void launch_on(cudaStream_t stream, const Kernel& kernel, Launch launch) {
  using Traits = KernelTraits<Kernel>;
  if (launch.blocks < 1 || launch.threads < 1 || launch.threads > Traits::max_threads())
    throw LaunchRefused(
        "launch",
        "expected 1 block or more of 1 to " + std::to_string(Traits::max_threads()) + " threads",
        Kernel::kName, launch);
  const std::size_t bytes = Traits::shared_bytes(kernel, launch.threads);
  allow_shared_memory<Kernel>(bytes, launch);
  Kernel copy = kernel;
  void* arguments[] = {&copy};
  const dim3 grid(static_cast<unsigned>(launch.blocks));
  const dim3 block(static_cast<unsigned>(launch.threads));
  if constexpr (Traits::synchronises_grid()) {
    const int most = resident_blocks(kernel, launch.threads);
    if (launch.blocks > most)
      throw LaunchRefused("cooperative launch",
                          "the device holds only " + std::to_string(most) + " such blocks at once",
                          Kernel::kName, launch);
    check_cuda(
        cudaLaunchCooperativeKernel(entry_of<Kernel>(), grid, block, arguments, bytes, stream),
        "cudaLaunchCooperativeKernel", Kernel::kName, launch);
  } else {
    check_cuda(cudaLaunchKernel(entry_of<Kernel>(), grid, block, arguments, bytes, stream),
               "cudaLaunchKernel", Kernel::kName, launch);
  }
}

}  // namespace touchstone::gpu
