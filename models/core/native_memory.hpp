// models/core/native_memory.hpp
// Purpose   The memory of a concurrent kernel in production. A kernel is a template over its memory
//           policy; with this one each operation is the machine's, so what the schedule explorer
//           explores (with checkers/explore/kernels/explored_memory.hpp) is what ships.
// Cost      None: the instructions are those of a kernel written by hand with std::atomic_ref
//           (tools/native_code_test.py compares them).
// Not here  Which threads run the kernel (models/core/exec.hpp).
#pragma once
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>

#include "models/core/memory_order.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {

/// A kernel gave up: `reason` is its own number.
class KernelAborted : public std::runtime_error {
 public:
  explicit KernelAborted(int reason)
      : std::runtime_error("kernel aborted, reason " + std::to_string(reason)), reason_(reason) {}
  int reason() const { return reason_; }

 private:
  int reason_;
};

/// Attempts before a waiting thread lets others run; there may be more threads than processors.
inline constexpr unsigned kHastyTurns = 64;
/// The same where each thread has a processor, unless another program has it: some 50 microseconds
/// where a look takes 24 ns. Who yields to another program waits for milliseconds, much longer than
/// for a thread that runs.
inline constexpr unsigned kPatientTurns = 2048;

/// Waits until `done()`, for another thread; lets others run after many attempts, since the awaited
/// thread may have no processor.
template <class Done>
[[gnu::always_inline]] inline void spin_until(Done&& done,
                                              unsigned turns_before_yield = kHastyTurns) {
  for (unsigned turns = 1; !done(); ++turns) {
    if (turns >= turns_before_yield && turns % kHastyTurns == 0) std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

/// The order of <atomic>, a constant in every build.
template <MemoryOrder O>
inline constexpr std::memory_order kNativeOrder = [] {
  switch (O) {
    case MemoryOrder::plain:
    case MemoryOrder::relaxed:
      return std::memory_order_relaxed;
    case MemoryOrder::acquire:
      return std::memory_order_acquire;
    case MemoryOrder::release:
      return std::memory_order_release;
    case MemoryOrder::acq_rel:
      return std::memory_order_acq_rel;
    case MemoryOrder::seq_cst:
      break;
  }
  return std::memory_order_seq_cst;
}();

class NativeMemory {
 public:
  /// A shared cell is a plain object. Every access goes through this class while threads share it.
  template <class T>
  using Cell = T;

  /// Random numbers of this thread come from `random`.
  explicit NativeMemory(PhiloxStream random = Philox(0).stream(Purpose::test, 0, 0))
      : random_(random) {}

  template <class T, MemoryOrder O>
  [[gnu::always_inline]] T load(T& cell, OrderConstant<O>) const {
    static_assert(legal_load(O));
    if constexpr (O == MemoryOrder::plain)
      return cell;
    else
      return atomic(cell).load(kNativeOrder<O>);
  }

  template <class T, MemoryOrder O>
  [[gnu::always_inline]] void store(T& cell, std::type_identity_t<T> value,
                                    OrderConstant<O>) const {
    static_assert(legal_store(O));
    if constexpr (O == MemoryOrder::plain)
      cell = value;
    else
      atomic(cell).store(value, kNativeOrder<O>);
  }

  template <class T, MemoryOrder O>
  [[gnu::always_inline]] T exchange(T& cell, std::type_identity_t<T> value,
                                    OrderConstant<O>) const {
    static_assert(legal_update(O));
    return atomic(cell).exchange(value, kNativeOrder<O>);
  }

  /// Returns the value before the addition.
  template <std::integral T, MemoryOrder O>
  [[gnu::always_inline]] T fetch_add(T& cell, std::type_identity_t<T> value,
                                     OrderConstant<O>) const {
    static_assert(legal_update(O));
    return atomic(cell).fetch_add(value, kNativeOrder<O>);
  }

  /// Returns whether it stored `desired`; if not, `expected` becomes what was found. Never fails
  /// without a reason (compare_exchange_strong).
  template <class T, MemoryOrder O, MemoryOrder F>
  [[gnu::always_inline]] bool compare_exchange(T& cell, std::type_identity_t<T>& expected,
                                               std::type_identity_t<T> desired, OrderConstant<O>,
                                               OrderConstant<F>) const {
    static_assert(legal_update(O) && legal_failure(F));
    return atomic(cell).compare_exchange_strong(expected, desired, kNativeOrder<O>,
                                                kNativeOrder<F>);
  }

  template <MemoryOrder O>
  [[gnu::always_inline]] void fence(OrderConstant<O>) const {
    static_assert(legal_fence(O));
    std::atomic_thread_fence(kNativeOrder<O>);
  }

  /// Waits until `holds(value of the cell, other)`, and returns that value. `holds` is one of the
  /// comparisons of <functional>, as std::equal_to<>: the explorer takes the wait as one event.
  template <class T, class Comparison, MemoryOrder O>
  [[gnu::always_inline]] T wait_until(T& cell, Comparison holds, std::type_identity_t<T> other,
                                      OrderConstant<O>) const {
    static_assert(legal_load(O) && O != MemoryOrder::plain);
    T value{};
    spin_until(
        [&] {
          value = atomic(cell).load(kNativeOrder<O>);
          return holds(value, other);
        },
        kPatientTurns);
    return value;
  }

  /// Waits until the cell is `expected` and stores `desired` in the same step: taking a lock.
  template <class T, MemoryOrder O>
  [[gnu::always_inline]] void wait_exchange(T& cell, std::type_identity_t<T> expected,
                                            std::type_identity_t<T> desired,
                                            OrderConstant<O>) const {
    static_assert(legal_update(O));
    for (;;) {
      T found = expected;
      if (atomic(cell).compare_exchange_weak(found, desired, kNativeOrder<O>,
                                             std::memory_order_relaxed))
        return;
      // Looks on without writing, so that the holder keeps its cache line.
      wait_until(cell, std::equal_to<>(), expected, order::relaxed);
    }
  }

  /// One of 0, 1, ..., n - 1, each with the same probability. n > 0.
  std::uint32_t choose(std::uint32_t n) { return random_.below(n); }

  /// Declares the complete live local state, at the head of a loop; see explored_memory.hpp.
  template <class State>
  [[gnu::always_inline]] State checkpoint(const State& state) const {
    static_assert(std::is_trivially_copyable_v<State>);
    return state;
  }

  [[noreturn]] void abort(int reason) const { throw KernelAborted(reason); }

 private:
  template <class T>
  static std::atomic_ref<T> atomic(T& cell) {
    static_assert(std::atomic_ref<T>::is_always_lock_free,
                  "no instruction for an atomic this wide");
    static_assert(alignof(T) >= std::atomic_ref<T>::required_alignment, "alignas the type");
    return std::atomic_ref<T>(cell);
  }

  PhiloxStream random_;
};

}  // namespace touchstone
