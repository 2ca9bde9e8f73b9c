// checkers/explore/kernels/modelled_sleep.hpp
// Purpose   Sleep and locks of the system (models/core/sleep.hpp), for kernels under exploration.
// Source    futex(2): the system compares the value and puts the thread to sleep in one step.
#pragma once
#include <cstdint>
#include <functional>

#include "checkers/explore/kernels/explored_memory.hpp"
#include "models/core/memory_order.hpp"

namespace touchstone::explore {

/// The system's list of sleepers. Its lock makes comparison and sleep one step.
template <class Mem>
struct ModelledSleep {
  typename Mem::template Cell<std::int32_t> locked;
  typename Mem::template Cell<std::int32_t> woken;  ///< how often all were woken

  template <class Done>
  void look(Done&& done) const {
    done();
  }
  template <class Cell>
  void sleep(Mem& m, Cell& cell, std::uint32_t value) {
    m.wait_exchange(locked, 0, 1, order::acquire);
    const bool sleeps = m.load(cell, order::relaxed) == value;
    const std::int32_t before = m.load(woken, order::relaxed);
    m.store(locked, 0, order::release);
    if (sleeps) m.wait_until(woken, std::not_equal_to<>(), before, order::relaxed);
  }
  template <class Cell>
  void wake_all(Mem& m, Cell&) {
    m.wait_exchange(locked, 0, 1, order::acquire);
    m.store(woken, m.load(woken, order::relaxed) + 1, order::relaxed);
    m.store(locked, 0, order::release);
  }
};

inline ModelledSleep<ExploredMemory> modelled_sleep(Cells& cells) {
  return {cells.cell<std::int32_t>("locked", 0), cells.cell<std::int32_t>("woken", 0)};
}

/// Lock of the system.
template <class Mem>
struct ModelledLock {
  typename Mem::template Cell<std::int32_t> taken;

  void lock(Mem& m) { m.wait_exchange(taken, 0, 1, order::acquire); }
  void unlock(Mem& m) { m.store(taken, 0, order::release); }
};

}  // namespace touchstone::explore
