// gpu/exec/cuda_context.cuh
// Purpose   The context of gpu/exec/context.hpp on a CUDA device. Nothing is checked here: that is
//           what the emulator is for.
#pragma once
#include <cooperative_groups.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpu/exec/context.hpp"
#include "gpu/exec/plain_array.hpp"

namespace touchstone::gpu {

class CudaContext {
 public:
  __device__ int block() const { return static_cast<int>(blockIdx.x); }
  __device__ int block_count() const { return static_cast<int>(gridDim.x); }
  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int block_size() const { return static_cast<int>(blockDim.x); }
  __device__ int warp() const { return thread() / kWarpSize; }
  __device__ int warp_count() const { return warps_of(block_size()); }
  __device__ int lane() const { return thread() % kWarpSize; }
  __device__ int lanes() const { return lanes_of_warp(block_size(), warp()); }
  __device__ std::int64_t global_thread() const {
    return std::int64_t{block()} * block_size() + thread();
  }
  __device__ std::int64_t global_size() const { return std::int64_t{block_count()} * block_size(); }

  template <class T>
  __device__ PlainArray<T> global(Span<T> span, const char*) const {
    return PlainArray<T>(span.data);
  }
  /// Every thread makes the same calls, so every thread finds the same places.
  template <class T>
  __device__ PlainArray<T> shared(std::int64_t count, const char*) {
    static_assert(alignof(T) <= 16);
    extern __shared__ __align__(16) unsigned char touchstone_shared_memory[];
    const std::size_t start = aligned_up(shared_used_, alignof(T));
    shared_used_ = start + static_cast<std::size_t>(count) * sizeof(T);
    return PlainArray<T>(reinterpret_cast<T*>(touchstone_shared_memory + start));
  }

  __device__ void sync() const { __syncthreads(); }
  __device__ bool sync_any(bool mine) const { return __syncthreads_or(mine) != 0; }
  __device__ void sync_warp() const { __syncwarp(mask()); }
  __device__ void sync_grid() const { cooperative_groups::this_grid().sync(); }

  template <class T>
  __device__ T shuffle(T value, int source) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 16);
    constexpr int kWords = (sizeof(T) + 3) / 4;
    std::uint32_t words[kWords] = {};
    std::memcpy(words, &value, sizeof(T));
    for (int i = 0; i < kWords; ++i) words[i] = __shfl_sync(mask(), words[i], source);
    std::memcpy(&value, words, sizeof(T));
    return value;
  }
  template <class T>
  __device__ T shuffle_up(T value, int distance) const {
    return shuffle(value, or_own(lane() - distance));
  }
  template <class T>
  __device__ T shuffle_down(T value, int distance) const {
    return shuffle(value, or_own(lane() + distance));
  }
  template <class T>
  __device__ T shuffle_xor(T value, int bits) const {
    return shuffle(value, or_own(lane() ^ bits));
  }
  __device__ std::uint32_t ballot(bool mine) const { return __ballot_sync(mask(), mine); }
  __device__ bool any(bool mine) const { return __any_sync(mask(), mine) != 0; }
  __device__ bool all(bool mine) const { return __all_sync(mask(), mine) != 0; }

  template <class T, class Index>
  __device__ T atomic_add(const PlainArray<T>& array, Index i, std::type_identity_t<T> v) const {
    if constexpr (std::is_floating_point_v<T>)
      return atomicAdd(array.data() + i, v);
    else
      return from<T>(atomicAdd(bits(array, i), word(v)));
  }
  template <class T, class Index>
  __device__ T atomic_min(const PlainArray<T>& array, Index i, std::type_identity_t<T> v) const {
    using Word = Ordered<T>;
    return static_cast<T>(
        atomicMin(reinterpret_cast<Word*>(array.data() + i), static_cast<Word>(v)));
  }
  template <class T, class Index>
  __device__ T atomic_max(const PlainArray<T>& array, Index i, std::type_identity_t<T> v) const {
    using Word = Ordered<T>;
    return static_cast<T>(
        atomicMax(reinterpret_cast<Word*>(array.data() + i), static_cast<Word>(v)));
  }
  template <class T, class Index>
  __device__ T atomic_exchange(const PlainArray<T>& array, Index i,
                               std::type_identity_t<T> v) const {
    return from<T>(atomicExch(bits(array, i), word(v)));
  }
  template <class T, class Index>
  __device__ T atomic_compare_exchange(const PlainArray<T>& array, Index i,
                                       std::type_identity_t<T> expected,
                                       std::type_identity_t<T> desired) const {
    static_assert(std::is_integral_v<T>);
    return from<T>(atomicCAS(bits(array, i), word(expected), word(desired)));
  }
  /// A volatile access is a relaxed one (PTX, memory consistency model).
  template <class T, class Index>
  __device__ T atomic_load(const PlainArray<T>& array, Index i) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    return *static_cast<const volatile T*>(array.data() + i);
  }
  template <class T, class Index>
  __device__ void atomic_store(const PlainArray<T>& array, Index i,
                               std::type_identity_t<T> v) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    *static_cast<volatile T*>(array.data() + i) = v;
  }

 private:
  /// The types for which the toolkit declares its atomics.
  template <class T>
  using Bits = std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;
  template <class T>
  using Ordered = std::conditional_t<std::is_unsigned_v<T>, Bits<T>,
                                     std::conditional_t<sizeof(T) == 4, int, long long>>;

  __device__ std::uint32_t mask() const { return 0xFFFFFFFFu >> (kWarpSize - lanes()); }
  __device__ int or_own(int source) const {
    return source < 0 || source >= lanes() ? lane() : source;
  }
  template <class T, class Index>
  __device__ static Bits<T>* bits(const PlainArray<T>& array, Index i) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a device has atomics of 4 and 8 bytes");
    return reinterpret_cast<Bits<T>*>(array.data() + i);
  }
  template <class T>
  __device__ static Bits<T> word(T value) {
    Bits<T> result;
    std::memcpy(&result, &value, sizeof(T));
    return result;
  }
  template <class T>
  __device__ static T from(Bits<T> word) {
    T result;
    std::memcpy(&result, &word, sizeof(T));
    return result;
  }

  std::size_t shared_used_ = 0;
};

}  // namespace touchstone::gpu
