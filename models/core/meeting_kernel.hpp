// models/core/meeting_kernel.hpp
// Purpose   Meetings of threads, and waits for a message of another thread, on machines that others
//           use, too. Who waits looks for a while, since a thread that runs comes soon, and then
//           sleeps, since one that does not run needs the processor.
// Computes  A meeting ends for all when all have come. What anybody wrote before a meeting is seen
//           after it by all.
// Shown by  checkers/explore/kernels/meeting.cpp: every schedule, every weaker order.
// Not here  How a thread looks and sleeps (sleep.hpp).
#pragma once
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone {

/// A turn that threads wait for. Its lowest bit says that somebody sleeps, or is about to. Who
/// sleeps sets it, and who rings takes it, in one step each, and on one number: so one of the two
/// always sees the other.
template <class Mem, class Sleep>
struct Bell {
  using Number = std::uint32_t;
  static constexpr Number kSleeper = 1;

  typename Mem::template Cell<Number> turn;  ///< 0 at first

  /// The present turn, an even number.
  Number present(Mem& m) { return m.load(turn, order::relaxed) & ~kSleeper; }

  /// Ends the turn `now`, by one thread alone. What it has seen and written is seen by those who
  /// wait.
  void ring(Mem& m, Sleep& sleep, Number now) {
    if ((m.exchange(turn, now + 2, order::release) & kSleeper) != 0) sleep.wake_all(m, turn);
  }

  /// Waits until the turn is no longer `now`.
  void wait_while(Mem& m, Sleep& sleep, Number now) {
    Number seen = now;
    sleep.look([&] {
      seen = m.load(turn, order::acquire);
      return (seen & ~kSleeper) != now;
    });
    while ((seen & ~kSleeper) == now) {
      if (seen != now ||  // somebody sleeps already
          m.compare_exchange(turn, seen, now | kSleeper, order::relaxed, order::relaxed))
        sleep.sleep(m, turn, now | kSleeper);
      seen = m.load(turn, order::acquire);
    }
  }
};

/// Meetings of always the same number of threads.
template <class Mem, class Sleep>
struct Meeting {
  using Number = std::uint32_t;

  alignas(64) typename Mem::template Cell<Number> arrived;  ///< 0 at first
  alignas(64) Bell<Mem, Sleep> bell;

  void meet(Mem& m, Sleep& sleep, Number threads) {
    const Number now = bell.present(m);  // no other can be before this thread has come
    if (m.fetch_add(arrived, 1, order::acq_rel) + 1 != threads)
      return bell.wait_while(m, sleep, now);
    m.store(arrived, 0, order::relaxed);
    bell.ring(m, sleep, now);
  }
};

}  // namespace touchstone
