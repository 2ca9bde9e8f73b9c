// models/core/mailbox_kernel.hpp
// Purpose   A box of messages, which any thread fills: a receiver searches it for the message that
//           it waits for, or several threads each read the last one.
// Computes  What a sender wrote before it delivered a message is seen by who receives it.
// Shown by  checkers/explore/kernels/mailbox.cpp, calls.cpp: every schedule, every weaker order.
// Not here  What a message is, how a thread looks and sleeps (sleep.hpp).
#pragma once
#include "models/core/meeting_kernel.hpp"

namespace touchstone {

/// `Lock` has lock(memory) and unlock(memory).
template <class Mem, class Sleep, class Lock>
struct Mailbox {
  using Number = typename Bell<Mem, Sleep>::Number;

  Lock lock;
  Bell<Mem, Sleep> delivered;  ///< turns: one for each message, under the lock

  /// `put()` adds a message.
  template <class Put>
  void deliver(Mem& m, Sleep& sleep, Put&& put) {
    lock.lock(m);
    put();
    delivered.ring(m, sleep, delivered.present(m));
    lock.unlock(m);
  }

  /// Waits until `take()` has found its message, which it takes out.
  template <class Take>
  void receive(Mem& m, Sleep& sleep, Take&& take) {
    for (;;) {
      // Read before the box is searched: a message that comes in between does not leave us asleep.
      const Number now = delivered.present(m);
      lock.lock(m);
      const bool found = take();
      lock.unlock(m);
      if (found) return;
      delivered.wait_while(m, sleep, now);
    }
  }

  /// Waits until the turn is no longer `seen`, reads what is there by `read()`, and returns the
  /// turn that this was in. The first `seen` is 0.
  template <class Read>
  Number next(Mem& m, Sleep& sleep, Number seen, Read&& read) {
    delivered.wait_while(m, sleep, seen);
    lock.lock(m);
    read();
    const Number now = delivered.present(m);
    lock.unlock(m);
    return now;
  }
};

}  // namespace touchstone
