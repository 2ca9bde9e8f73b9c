// gpu/cmc/step/step_cuda.cu
// Purpose   The kernels of whole steps, compiled for a device.
#include "gpu/cmc/step/henon.hpp"
#include "gpu/cmc/step/step_cuda.hpp"
#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"

namespace touchstone::gpu {

std::unique_ptr<cluster::ClusterRun> henon_on_cuda(const cluster::Stars& start,
                                                   const cluster::ClusterParameters& parameters) {
  cluster::require_runnable(start, parameters);
  require_device();
  return std::make_unique<HenonOnDevice<CudaDevice>>(std::make_shared<CudaDevice>(), StepThreads{},
                                                     start, parameters);
}

}  // namespace touchstone::gpu
