// checkers/explore/objects/history.hpp
// Purpose   Calls of a shared object as threads of a kernel make them: a clock that ticks at each
//           begin and end, and what was answered, in cells of their own. The property of the kernel
//           is then that the history is linearizable, in every schedule.
// Rules     Between two calls the clock orders threads as if one had told the other: who begins
//           after another has ended sees all that the other did. So under weak memory, too, a call
//           that is over is before one that has not begun; calls that overlap owe nothing to it.
// Not here  The search for an order (linearization.hpp).
#pragma once
#include <array>
#include <optional>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/objects/linearization.hpp"

namespace touchstone::explore {

struct RecordedCall {
  std::int16_t begun, ended;
  std::int32_t answer;
};

template <class Mem, std::size_t calls>
struct CallHistory {
  typename Mem::template Cell<std::int32_t> clock;
  std::array<typename Mem::template Cell<RecordedCall>, calls> call;

  /// Acquire: pairs with the release of every call that has ended before.
  std::int32_t begin(Mem& m) { return m.fetch_add(clock, 1, order::acquire); }
  /// Release: pairs with the acquire of every call that begins after it.
  void end(Mem& m, std::size_t number, std::int32_t begun, std::int32_t answer) {
    const std::int32_t ended = m.fetch_add(clock, 1, order::release);
    m.store(call[number],
            {static_cast<std::int16_t>(begun), static_cast<std::int16_t>(ended), answer},
            order::plain);
  }
};

/// A call that a thread will make.
struct PlannedCall {
  char thread;
  const char* what;
  std::int32_t argument = 0;
};

/// Calls of all threads, those of one thread in their order.
template <std::size_t calls>
struct CallPlan {
  std::array<PlannedCall, calls> call;

  /// Number of the first call of this thread from `number` on; `calls` if there is none.
  std::size_t next(char thread, std::size_t number) const {
    while (number < calls && call[number].thread != thread) ++number;
    return number;
  }
};

/// State of a thread that makes its calls of a plan, at the head of the loop.
template <class Own>
struct CallingThread {
  std::int32_t number;  ///< index of its next call
  std::int32_t begun;   ///< tick at which a call began that has no answer yet
  std::int32_t open;    ///< 1: there is such a call
  Own own;              ///< state kept from one call to the next
};

/// Loop of one thread, with a record of each call: `call(planned, own)` is the answer, or
/// nothing where the thread has to try again.
template <class Mem, std::size_t calls, class Own, class MakeCall>
void make_calls(Mem& m, CallHistory<Mem, calls>& history, const CallPlan<calls>& plan, char thread,
                CallingThread<Own> state, const MakeCall& call) {
  for (;;) {
    state = m.checkpoint(state);
    const std::size_t number = plan.next(thread, static_cast<std::size_t>(state.number));
    if (number == calls) return;
    if (state.open == 0) state = {state.number, history.begin(m), 1, state.own};
    const std::optional<std::int32_t> answer = call(plan.call[number], state.own);
    if (!answer) continue;
    history.end(m, number, state.begun, *answer);
    state = {static_cast<std::int32_t>(number) + 1, 0, 0, state.own};
  }
}

/// Cells of a history, which must be the first ones of the kernel.
template <std::size_t calls>
CallHistory<ExploredMemory, calls> recorded_history(Cells& cells) {
  CallHistory<ExploredMemory, calls> history;
  history.clock = cells.cell<std::int32_t>("clock", 0);
  history.call = cells.cells("call", std::array<RecordedCall, calls>{});
  return history;
}

/// Property of a kernel whose first cells are a history: this object explains it.
template <std::size_t calls, SequentialObject Object>
std::string explained(const CallPlan<calls>& plan, const Object& initial,
                      std::span<const Value> memory) {
  std::vector<Call> made;
  for (std::size_t i = 0; i < calls; ++i) {
    const auto record = from_value<RecordedCall>(memory[i + 1]);
    if (record.ended <= record.begun) return "a call is not recorded";
    const PlannedCall& planned = plan.call[i];
    made.push_back({planned.thread, planned.what, planned.argument, record.answer, record.begun,
                    record.ended});
  }
  return not_linearizable(made, initial);
}

}  // namespace touchstone::explore
