// gpu/exec/cuda_sort.cu
// Purpose   Sorts pairs on a CUDA device by CUB's radix sort.
// Source    CUB of the CUDA toolkit, cub::DeviceRadixSort::SortPairs, which is stable: the result
//           is that of std::stable_sort.
#include <cub/device/device_radix_sort.cuh>

#include "gpu/exec/cuda_launch.cuh"
#include "gpu/exec/cuda_sort.hpp"

namespace touchstone::gpu {

std::int64_t sort_scratch_on_cuda(std::int64_t pairs) {
  std::size_t bytes = 0;
  check_cuda(cub::DeviceRadixSort::SortPairs(
                 nullptr, bytes, static_cast<const std::uint64_t*>(nullptr),
                 static_cast<std::uint64_t*>(nullptr), static_cast<const std::uint32_t*>(nullptr),
                 static_cast<std::uint32_t*>(nullptr), pairs),
             "cub::DeviceRadixSort::SortPairs (size)");
  return static_cast<std::int64_t>(bytes);
}

void sort_pairs_on_cuda(cudaStream_t stream, Span<const std::uint64_t> keys,
                        Span<std::uint64_t> sorted_keys, Span<const std::uint32_t> values,
                        Span<std::uint32_t> sorted_values, Span<std::byte> scratch) {
  auto bytes = static_cast<std::size_t>(scratch.size);
  check_cuda(
      cub::DeviceRadixSort::SortPairs(scratch.data, bytes, keys.data, sorted_keys.data, values.data,
                                      sorted_values.data, keys.size, 0, 64, stream),
      "cub::DeviceRadixSort::SortPairs");
}

}  // namespace touchstone::gpu
