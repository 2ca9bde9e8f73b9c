// gpu/hpmc/shapes_cuda.hpp
// Purpose   Hard shapes on a CUDA device, for programs that nvcc does not compile.
#pragma once
#include <memory>
#include <string>

#include "gpu/hpmc/shape_checkerboard.hpp"

namespace touchstone::gpu {

/// Simulation on device 0; large systems with the sizes of blocks and groups that a short
/// benchmark, once for each size of system, finds best. Throws InputError without a device.
std::unique_ptr<shapes::Simulation> shapes_on_cuda(ShapeQueue queue,
                                                   const shapes::Configuration& start,
                                                   const shapes::RunParameters& p,
                                                   const PointShapes& types);

}  // namespace touchstone::gpu
