// gpu/cmc/orbits_cuda.hpp
// Purpose   Orbits of star clusters on a CUDA device, for programs that nvcc does not compile.
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/registry.hpp"

namespace touchstone::gpu {

// On device 0. InputError without a device; else as gpu/cmc/orbits.hpp.
std::vector<cluster::SampledStar> sample_positions_on_cuda(const cluster::Stars& stars,
                                                           std::vector<cluster::Lfsr113>& streams,
                                                           bool fused);
std::vector<cluster::OrbitSample> sample_orbit_on_cuda(const cluster::Stars& stars,
                                                       std::size_t star, std::size_t count,
                                                       const cluster::Lfsr113& stream);

}  // namespace touchstone::gpu
