// A slot for one item, which one thread hands to another: a template over its memory. In production
// `Mem` is touchstone::NativeMemory, whose cells are plain objects; in slot_test.cpp the explorer
// plays it.
#pragma once
#include <cstdint>
#include <functional>
#include <touchstone_memory.hpp>

namespace order = touchstone::order;

template <class Mem>
struct Slot {
  typename Mem::template Cell<std::int32_t> item, full;

  void put(Mem& m, std::int32_t value) {
    m.wait_until(full, std::equal_to<>(), 0, order::acquire);  // the last item has been read
    m.store(item, value, order::plain);
    m.store(full, 1, order::release);  // pairs with the acquire in take()
  }
  std::int32_t take(Mem& m) {
    m.wait_until(full, std::equal_to<>(), 1, order::acquire);
    const std::int32_t value = m.load(item, order::plain);
    m.store(full, 0, order::release);  // pairs with the acquire in put()
    return value;
  }
  /// The same with a mistake: the slot is given back before it is read.
  std::int32_t take_too_late(Mem& m) {
    m.wait_until(full, std::equal_to<>(), 1, order::acquire);
    m.store(full, 0, order::release);
    return m.load(item, order::plain);
  }
};
