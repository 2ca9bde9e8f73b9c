// gpu/mpmc/checkerboard_cuda.cu
// Purpose   The kernels of the checkerboard, compiled for a device.
#include <chrono>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/mpmc/checkerboard_cuda.hpp"

namespace touchstone::gpu {
namespace {

using OnCuda = Checkerboard<float, CudaDevice>;

std::unique_ptr<OnCuda> started(Form form, int threads, const disks::Configuration& start,
                                const disks::RunParameters& p) {
  return std::make_unique<OnCuda>(std::make_unique<CudaDevice>(), form,
                                  Blocks{.sweep = threads, .shift = threads}, start, p);
}

/// Seconds of some sweeps, after some that warm up.
double seconds(OnCuda& simulation) {
  constexpr std::uint64_t kSweeps = 50;
  simulation.advance(kSweeps);
  const auto before = std::chrono::steady_clock::now();
  simulation.advance(kSweeps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

}  // namespace

std::unique_ptr<disks::Simulation> checkerboard_on_cuda(Form form,
                                                        const disks::Configuration& start,
                                                        const disks::RunParameters& p) {
  int best = 0;
  double least = 0;
  for (const int threads : {64, 128, 192, 256}) {  // it decides about speed only
    const double time = seconds(*started(form, threads, start, p));
    if (best != 0 && time >= least) continue;
    best = threads;
    least = time;
  }
  return started(form, best, start, p);
}

}  // namespace touchstone::gpu
