// checkers/explore/kernels/ticket_lock.hpp
// Purpose   Ticket lock, and threads that count under it.
// Source    D. P. Reed, R. K. Kanodia, Commun. ACM 22, 115 (1979): eventcounts and sequencers.
// Shows     No two threads are inside at once, each sees what its predecessor did, and every ticket
//           is served: every count arrives, and the lock ends as it began, all served.
#pragma once
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem>
struct TicketLock {
  typename Mem::template Cell<std::int32_t> next_ticket;
  typename Mem::template Cell<std::int32_t> now_served;

  /// Drawing a ticket orders nothing. Acquire: pairs with the release in unlock() of the thread
  /// with the ticket before, which had waited for its own predecessor, and so on.
  std::int32_t lock(Mem& m) {
    const std::int32_t ticket = m.fetch_add(next_ticket, 1, order::relaxed);
    m.wait_until(now_served, std::equal_to<>(), ticket, order::acquire);
    return ticket;
  }
  void unlock(Mem& m, std::int32_t ticket) { m.store(now_served, ticket + 1, order::release); }
};

template <class Mem>
struct CountedUnderTicketLock {
  TicketLock<Mem> mutex;
  typename Mem::template Cell<std::int32_t> count;
};

struct TicketRounds {
  std::int32_t left;
};

enum class TicketLockFault { none, does_not_wait_long_enough, serves_by_adding_twice };

template <TicketLockFault fault = TicketLockFault::none, class Mem>
void count_under_ticket_lock(Mem& m, CountedUnderTicketLock<Mem>& shared, TicketRounds state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.left-- == 0) return;
    std::int32_t ticket = 0;
    if constexpr (fault == TicketLockFault::does_not_wait_long_enough) {
      ticket = m.fetch_add(shared.mutex.next_ticket, 1, order::relaxed);
      m.wait_until(shared.mutex.now_served, std::greater_equal<>(), ticket - 1, order::acquire);
    } else {
      ticket = shared.mutex.lock(m);
    }
    const std::int32_t before = m.load(shared.count, order::plain);
    m.store(shared.count, before + 1, order::plain);
    shared.mutex.unlock(m, fault == TicketLockFault::serves_by_adding_twice ? ticket + 1 : ticket);
  }
}

}  // namespace touchstone::explore
