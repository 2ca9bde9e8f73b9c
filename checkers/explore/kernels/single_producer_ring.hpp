// checkers/explore/kernels/single_producer_ring.hpp
// Purpose   Queue between one producer and one consumer in a ring of slots.
// Source    L. Lamport, ACM Trans. Program. Lang. Syst. 5, 190 (1983), section 1.
// Shows     First in, first out: the consumer receives 1, 2, 3, ... and no slot is touched by both.
#pragma once
#include <array>
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem, std::size_t slots>
struct Ring {
  typename Mem::template Cell<std::int32_t> sent;      ///< written by the producer only
  typename Mem::template Cell<std::int32_t> received;  ///< written by the consumer only
  std::array<typename Mem::template Cell<std::int32_t>, slots> slot;
};

struct ItemsPassed {
  std::int32_t passed;
  std::int32_t wanted;
};

enum class RingFault { none, one_too_many, published_early, freed_early };

/// Acquire: pairs with the release of the consumer, which has read the slot that is filled again.
template <RingFault fault = RingFault::none, class Mem, std::size_t slots>
void produce(Mem& m, Ring<Mem, slots>& shared, ItemsPassed state) {
  constexpr std::int32_t kAhead =
      static_cast<std::int32_t>(slots) - 1 + (fault == RingFault::one_too_many ? 1 : 0);
  for (;;) {
    state = m.checkpoint(state);
    if (state.passed == state.wanted) return;
    const auto index = static_cast<std::size_t>(state.passed) % slots;
    m.wait_until(shared.received, std::greater_equal<>(), state.passed - kAhead, order::acquire);
    ++state.passed;
    if constexpr (fault == RingFault::published_early)
      m.store(shared.sent, state.passed, order::release);
    m.store(shared.slot[index], state.passed, order::plain);
    if constexpr (fault != RingFault::published_early)
      m.store(shared.sent, state.passed, order::release);
  }
}

inline constexpr int kWrongItem = 0;  ///< reason to abort

/// Acquire: pairs with the release of the producer, which has filled the slot.
template <RingFault fault = RingFault::none, class Mem, std::size_t slots>
void consume(Mem& m, Ring<Mem, slots>& shared, ItemsPassed state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.passed == state.wanted) return;
    const auto index = static_cast<std::size_t>(state.passed) % slots;
    m.wait_until(shared.sent, std::greater<>(), state.passed, order::acquire);
    ++state.passed;
    if constexpr (fault == RingFault::freed_early)
      m.store(shared.received, state.passed, order::release);
    const std::int32_t item = m.load(shared.slot[index], order::plain);
    if (item != state.passed) m.abort(kWrongItem);
    if constexpr (fault != RingFault::freed_early)
      m.store(shared.received, state.passed, order::release);
  }
}

}  // namespace touchstone::explore
