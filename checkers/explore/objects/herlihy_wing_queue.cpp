// checkers/explore/objects/herlihy_wing_queue.cpp: configurations and mutants of
// herlihy_wing_queue.hpp.
#include "checkers/explore/objects/herlihy_wing_queue.hpp"

#include "checkers/explore/objects/history.hpp"
#include "checkers/explore/objects/sequential.hpp"

namespace touchstone::explore {
namespace {

template <class Mem, std::size_t calls, std::size_t places, QueueFault fault>
struct SharedQueue {
  CallHistory<Mem, calls> history;
  HerlihyWingQueue<Mem, places, fault> queue;
};

template <class Mem, std::size_t calls, std::size_t places, QueueFault fault>
void use(Mem& m, SharedQueue<Mem, calls, places, fault>& shared, CallingThread<NoState> state,
         const CallPlan<calls>& plan, char thread) {
  make_calls(m, shared.history, plan, thread, state,
             [&](const PlannedCall& call, NoState&) -> std::optional<std::int32_t> {
               if (call.argument == 0) {
                 const std::int32_t item = shared.queue.look(m);
                 return item != 0 ? std::optional(item) : std::nullopt;
               }
               shared.queue.put(m, call.argument);
               return 1;
             });
}

template <std::size_t calls, std::size_t places>
KernelCase used_by(std::string name, std::string threads, CallPlan<calls> plan) {
  const auto build = [=](KernelProgram& kernel, int number) {
    with_fault<QueueFault, 2>(number, [&](auto constant) {
      constexpr QueueFault kFault = decltype(constant)::value;
      SharedQueue<ExploredMemory, calls, places, kFault> shared;
      shared.history = recorded_history<calls>(kernel.cells);
      shared.queue.given_away = kernel.cells.cell<std::int32_t>("given_away", 0);
      shared.queue.place = kernel.cells.cells("place", std::array<std::int32_t, places>{});
      for (const char thread : threads)
        kernel.thread(
            std::string("user ") + thread, shared, CallingThread<NoState>{},
            [=](auto& m, auto& all, auto state) { use(m, all, state, plan, thread); }, 32);
    });
  };
  const auto property = [=](std::span<const Value> memory) {
    return explained(plan, SequentialQueue{}, memory);
  };
  return {std::move(name), build, property, false};
}

const bool registered = register_kernel({
    .name = "herlihy wing queue",
    .source = "checkers/explore/objects/herlihy_wing_queue.hpp",
    .shows = "linearizable: every history is that of a queue",
    .cases = {used_by<4, 2>("one puts, one takes", "ab",
                            {{{{'a', "put", 1}, {'a', "put", 2}, {'b', "take"}, {'b', "take"}}}}),
              used_by<4, 2>("two put, one takes", "abc",
                            {{{{'a', "put", 1}, {'b', "put", 2}, {'c', "take"}, {'c', "take"}}}}),
              used_by<4, 2>("one puts, two take", "abc",
                            {{{{'a', "put", 1}, {'a', "put", 2}, {'b', "take"}, {'c', "take"}}}})},
    .reasons = {},
    .faults = {"newest first"},
    .mutants = {{"newest first", Judge::sc},
                {"given_away.fetch_add rel>rlx", Judge::views},
                {"given_away.fetch_add split", Judge::sc},
                {"place.store dropped", Judge::sc},
                {"place.store postponed", Judge::sc},
                {"clock.fetch_add acq>rlx", Judge::views},
                {"clock.fetch_add split", Judge::sc},
                {"clock.fetch_add rel>rlx", Judge::views},
                {"clock.fetch_add split #2", Judge::sc},
                {"given_away.load acq>rlx", Judge::views},
                {"call.store dropped", Judge::sc},
                {"place.exchange split", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
