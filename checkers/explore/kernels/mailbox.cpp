// checkers/explore/kernels/mailbox.cpp
// Purpose   Boxes of messages (models/core/mailbox_kernel.hpp): mutants.
// Shows     Who waits for a message gets it, whoever else delivers, and sees what its sender wrote.
#include <array>
#include <vector>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/kernels/modelled_sleep.hpp"
#include "models/core/mailbox_kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kUnseen = 0;  ///< reason: what the sender wrote is not there

enum class MailboxFault { none, looks_after_the_search, put_after_the_ring };

constexpr std::size_t kMostSenders = 2;
constexpr std::int32_t kMostLetters = 2;  ///< letters of one sender

template <class Mem>
struct SharedMailbox {
  Mailbox<Mem, ModelledSleep<Mem>, ModelledLock<Mem>> box;
  ModelledSleep<Mem> sleep;
  std::array<typename Mem::template Cell<std::int32_t>, kMostSenders> messages;  ///< in the box
  /// Those of a sender, then those of the next.
  std::array<typename Mem::template Cell<std::int32_t>, kMostSenders * kMostLetters> letters;
};

struct Post {
  std::int32_t first, senders;  ///< a message of each of these senders, in turn
  std::int32_t done, wanted;

  std::size_t sender() const { return static_cast<std::size_t>(first + done % senders); }
  std::size_t letter() const {
    return sender() * kMostLetters + static_cast<std::size_t>(done / senders);
  }
};

template <MailboxFault fault, class Mem, class Put>
void deliver(Mem& m, SharedMailbox<Mem>& shared, Put&& put) {
  auto& [box, sleep, messages, letters] = shared;
  if constexpr (fault == MailboxFault::put_after_the_ring) {
    box.delivered.ring(m, sleep, box.delivered.present(m));
    box.lock.lock(m);
    put();
    box.lock.unlock(m);
  } else {
    box.deliver(m, sleep, put);
  }
}

template <MailboxFault fault, class Mem, class Take>
void receive(Mem& m, SharedMailbox<Mem>& shared, Take&& take) {
  auto& [box, sleep, messages, letters] = shared;
  if constexpr (fault != MailboxFault::looks_after_the_search) return box.receive(m, sleep, take);
  for (;;) {
    box.lock.lock(m);
    const bool found = take();
    box.lock.unlock(m);
    if (found) return;
    box.delivered.wait_while(m, sleep, box.delivered.present(m));
  }
}

template <MailboxFault fault, class Mem>
void send(Mem& m, SharedMailbox<Mem>& shared, Post state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.done == state.wanted) return;
    m.store(shared.letters[state.letter()], 1, order::plain);
    deliver<fault>(m, shared, [&] {
      auto& messages = shared.messages[state.sender()];
      m.store(messages, m.load(messages, order::plain) + 1, order::plain);
    });
    ++state.done;
  }
}

template <MailboxFault fault, class Mem>
void take_all(Mem& m, SharedMailbox<Mem>& shared, Post state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.done == state.wanted) return;
    receive<fault>(m, shared, [&] {
      auto& messages = shared.messages[state.sender()];
      const std::int32_t waiting = m.load(messages, order::plain);
      if (waiting == 0) return false;
      m.store(messages, waiting - 1, order::plain);
      return true;
    });
    if (m.load(shared.letters[state.letter()], order::plain) != 1) m.abort(kUnseen);
    ++state.done;
  }
}

/// As many messages of each sender.
KernelCase mailbox(const char* name, std::vector<std::int32_t> messages, bool few_events) {
  const auto senders = static_cast<std::int32_t>(messages.size());
  const auto build = [=](KernelProgram& kernel, int fault) {
    SharedMailbox<ExploredMemory> shared;
    shared.box.lock.taken = kernel.cells.cell<std::int32_t>("taken", 0);
    shared.box.delivered.turn = kernel.cells.cell<std::uint32_t>("turn", 0);
    shared.sleep = modelled_sleep(kernel.cells);
    shared.messages = kernel.cells.cells("messages", std::array<std::int32_t, kMostSenders>{});
    shared.letters =
        kernel.cells.cells("letter", std::array<std::int32_t, kMostSenders * kMostLetters>{});
    with_fault<MailboxFault, 3>(fault, [&](auto constant) {
      constexpr std::size_t kResponses = 48;
      kernel.thread(
          "receiver", shared, Post{0, senders, 0, senders * messages[0]},
          [](auto& m, auto& all, Post state) {
            take_all<decltype(constant)::value>(m, all, state);
          },
          kResponses);
      for (std::size_t t = 0; t < messages.size(); ++t)
        kernel.thread(
            "sender", shared, Post{static_cast<std::int32_t>(t), 1, 0, messages[t]},
            [](auto& m, auto& all, Post state) { send<decltype(constant)::value>(m, all, state); },
            kResponses);
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    return memory[4] == 0 && memory[5] == 0 ? "" : "a message is left in the box";
  };
  return {name, build, property, few_events};
}

const bool registered = register_kernel({
    .name = "mailbox",
    .source = "models/core/mailbox_kernel.hpp",
    .shows = "who waits for a message gets it, and sees what its sender wrote before",
    .cases = {mailbox("1 sender", {1}, true), mailbox("2 senders", {1, 1}, false),
              mailbox("2 messages", {2}, false)},
    .reasons = {"what the sender wrote is not there"},
    .faults = {"looks at the turn after the search", "puts after the ring"},
    .mutants =
        {{"looks at the turn after the search", Judge::sc},
         {"puts after the ring", Judge::sc},
         {"locked.wait_exchange acq>rlx", Judge::rc11},
         {"locked.wait_exchange split", Judge::tso_x86},
         {.mutant = "locked.store rel>rlx",
          .equivalent =
              "it guards a look, and who wakes others has written nothing that is looked at"},
         {"locked.store dropped", Judge::sc},
         {"locked.store postponed", Judge::sc},
         {"taken.wait_exchange acq>rlx", Judge::rc11},
         {"taken.wait_exchange split", Judge::sc},
         {"taken.store rel>rlx", Judge::rc11},
         {"taken.store dropped", Judge::sc},
         {.mutant = "taken.store postponed",
          .equivalent = "a lock that is held longer only holds others up"},
         {.mutant = "locked.wait_exchange acq>rlx #2",
          .equivalent = "threads that wake others follow each other by the lock of the box"},
         {"locked.wait_exchange split #2", Judge::rc11},
         {.mutant = "turn.exchange rel>rlx",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"turn.exchange split", Judge::sc},
         {"woken.store dropped", Judge::sc},
         {.mutant = "woken.store postponed",
          .equivalent = "who locks in between finds the turn over and does not sleep"},
         {"locked.store rel>rlx #2", Judge::rc11},
         {"locked.store dropped #2", Judge::sc},
         {.mutant = "locked.store postponed #2",
          .equivalent = "a lock that is held longer only holds others up"},
         {.mutant = "turn.load acq>rlx",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"turn.compare_exchange split", Judge::sc},
         {.mutant = "turn.load acq>rlx #2",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"letter.store dropped", Judge::sc},
         {.mutant = "letter.store postponed",
          .equivalent = "the next operation only takes the lock"},
         {"messages.store dropped", Judge::sc},
         {.mutant = "messages.store postponed",
          .equivalent = "the next operation only looks at the turn, under the lock"},
         {"messages.store dropped #2", Judge::sc},
         {"messages.store postponed #2", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
