// optimized/core/spin_barrier.hpp
// Purpose   A barrier for phases of a microsecond. It spins and soon lets other threads run: that
//           of OpenMP spins for milliseconds, which is fatal where there are more threads than
//           processors.
#pragma once
#include <atomic>
#include <cstdint>

#include "models/core/native_memory.hpp"

namespace touchstone::optimized {

class SpinBarrier {
 public:
  explicit SpinBarrier(std::uint32_t threads) : threads_(threads) {}

  /// Returns when all threads have arrived. What they wrote before, all see afterwards: each
  /// arrival (acq_rel) is seen by the next, the last one's release of the generation by all
  /// (acquire).
  void arrive_and_wait() {
    const std::uint32_t generation = generation_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      arrived_.store(0, std::memory_order_relaxed);
      generation_.store(generation + 1, std::memory_order_release);
      return;
    }
    spin_until([&] { return generation_.load(std::memory_order_acquire) != generation; });
  }

 private:
  std::uint32_t threads_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
};

}  // namespace touchstone::optimized
