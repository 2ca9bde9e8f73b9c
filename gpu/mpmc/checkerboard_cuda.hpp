// gpu/mpmc/checkerboard_cuda.hpp
// Purpose   The checkerboard on a CUDA device, for programs that nvcc does not compile.
#pragma once
#include <memory>

#include "gpu/mpmc/checkerboard.hpp"

namespace touchstone::gpu {

/// Simulation on device 0, in single precision; all but small systems with the sizes of blocks and
/// tiles that some sweeps, made once for each size of system, find best (section 3.2 of the paper:
/// 55 % between the best and the worst). Throws InputError without a device.
std::unique_ptr<disks::Simulation> checkerboard_on_cuda(Form form,
                                                        const disks::Configuration& start,
                                                        const disks::RunParameters& p);

}  // namespace touchstone::gpu
