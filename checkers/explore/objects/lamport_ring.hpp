// checkers/explore/objects/lamport_ring.hpp
// Purpose   Queue between one thread that puts and one that takes, in a ring of places; nobody
//           waits: a full or an empty ring is an answer.
// Source    L. Lamport, ACM Trans. Program. Lang. Syst. 5, 190 (1983), section 1.
// Shows     Linearizable to a queue with as much room as there are places.
// Not here  The ring whose users wait (single_producer_ring.hpp); first in, first out says it all.
#pragma once
#include <array>
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

enum class LamportFault { none, published_early, one_too_many };

template <class Mem, std::size_t places, LamportFault fault = LamportFault::none>
struct LamportRing {
  typename Mem::template Cell<std::int32_t> sent;      ///< written by who puts only
  typename Mem::template Cell<std::int32_t> received;  ///< written by who takes only
  std::array<typename Mem::template Cell<std::int32_t>, places> place;

  static constexpr std::int32_t kRoom =
      static_cast<std::int32_t>(places) + (fault == LamportFault::one_too_many ? 1 : 0);

  /// 1, or 0 where the ring is full. Acquire: the place that is filled again has been read.
  std::int32_t put(Mem& m, std::int32_t own_sent, std::int32_t item) {
    if (own_sent - m.load(received, order::acquire) == kRoom) return 0;
    const std::size_t index = static_cast<std::size_t>(own_sent) % places;
    if constexpr (fault == LamportFault::published_early)
      m.store(sent, own_sent + 1, order::release);
    m.store(place[index], item, order::plain);
    if constexpr (fault != LamportFault::published_early)
      m.store(sent, own_sent + 1, order::release);
    return 1;
  }

  /// The oldest item, or 0 where there is none. Acquire: the item has been written.
  std::int32_t take(Mem& m, std::int32_t own_received) {
    if (m.load(sent, order::acquire) == own_received) return 0;
    const std::int32_t item =
        m.load(place[static_cast<std::size_t>(own_received) % places], order::plain);
    m.store(received, own_received + 1, order::release);
    return item;
  }
};

}  // namespace touchstone::explore
