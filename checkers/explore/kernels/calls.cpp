// checkers/explore/kernels/calls.cpp
// Purpose   Calls of threads that help (next() of models/core/mailbox_kernel.hpp, as
//           optimized/core/helper_threads.hpp has it): mutants.
// Shows     A thread that is called comes, or comes to a later call, never twice to the same; it
//           sees what was written before the call; and it ends when it is told to.
#include <array>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/kernels/modelled_sleep.hpp"
#include "models/core/mailbox_kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kUnseen = 0;  ///< reason: what the caller wrote is not there
constexpr int kTwice = 1;   ///< reason: a thread comes to the same call again

enum class CallFault { none, turn_read_late, turn_read_early };

constexpr std::size_t kMostCalls = 2;
constexpr std::int32_t kEnd = 9;  ///< the call that ends the threads

template <class Mem>
struct SharedCalls {
  Mailbox<Mem, ModelledSleep<Mem>, ModelledLock<Mem>> calls;
  ModelledSleep<Mem> sleep;
  typename Mem::template Cell<std::int32_t> work;  ///< number of the last call
  std::array<typename Mem::template Cell<std::int32_t>, kMostCalls + 1> written;
};

struct Called {
  std::uint32_t seen;  ///< turn
  std::int32_t last;   ///< number of the call
};

struct Caller {
  std::int32_t done, wanted;
};

template <CallFault fault, class Mem>
std::uint32_t next(Mem& m, SharedCalls<Mem>& shared, std::uint32_t seen, std::int32_t& number) {
  auto& calls = shared.calls;
  auto& sleep = shared.sleep;
  const auto read = [&] { number = m.load(shared.work, order::plain); };
  if constexpr (fault == CallFault::none) return calls.next(m, sleep, seen, read);
  calls.delivered.wait_while(m, sleep, seen);
  std::uint32_t now = 0;
  if constexpr (fault == CallFault::turn_read_early) now = calls.delivered.present(m);
  calls.lock.lock(m);
  read();
  calls.lock.unlock(m);
  if constexpr (fault == CallFault::turn_read_late) now = calls.delivered.present(m);
  return now;
}

template <CallFault fault, class Mem>
void help(Mem& m, SharedCalls<Mem>& shared, Called state) {
  for (;;) {
    state = m.checkpoint(state);
    std::int32_t number = 0;
    state.seen = next<fault>(m, shared, state.seen, number);
    if (number == kEnd) return;
    if (number == state.last) m.abort(kTwice);
    if (m.load(shared.written[static_cast<std::size_t>(number)], order::plain) != 1)
      m.abort(kUnseen);
    state.last = number;
  }
}

template <class Mem>
void call(Mem& m, SharedCalls<Mem>& shared, Caller state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.done > state.wanted) return;
    const bool ends = state.done == state.wanted;
    const std::int32_t number = ends ? kEnd : state.done + 1;
    if (!ends) m.store(shared.written[static_cast<std::size_t>(number)], 1, order::plain);
    shared.calls.deliver(m, shared.sleep, [&] { m.store(shared.work, number, order::plain); });
    ++state.done;
  }
}

KernelCase calls(int helpers, std::int32_t wanted) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    SharedCalls<ExploredMemory> shared;
    shared.calls.lock.taken = kernel.cells.cell<std::int32_t>("taken", 0);
    shared.calls.delivered.turn = kernel.cells.cell<std::uint32_t>("turn", 0);
    shared.sleep = modelled_sleep(kernel.cells);
    shared.work = kernel.cells.cell<std::int32_t>("work", 0);
    shared.written = kernel.cells.cells("written", std::array<std::int32_t, kMostCalls + 1>{});
    with_fault<CallFault, 3>(fault, [&](auto constant) {
      constexpr std::size_t kResponses = 32;
      kernel.thread(
          "caller", shared, Caller{0, wanted},
          [](auto& m, auto& all, Caller state) { call(m, all, state); }, kResponses);
      for (int t = 0; t < helpers; ++t)
        kernel.thread(
            "helper", shared, Called{0, 0},
            [](auto& m, auto& all, Called state) {
              help<decltype(constant)::value>(m, all, state);
            },
            kResponses);
    });
  };
  const auto property = [](std::span<const Value>) { return std::string(); };
  return {std::to_string(helpers) + (helpers == 1 ? " thread, " : " threads, ") +
              std::to_string(wanted) + (wanted == 1 ? " call" : " calls"),
          build, property, false};
}

const bool registered = register_kernel({
    .name = "calls",
    .source = "models/core/mailbox_kernel.hpp",
    .shows = "a thread that is called comes once, to this call or a later one, sees what was "
             "written before, and ends when it is told to",
    .cases = {calls(1, 2), calls(2, 0)},
    .reasons = {"what the caller wrote is not there", "a thread comes to the same call again"},
    .faults = {"turn read after the lock", "turn read before the lock"},
    .mutants = {{"turn read after the lock", Judge::sc},
                {"turn read before the lock", Judge::sc},
                {"locked.wait_exchange acq>rlx", Judge::views},
                {"locked.wait_exchange split", Judge::sc},
                {"locked.store rel>rlx", Judge::views},
                {"locked.store dropped", Judge::sc},
                {"locked.store postponed", Judge::sc},
                {.mutant = "locked.wait_exchange acq>rlx #2", .equivalent = "there is one caller"},
                {"locked.wait_exchange split #2", Judge::views},
                {.mutant = "turn.exchange rel>rlx",
                 .equivalent = "what is written is shown by the lock; the turn only wakes"},
                {"turn.exchange split", Judge::sc},
                {"woken.store dropped", Judge::sc},
                {.mutant = "woken.store postponed",
                 .equivalent = "who locks in between finds the turn over and does not sleep"},
                {"locked.store rel>rlx #2", Judge::views},
                {"locked.store dropped #2", Judge::sc},
                {.mutant = "locked.store postponed #2",
                 .equivalent = "a lock that is held longer only holds others up"},
                {.mutant = "turn.load acq>rlx",
                 .equivalent = "what is written is shown by the lock; the turn only wakes"},
                {"taken.wait_exchange acq>rlx", Judge::views},
                {"taken.wait_exchange split", Judge::sc},
                {"taken.store rel>rlx", Judge::views},
                {"taken.store dropped", Judge::sc},
                {.mutant = "taken.store postponed",
                 .equivalent = "a lock that is held longer only holds others up"},
                {"turn.compare_exchange split", Judge::sc},
                {.mutant = "turn.load acq>rlx #2",
                 .equivalent = "what is written is shown by the lock; the turn only wakes"},
                {"written.store dropped", Judge::sc},
                {.mutant = "written.store postponed",
                 .equivalent = "the next operation only takes the lock"},
                {"work.store dropped", Judge::sc},
                {.mutant = "work.store postponed",
                 .equivalent = "the next operation only looks at the turn, under the lock"}},
});

}  // namespace
}  // namespace touchstone::explore
