// checkers/explore/kernels/spin_lock.hpp
// Purpose   Test-and-set spin lock, and threads that count under it.
// Shows     No two threads are between lock() and unlock() at once, and the next one sees what the
//           last one did: every count arrives.
#pragma once
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem>
struct SpinLock {
  typename Mem::template Cell<std::int32_t> taken;

  /// Acquire: pairs with the release in unlock(), so that the winner sees all that was done before.
  void lock(Mem& m) { m.wait_exchange(taken, 0, 1, order::acquire); }
  void unlock(Mem& m) { m.store(taken, 0, order::release); }
};

template <class Mem>
struct CountedUnderSpinLock {
  SpinLock<Mem> mutex;
  typename Mem::template Cell<std::int32_t> count;
};

struct RoundsLeft {
  std::int32_t rounds;
};

enum class SpinLockFault { none, unlocked_early, two_steps };

template <SpinLockFault fault = SpinLockFault::none, class Mem>
void count_under_spin_lock(Mem& m, CountedUnderSpinLock<Mem>& shared, RoundsLeft state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.rounds-- == 0) return;
    if constexpr (fault == SpinLockFault::two_steps) {  // sees the lock free, then takes it
      m.wait_until(shared.mutex.taken, std::equal_to<>(), 0, order::acquire);
      m.store(shared.mutex.taken, 1, order::relaxed);
    } else {
      shared.mutex.lock(m);
    }
    const std::int32_t before = m.load(shared.count, order::plain);
    if constexpr (fault == SpinLockFault::unlocked_early) shared.mutex.unlock(m);
    m.store(shared.count, before + 1, order::plain);
    if constexpr (fault != SpinLockFault::unlocked_early) shared.mutex.unlock(m);
  }
}

}  // namespace touchstone::explore
