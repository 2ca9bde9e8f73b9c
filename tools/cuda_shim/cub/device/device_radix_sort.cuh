// tools/cuda_shim/cub/device/device_radix_sort.cuh
// Purpose   The sort of CUB that gpu/exec/cuda_sort.cu calls, declared and not defined, as in
//           tools/cuda_shim/cuda_runtime.h.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

namespace cub {

struct DeviceRadixSort {
  template <class Key, class Value, class Count>
  static cudaError_t SortPairs(void* scratch, std::size_t& bytes, const Key* keys, Key* sorted_keys,
                               const Value* values, Value* sorted_values, Count count,
                               int begin_bit = 0, int end_bit = 8 * static_cast<int>(sizeof(Key)),
                               cudaStream_t stream = nullptr);
};

}  // namespace cub
