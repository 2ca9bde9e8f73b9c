// gpu/exec/cuda_sort.hpp
// Purpose   Sorts pairs of a key and a value on a CUDA device; declared here, so that CUB is
//           compiled once and not with every file of kernels.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "gpu/exec/span.hpp"

namespace touchstone::gpu {

/// Bytes of scratch memory for so many pairs, on the current device.
std::int64_t sort_scratch_on_cuda(std::int64_t pairs);

/// Puts the sort into `stream`: ascending keys, and pairs of equal keys keep their order.
void sort_pairs_on_cuda(cudaStream_t stream, Span<const std::uint64_t> keys,
                        Span<std::uint64_t> sorted_keys, Span<const std::uint32_t> values,
                        Span<std::uint32_t> sorted_values, Span<std::byte> scratch);

}  // namespace touchstone::gpu
