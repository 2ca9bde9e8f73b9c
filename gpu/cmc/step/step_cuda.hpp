// gpu/cmc/step/step_cuda.hpp
// Purpose   Whole steps of star clusters on a CUDA device, for programs that nvcc does not compile.
#pragma once
#include <memory>

#include "models/cmc/registry.hpp"

namespace touchstone::gpu {

/// On device 0. Throws InputError without a device, and for what no step can be made of.
std::unique_ptr<cluster::ClusterRun> henon_on_cuda(const cluster::Stars& start,
                                                   const cluster::ClusterParameters& parameters);

}  // namespace touchstone::gpu
