// models/core/sleep.hpp
// Purpose   Looks for what another thread does, sleep in the system until it is done (futex of
//           Linux), and locks; with them, the kernels of meeting_kernel.hpp and mailbox_kernel.hpp
//           for production.
// Cost      A look takes 24 ns, to fall asleep and wake up some microseconds, or, where others use
//           the machine, a time slice of milliseconds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "models/core/mailbox_kernel.hpp"
#include "models/core/meeting_kernel.hpp"
#include "models/core/native_memory.hpp"

namespace touchstone {

class NativeSleep {
 public:
  /// Looks for some 12 microseconds where each of so many threads can have a processor; otherwise
  /// once, since a thread that looks keeps its processor from the one that it waits for. On a
  /// machine that others use longer looks cost more: who slept is let run sooner.
  explicit NativeSleep(std::size_t threads);

  /// Looks until `done()`, or until it has looked long enough.
  template <class Done>
  void look(Done&& done) const {
    unsigned looks = 0;
    spin_until([&] { return done() || ++looks >= looks_; }, ~0u);
  }
  /// Sleeps while the cell has this value, until it is woken; may also return before.
  void sleep(NativeMemory& memory, std::uint32_t& cell, std::uint32_t value) const;
  /// Wakes all who sleep for this cell.
  void wake_all(NativeMemory& memory, std::uint32_t& cell) const;

 private:
  unsigned looks_;
};

struct NativeLock {
  std::mutex mutex;
  void lock(NativeMemory&) { mutex.lock(); }
  void unlock(NativeMemory&) { mutex.unlock(); }
};

/// A place where always the same number of threads meet.
class MeetingPoint {
 public:
  explicit MeetingPoint(std::size_t threads)
      : threads_(static_cast<std::uint32_t>(threads)), sleep_(threads) {}
  MeetingPoint(const MeetingPoint&) = delete;
  MeetingPoint& operator=(const MeetingPoint&) = delete;

  void arrive_and_wait() {
    NativeMemory memory;
    meeting_.meet(memory, sleep_, threads_);
  }

 private:
  std::uint32_t threads_;
  NativeSleep sleep_;
  Meeting<NativeMemory, NativeSleep> meeting_{};
};

}  // namespace touchstone
