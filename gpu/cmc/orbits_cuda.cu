// gpu/cmc/orbits_cuda.cu
// Purpose   The kernels of orbits, compiled for a device.
#include <memory>

#include "gpu/cmc/orbits.hpp"
#include "gpu/cmc/orbits_cuda.hpp"
#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"

namespace touchstone::gpu {
namespace {

/// The paper's largest block, 64 registers a thread (appendix).
constexpr int kThreads = 256;

OrbitsOnDevice<CudaDevice> on_cuda(const cluster::Stars& stars) {
  require_device();
  return {std::make_shared<CudaDevice>(), kThreads, stars};
}

}  // namespace

std::vector<cluster::SampledStar> sample_positions_on_cuda(const cluster::Stars& stars,
                                                           std::vector<cluster::Lfsr113>& streams,
                                                           bool fused) {
  return on_cuda(stars).sample_positions(streams, fused);
}

std::vector<cluster::OrbitSample> sample_orbit_on_cuda(const cluster::Stars& stars,
                                                       std::size_t star, std::size_t count,
                                                       const cluster::Lfsr113& stream) {
  return on_cuda(stars).sample_orbit(star, count, stream);
}

}  // namespace touchstone::gpu
