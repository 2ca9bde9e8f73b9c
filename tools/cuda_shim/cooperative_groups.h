// tools/cuda_shim/cooperative_groups.h
// Purpose   The barrier of a whole grid, as tools/cuda_shim/cuda_runtime.h declares the rest.
#pragma once

namespace cooperative_groups {
struct grid_group {
  __device__ void sync() const;
};
__device__ grid_group this_grid();
}  // namespace cooperative_groups
