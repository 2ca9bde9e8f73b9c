// gpu/compare.hpp
// Purpose   Whether a device gives the bits of the grid emulator, kernel by kernel.
// Not here  Claims of schemes (checkers/), speed (benchmarks/).
#pragma once

namespace touchstone::gpu {

/// Exit code of what cannot be run here, and of nothing else.
inline constexpr int kNotRun = 77;

/// Prints what runs kernels here and one line for each kernel. Exit code 0: the same bits; 1:
/// other bits, or an impossible launch that nobody refused; kNotRun: there is no device. Throws
/// CudaError.
int compare_with_emulator();

}  // namespace touchstone::gpu
