// gpu/exec/context.hpp
// Purpose   Contract of a kernel body with the code that runs it. A kernel is written once; CUDA
//           runs it on a device (gpu/exec/cuda_launch.cuh), the grid emulator runs the same source
//           on a processor and judges it (gpu/exec/emulator/emulate.hpp), and real threads run it
//           under ThreadSanitizer (gpu/exec/emulator/on_threads.hpp).
// Not here  Reductions and scans built on these words (gpu/exec/collectives.hpp); memory and copies
//           (gpu/exec/emulator/emulated_device.hpp and gpu/exec/cuda_device.cuh).
//
// A kernel is a struct of plain values and Spans:
//
//   struct Scale {
//     static constexpr const char* kName = "longrange/scale";
//     static constexpr bool kSynchronises = false;
//     Span<const double> in; Span<double> out; double factor;
//     template <class Context>
//     TOUCHSTONE_HD void operator()(Context& ctx) const {
//       const auto x = ctx.global(in, "in");
//       const auto y = ctx.global(out, "out");
//       for (auto i = ctx.global_thread(); i < in.size; i += ctx.global_size())
//         y[i] = factor * x[i];
//     }
//   };
//
// Members that it declares (KernelTraits below gives the defaults):
//   kName                            for messages; required
//   kSynchronises       (true)       false: no sync, collective or shared memory; such a kernel is
//                                    emulated without fibers, which is many times faster
//   kSynchronisesGrid   (false)      true: uses sync_grid(), so it is launched cooperatively and
//                                    all its blocks must fit on the device at once
//   kMaxThreads         (1024)       the largest block it is launched with (__launch_bounds__)
//   shared_bytes(threads) const (0)  shared memory of a block of `threads`, with padding between
//                                    arrays of different alignment; a member function of the host;
//                                    at most kMaxSharedBytes
//
// Position in the grid
//   block() block_count() thread() block_size()          one-dimensional; int
//   warp() warp_count() lane() lanes()                   lanes(): how many lanes this warp has, 32
//                                                        or fewer in the last warp of a block
//   global_thread() global_size()                        std::int64_t, for grid-stride loops
//
// Memory. An element is read whole and written whole.
//   auto a = ctx.global(span, "a");       elements in device memory; the name is for messages
//   auto s = ctx.template shared<T>(count, "s");
//                                         every thread of the block makes the same calls in the
//                                         same order, each gets the same arrays; not initialised.
//                                         Once per array, not in a loop. A helper that calls it
//                                         takes Context&, others may take const Context&.
//   a[i] = v;  T v = a[i];  a[i] += v;    a.load(i), a.store(i, v) are the same: use load where a
//                                         template deduces T (`auto v = a.load(i)`; `auto v = a[i]`
//                                         compiles on a device only). No `a[i].x`: read the element
//                                         into a local, change it, write it back.
//   const T registers[8]                  ordinary locals; keep them trivially destructible
//
// Atomics, on elements of global and shared arrays of 4 or 8 bytes. Relaxed, device-wide; each
// returns the value before.
//   ctx.atomic_add(a, i, v)               integers, float, double (sums of these depend on order!)
//   ctx.atomic_min/atomic_max(a, i, v)    integers
//   ctx.atomic_exchange(a, i, v)          integers, float
//   ctx.atomic_compare_exchange(a, i, expected, desired)   integers
//   ctx.atomic_load(a, i), ctx.atomic_store(a, i, v)       where others change it meanwhile
//
// Barriers
//   ctx.sync()        all threads of the block, none of which may have returned: at the same line,
//                     the same number of times. What was written before is seen after.
//   ctx.sync_any(p)   the same, and whether p is true in any thread of the block
//   ctx.sync_warp()   all lanes of the warp; orders their accesses to memory
//   ctx.sync_grid()   all threads of all blocks (kSynchronisesGrid)
//   No waiting in a loop for what another thread will write: neither blocks nor the lanes of a warp
//   are promised to make progress side by side.
//
// Warp collectives: every lane of the warp that exists takes part, at the same line. They pass
// values, and do not order accesses to memory: that is sync_warp(). T: trivially copyable, up to
// 16 bytes.
//   ctx.shuffle(v, lane)                  the value of `lane`, which must be below lanes()
//   ctx.shuffle_up(v, d)                  of lane - d; its own, where there is no such lane
//   ctx.shuffle_down(v, d)                of lane + d; its own, where there is no such lane
//   ctx.shuffle_xor(v, mask)              of lane ^ mask; its own, where there is no such lane
//   ctx.ballot(p) -> std::uint32_t        bit l: p of lane l;  ctx.any(p), ctx.all(p)
//
// Between two launches everything is ordered. Within one, blocks are not: an element that one block
// writes and another reads or writes must be accessed by atomics only, or with a sync_grid()
// between.
//
// Bits: with -ffp-contract=off (g++, clang++) and --fmad=false (nvcc), + - * / and sqrt give the
// same bits everywhere; exp, sin, pow and the like do not.
#pragma once
#include <cstddef>
#include <cstdint>

#include "gpu/exec/plain_array.hpp"
#include "gpu/exec/span.hpp"
#include "models/core/host_device.hpp"

namespace touchstone::gpu {

inline constexpr int kWarpSize = 32;
inline constexpr int kMaxBlockThreads = 1024;
/// Bytes of shared memory of a block on sm_75, the oldest device supported.
inline constexpr std::size_t kMaxSharedBytes = 64 * 1024;

/// Number of blocks, and of threads per block.
struct Launch {
  int blocks = 1;
  int threads = kWarpSize;
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// Enough blocks of `threads` for one thread per piece of work; at least one block.
constexpr Launch launch_for(std::int64_t work, int threads) {
  const std::int64_t blocks = (work + threads - 1) / threads;
  return {blocks < 1 ? 1 : static_cast<int>(blocks), threads};
}

/// Properties declared by a kernel, with the defaults.
template <class Kernel>
struct KernelTraits {
  static constexpr bool synchronises() {
    if constexpr (requires { Kernel::kSynchronises; }) return Kernel::kSynchronises;
    return true;
  }
  static constexpr bool synchronises_grid() {
    if constexpr (requires { Kernel::kSynchronisesGrid; }) return Kernel::kSynchronisesGrid;
    return false;
  }
  static constexpr int max_threads() {
    if constexpr (requires { Kernel::kMaxThreads; }) return Kernel::kMaxThreads;
    return kMaxBlockThreads;
  }
  static constexpr std::size_t shared_bytes(const Kernel& kernel, int threads) {
    if constexpr (requires { kernel.shared_bytes(threads); }) return kernel.shared_bytes(threads);
    return 0;
  }
};

/// Number of warps of a block of `threads` threads, and number of lanes of its warp `warp`.
TOUCHSTONE_HD constexpr int warps_of(int threads) { return (threads + kWarpSize - 1) / kWarpSize; }
TOUCHSTONE_HD constexpr int lanes_of_warp(int threads, int warp) {
  const int rest = threads - warp * kWarpSize;
  return rest < kWarpSize ? rest : kWarpSize;
}

/// Offset in bytes of the next array of shared memory when `used` bytes are taken.
TOUCHSTONE_HD constexpr std::size_t aligned_up(std::size_t used, std::size_t alignment) {
  return (used + alignment - 1) / alignment * alignment;
}

}  // namespace touchstone::gpu
