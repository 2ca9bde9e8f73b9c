// models/core/serial_memory.hpp
// Purpose   The memory of a concurrent kernel on one thread: plain loads and stores, no lock
//           prefixes and no fences. What native_memory.hpp is to many threads.
#pragma once
#include <type_traits>

#include "models/core/memory_order.hpp"

namespace touchstone {

class SerialMemory {
 public:
  template <class T>
  using Cell = T;

  template <class T, MemoryOrder O>
  [[gnu::always_inline]] T load(const T& cell, OrderConstant<O>) const {
    return cell;
  }
  template <class T, MemoryOrder O>
  [[gnu::always_inline]] void store(T& cell, std::type_identity_t<T> value,
                                    OrderConstant<O>) const {
    cell = value;
  }
  template <class T, MemoryOrder O, MemoryOrder F>
  [[gnu::always_inline]] bool compare_exchange(T& cell, std::type_identity_t<T>& expected,
                                               std::type_identity_t<T> desired, OrderConstant<O>,
                                               OrderConstant<F>) const {
    if (cell != expected) {
      expected = cell;
      return false;
    }
    cell = desired;
    return true;
  }
};

}  // namespace touchstone
