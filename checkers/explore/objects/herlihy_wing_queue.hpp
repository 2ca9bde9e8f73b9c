// checkers/explore/objects/herlihy_wing_queue.hpp
// Purpose   Queue in an array without end: who puts takes the next place, who takes looks at all
//           places that have been given away, from the oldest on.
// Source    M. P. Herlihy, J. M. Wing, ACM Trans. Program. Lang. Syst. 12, 463 (1990), figure 11.
// Shows     Linearizable to a queue, although no step of put() is always the one at which it takes
//           effect: which of two items is first may be settled only when one is taken.
#pragma once
#include <array>
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

enum class QueueFault { none, newest_first };

template <class Mem, std::size_t places, QueueFault fault = QueueFault::none>
struct HerlihyWingQueue {
  typename Mem::template Cell<std::int32_t> given_away;                 ///< places, from 0 on
  std::array<typename Mem::template Cell<std::int32_t>, places> place;  ///< 0: nothing there

  /// Release: who sees this place given away sees what was put before into older ones, and what was
  /// done before this item is put; so the place itself needs no order.
  void put(Mem& m, std::int32_t item) {
    const std::int32_t own = m.fetch_add(given_away, 1, order::release);
    m.store(place[static_cast<std::size_t>(own)], item, order::relaxed);
  }

  /// An item, or 0 where none was found: look again. Acquire: pairs with the release of put().
  std::int32_t look(Mem& m) {
    const std::int32_t count = m.load(given_away, order::acquire);
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int32_t here = fault == QueueFault::newest_first ? count - 1 - i : i;
      const auto own = place[static_cast<std::size_t>(here)];
      if (m.load(own, order::relaxed) == 0) continue;  // who finds nothing writes nothing
      if (const std::int32_t item = m.exchange(own, 0, order::relaxed); item != 0) return item;
    }
    return 0;
  }
};

}  // namespace touchstone::explore
