// checkers/explore/kernels/sequence_lock.hpp
// Purpose   Sequence lock: one writer publishes pairs, readers never stop it and read again when it
//           was at work.
// Source    H.-J. Boehm, "Can seqlocks get along with programming language memory models?", MSPC
//           2012, figure 6: which fences the C++ memory model asks for.
// Shows     No torn read: the two halves of a pair that is accepted belong together.
#pragma once
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem>
struct SequenceLock {
  typename Mem::template Cell<std::int32_t> sequence;  ///< odd while the writer is at work
  typename Mem::template Cell<std::int32_t> first;
  typename Mem::template Cell<std::int32_t> second;
};

struct PairsWritten {
  std::int32_t written;
  std::int32_t wanted;
};

enum class SequenceLockFault { none, no_odd_number, even_too_early, no_second_look, accepts_odd };

/// The halves are atomic, because readers may look at them while they are written. Release fence:
/// whoever sees a half sees the odd number. Release store: whoever sees it sees both halves.
template <SequenceLockFault fault = SequenceLockFault::none, class Mem>
void write_pairs(Mem& m, SequenceLock<Mem>& shared, PairsWritten state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.written == state.wanted) return;
    const std::int32_t value = ++state.written;
    if constexpr (fault != SequenceLockFault::no_odd_number) {
      m.store(shared.sequence, 2 * value - 1, order::relaxed);
      m.fence(order::release);
    }
    m.store(shared.first, value, order::relaxed);
    if constexpr (fault == SequenceLockFault::even_too_early) {
      m.store(shared.sequence, 2 * value, order::release);
      m.store(shared.second, value, order::relaxed);
    } else {
      m.store(shared.second, value, order::relaxed);
      m.store(shared.sequence, 2 * value, order::release);
    }
  }
}

struct AttemptsLeft {
  std::int32_t attempts;
};
inline constexpr int kTornRead = 0;  ///< reason to abort

/// Acquire load: pairs with the release store. Acquire fence: pairs with the release fence, through
/// the halves.
template <SequenceLockFault fault = SequenceLockFault::none, class Mem>
void read_pair(Mem& m, SequenceLock<Mem>& shared, AttemptsLeft state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.attempts-- == 0) return;
    const std::int32_t before = m.load(shared.sequence, order::acquire);
    if (before % 2 != 0 && fault != SequenceLockFault::accepts_odd) continue;
    const std::int32_t first = m.load(shared.first, order::relaxed);
    const std::int32_t second = m.load(shared.second, order::relaxed);
    m.fence(order::acquire);
    std::int32_t after = before;
    if constexpr (fault != SequenceLockFault::no_second_look)
      after = m.load(shared.sequence, order::relaxed);
    if (before != after) continue;
    if (first != second) m.abort(kTornRead);
    return;
  }
}

}  // namespace touchstone::explore
