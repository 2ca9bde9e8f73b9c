// checkers/explore/objects/rank_mailboxes.cpp: configurations and mutants of rank_mailboxes.hpp.
// One box, of thread b: objects that are linearizable each by itself are so together (Herlihy and
// Wing 1990, theorem 1). Thread b sends to its own box, too, so that two threads fill it.
#include "checkers/explore/objects/rank_mailboxes.hpp"

#include "checkers/explore/kernels/modelled_sleep.hpp"
#include "checkers/explore/objects/history.hpp"
#include "checkers/explore/objects/sequential.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kPlaces = 3;

template <class Mem, std::size_t calls, InboxFault fault>
struct SharedInbox {
  CallHistory<Mem, calls> history;
  Inbox<Mem, ModelledSleep<Mem>, ModelledLock<Mem>, kPlaces, fault> inbox;
};

template <class Mem, std::size_t calls, InboxFault fault>
void use(Mem& m, SharedInbox<Mem, calls, fault>& shared, CallingThread<NoState> state,
         const CallPlan<calls>& plan, char thread) {
  make_calls(m, shared.history, plan, thread, state,
             [&](const PlannedCall& call, NoState&) -> std::optional<std::int32_t> {
               if (call.argument == 0)
                 return shared.inbox.receive(m, SequentialMailboxes::other(call.what));
               shared.inbox.send(m, thread, call.argument);
               return 1;
             });
}

template <std::size_t calls>
KernelCase sent(std::string name, CallPlan<calls> plan) {
  const auto build = [=](KernelProgram& kernel, int number) {
    with_fault<InboxFault, 7>(number, [&](auto constant) {
      SharedInbox<ExploredMemory, calls, decltype(constant)::value> shared;
      shared.history = recorded_history<calls>(kernel.cells);
      auto& inbox = shared.inbox;
      inbox.box.lock.taken = kernel.cells.cell<std::int32_t>("taken", 0);
      inbox.box.delivered.turn = kernel.cells.cell<std::uint32_t>("turn", 0);
      inbox.sleep = modelled_sleep(kernel.cells);
      inbox.count = kernel.cells.cell<std::int32_t>("count", 0);
      inbox.place = kernel.cells.cells("place", std::array<Letter, kPlaces>{});
      for (const char thread : {'a', 'b'})
        kernel.thread(
            std::string("rank ") + thread, shared, CallingThread<NoState>{},
            [=](auto& m, auto& all, auto state) { use(m, all, state, plan, thread); }, 48);
    });
  };
  const auto property = [=](std::span<const Value> memory) {
    return explained(plan, SequentialMailboxes{}, memory);
  };
  return {std::move(name), build, property, false};
}

const bool registered = register_kernel({
    .name = "rank mailboxes",
    .source = "models/core/mailbox_kernel.hpp",
    .shows = "linearizable: every history is that of a queue for each sender and receiver",
    .cases = {sent("1 message", CallPlan<2>{{{{'a', "send to b", 1}, {'b', "receive from a"}}}}),
              sent("2 messages",
                   CallPlan<3>{
                       {{{'a', "send to b", 1}, {'a', "send to b", 2}, {'b', "receive from a"}}}}),
              sent("2 senders", CallPlan<6>{{{{'a', "send to b", 1},
                                              {'b', "send to b", 2},
                                              {'b', "receive from b"},
                                              {'b', "send to b", 3},
                                              {'b', "receive from a"},
                                              {'b', "receive from b"}}}})},
    .reasons = {},
    .faults = {"looks at the turn after the search", "puts after the ring",
               "puts over the last message", "leaves the message where it was", "newest first",
               "takes that of anybody"},
    .mutants =
        {{"looks at the turn after the search", Judge::sc},
         {"puts after the ring", Judge::sc},
         {"puts over the last message", Judge::sc},
         {"leaves the message where it was", Judge::sc},
         {"newest first", Judge::sc},
         {"takes that of anybody", Judge::sc},
         {"locked.wait_exchange acq>rlx", Judge::views},
         {"locked.wait_exchange split", Judge::tso_x86},
         {.mutant = "locked.store rel>rlx",
          .equivalent =
              "it guards a look, and who wakes others has written nothing that is looked at"},
         {"locked.store dropped", Judge::sc},
         {"locked.store postponed", Judge::sc},
         {.mutant = "clock.fetch_add acq>rlx",
          .equivalent = "no answer says that there is nothing: who receives waits for it"},
         {"clock.fetch_add split", Judge::sc},
         {.mutant = "turn.exchange rel>rlx",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"turn.exchange split", Judge::sc},
         {.mutant = "clock.fetch_add rel>rlx",
          .equivalent = "no answer says that there is nothing: who receives waits for it"},
         {"clock.fetch_add split #2", Judge::sc},
         {"call.store dropped", Judge::sc},
         {.mutant = "locked.wait_exchange acq>rlx #2",
          .equivalent = "threads that wake others follow each other by the lock of the box"},
         {"locked.wait_exchange split #2", Judge::views},
         {"woken.store dropped", Judge::sc},
         {.mutant = "woken.store postponed",
          .equivalent = "who locks in between finds the turn over and does not sleep"},
         {"locked.store rel>rlx #2", Judge::views},
         {"locked.store dropped #2", Judge::sc},
         {.mutant = "locked.store postponed #2",
          .equivalent = "a lock that is held longer only holds others up"},
         {.mutant = "turn.load acq>rlx",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"place.store dropped", Judge::sc},
         {.mutant = "place.store postponed",
          .equivalent = "the next operation only counts it, under the lock"},
         {"count.store dropped", Judge::sc},
         {.mutant = "count.store postponed",
          .equivalent = "the next operation only looks at the turn, under the lock"},
         {"turn.compare_exchange split", Judge::sc},
         {.mutant = "turn.load acq>rlx #2",
          .equivalent = "what is written is shown by the lock; the turn only wakes"},
         {"taken.wait_exchange acq>rlx", Judge::views},
         {"taken.wait_exchange split", Judge::sc},
         {"taken.store rel>rlx", Judge::views},
         {"taken.store dropped", Judge::sc},
         {.mutant = "taken.store postponed",
          .equivalent = "a lock that is held longer only holds others up"},
         {"place.store dropped #2", Judge::sc},
         {.mutant = "place.store postponed #2",
          .equivalent = "the next operation concerns another cell, under the lock"},
         {"count.store dropped #2", Judge::sc},
         {"count.store postponed #2", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
