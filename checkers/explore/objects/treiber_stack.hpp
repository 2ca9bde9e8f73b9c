// checkers/explore/objects/treiber_stack.hpp
// Purpose   Stack without locks, whose nodes are used again by those who took them.
// Source    R. K. Treiber, Systems programming: coping with parallelism, IBM RJ 5118 (1986); the
//           count beside the head is that of IBM System/370, Principles of Operation, appendix A.
// Shows     Linearizable to a stack. Without the count, a head that went and came back deceives a
//           thread that was about to take it: an item is taken twice (the ABA problem).
#pragma once
#include <array>
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

enum class StackFault { none, no_count };

struct StackHead {
  std::int32_t node;   ///< 0: the stack is empty
  std::int32_t count;  ///< changes of the head
};

template <class Mem, std::size_t nodes, StackFault fault = StackFault::none>
struct TreiberStack {
  typename Mem::template Cell<StackHead> head;
  std::array<typename Mem::template Cell<std::int32_t>, nodes + 1> next;  ///< [0] is not used
  std::array<typename Mem::template Cell<std::int32_t>, nodes + 1> item;

  static StackHead after(StackHead head, std::int32_t node) {
    return {node, fault == StackFault::no_count ? 0 : head.count + 1};
  }

  /// Release: who sees the node on top sees its item and its next one.
  void push(Mem& m, std::int32_t node, std::int32_t value) {
    const auto own = static_cast<std::size_t>(node);
    m.store(item[own], value, order::relaxed);
    StackHead seen = m.load(head, order::relaxed);
    do {
      m.store(next[own], seen.node, order::relaxed);
    } while (!m.compare_exchange(head, seen, after(seen, node), order::release, order::relaxed));
  }

  /// The node that was taken, 0 if there was none. Acquire: pairs with the release of push().
  std::int32_t pop(Mem& m) {
    StackHead seen = m.load(head, order::acquire);
    while (seen.node != 0) {
      const std::int32_t below = m.load(next[static_cast<std::size_t>(seen.node)], order::relaxed);
      if (m.compare_exchange(head, seen, after(seen, below), order::relaxed, order::acquire))
        return seen.node;
    }
    return 0;
  }
};

}  // namespace touchstone::explore
