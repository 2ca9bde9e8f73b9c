// gpu/mpmc/checkerboard_cuda.cu
// Purpose   The kernels of the checkerboard, compiled for a device.
#include <memory>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/tune.hpp"
#include "gpu/mpmc/checkerboard_cuda.hpp"

namespace touchstone::gpu {
namespace {

using OnCuda = Checkerboard<float, CudaDevice>;

constexpr int kTunedSweeps = 20;

}  // namespace

std::unique_ptr<disks::Simulation> checkerboard_on_cuda(Form form,
                                                        const disks::Configuration& start,
                                                        const disks::RunParameters& p) {
  const auto device = std::make_shared<CudaDevice>();
  const auto with = [&](int threads) {
    return std::make_unique<OnCuda>(device, form, Blocks{.sweep = threads, .shift = threads}, start,
                                    p);
  };
  std::unique_ptr<OnCuda> simulation;  // of the size being tried
  int size = 0;
  const Tuning tuning = tune_threads(*device, {64, 128, 192, 256}, [&](int threads) {
    if (threads != size) simulation = with(threads);
    size = threads;
    simulation->advance(kTunedSweeps);
  });
  return with(tuning.threads);
}

}  // namespace touchstone::gpu
