// optimized/core/thread_barrier.hpp
// Purpose   The barrier of barrier_kernel.hpp for a fixed number of threads.
#pragma once
#include <cstdint>

#include "models/core/native_memory.hpp"
#include "optimized/core/barrier_kernel.hpp"

namespace touchstone::optimized {

class ThreadBarrier {
 public:
  explicit ThreadBarrier(std::uint32_t threads) : threads_(threads) {}

  /// Returns when all threads have arrived. What they wrote before, all see afterwards.
  void arrive_and_wait() { kernel_.arrive_and_wait(memory_, threads_); }

 private:
  std::uint32_t threads_;
  NativeMemory memory_;
  BarrierKernel<NativeMemory> kernel_{};
};

}  // namespace touchstone::optimized
