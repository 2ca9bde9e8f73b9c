// optimized/core/barrier_kernel.hpp
// Purpose   Barrier for phases of microseconds, for threads that may share processors with other
//           programs: who waits spins briefly and then sleeps, so that it keeps no processor from
//           the thread that it waits for. The barriers of OpenMP spin for milliseconds.
// Computes  Threads count themselves in; the last one resets the count and ends the generation.
// Shown by  checkers/explore/kernels/thread_barrier.cpp: every schedule, every weaker order.
#pragma once
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::optimized {

/// Begins with both cells 0.
template <class Mem>
struct BarrierKernel {
  alignas(64) typename Mem::template Cell<std::uint32_t> arrived;
  alignas(64) typename Mem::template SleepCell<std::uint32_t> generation;

  /// Returns when all threads have arrived. What they wrote before, all see afterwards: each
  /// arrival (acq_rel) is seen by the next, the last one's release of the generation by all
  /// (acquire).
  void arrive_and_wait(Mem& m, std::uint32_t threads) {
    const std::uint32_t before = m.load(generation, order::relaxed);
    if (m.fetch_add(arrived, 1, order::acq_rel) + 1 == threads) {
      m.store(arrived, 0, order::relaxed);
      m.store(generation, before + 1, order::release);
      m.wake(generation);
    } else {
      m.sleep_until(generation, std::not_equal_to<>(), before, order::acquire);
    }
  }
};

}  // namespace touchstone::optimized
