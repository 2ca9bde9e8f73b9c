// checkers/explore/objects/rank_mailboxes.hpp
// Purpose   Mailboxes of ranks that are threads: a box for each receiver, with the messages of all
//           senders, as optimized/core/thread_ranks.cpp has it. The box is production code
//           (models/core/mailbox_kernel.hpp); its messages are an array here and a deque there.
// Shows     Linearizable to a queue for each sender and receiver, whose receiver waits.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "models/core/mailbox_kernel.hpp"

namespace touchstone::explore {

enum class InboxFault {
  none,
  looks_after_the_search,
  put_after_the_ring,
  put_over_the_last,
  left_where_it_was,
  newest_first,
  from_anybody
};

struct Letter {
  std::int32_t from, item;
};

/// `places`: for all messages that are ever under way to this receiver.
template <class Mem, class Sleep, class Lock, std::size_t places,
          InboxFault fault = InboxFault::none>
struct Inbox {
  Mailbox<Mem, Sleep, Lock> box;
  Sleep sleep;
  typename Mem::template Cell<std::int32_t> count;
  std::array<typename Mem::template Cell<Letter>, places> place;  ///< the oldest first

  void send(Mem& m, std::int32_t from, std::int32_t item) {
    const auto put = [&] {
      const std::int32_t held = m.load(count, order::plain);
      const bool over = fault == InboxFault::put_over_the_last && held > 0;
      m.store(at(over ? held - 1 : held), {from, item}, order::plain);
      if (!over) m.store(count, held + 1, order::plain);
    };
    if constexpr (fault != InboxFault::put_after_the_ring) return box.deliver(m, sleep, put);
    box.delivered.ring(m, sleep, box.delivered.present(m));
    box.lock.lock(m);
    put();
    box.lock.unlock(m);
  }

  /// The oldest message of this sender, for which the receiver waits.
  std::int32_t receive(Mem& m, std::int32_t from) {
    std::int32_t item = 0;
    const auto take = [&] {
      const std::optional<std::int32_t> found = taken(m, from);
      item = found.value_or(0);
      return found.has_value();
    };
    if constexpr (fault != InboxFault::looks_after_the_search) {
      box.receive(m, sleep, take);
      return item;
    }
    for (;;) {
      box.lock.lock(m);
      const bool found = take();
      box.lock.unlock(m);
      if (found) return item;
      box.delivered.wait_while(m, sleep, box.delivered.present(m));
    }
  }

 private:
  typename Mem::template Cell<Letter>& at(std::int32_t index) {
    return place[static_cast<std::size_t>(index)];
  }

  std::optional<std::int32_t> taken(Mem& m, std::int32_t from) {
    const std::int32_t held = m.load(count, order::plain);
    for (std::int32_t i = 0; i < held; ++i) {
      const std::int32_t here = fault == InboxFault::newest_first ? held - 1 - i : i;
      const Letter letter = m.load(at(here), order::plain);
      if (fault != InboxFault::from_anybody && letter.from != from) continue;
      if constexpr (fault == InboxFault::left_where_it_was) return letter.item;
      for (std::int32_t next = here + 1; next < held; ++next)
        m.store(at(next - 1), m.load(at(next), order::plain), order::plain);
      m.store(count, held - 1, order::plain);
      return letter.item;
    }
    return std::nullopt;
  }
};

}  // namespace touchstone::explore
