// checkers/explore/objects/lamport_ring.cpp: configurations and mutants of lamport_ring.hpp.
#include "checkers/explore/objects/lamport_ring.hpp"

#include "checkers/explore/objects/history.hpp"
#include "checkers/explore/objects/sequential.hpp"

namespace touchstone::explore {
namespace {

template <class Mem, std::size_t calls, std::size_t places, LamportFault fault>
struct SharedRing {
  CallHistory<Mem, calls> history;
  LamportRing<Mem, places, fault> ring;
};

struct RingUser {
  std::int32_t passed;  ///< items that it has put, or taken
};

template <class Mem, std::size_t calls, std::size_t places, LamportFault fault>
void use(Mem& m, SharedRing<Mem, calls, places, fault>& shared, CallingThread<RingUser> state,
         const CallPlan<calls>& plan, char thread) {
  make_calls(m, shared.history, plan, thread, state, [&](const PlannedCall& call, RingUser& own) {
    const std::int32_t answer = call.argument != 0 ? shared.ring.put(m, own.passed, call.argument)
                                                   : shared.ring.take(m, own.passed);
    own.passed += answer != 0 ? 1 : 0;
    return answer;
  });
}

template <std::size_t places, std::size_t calls>
KernelCase passing(CallPlan<calls> plan) {
  const auto build = [=](KernelProgram& kernel, int number) {
    with_fault<LamportFault, 3>(number, [&](auto constant) {
      constexpr LamportFault kFault = decltype(constant)::value;
      SharedRing<ExploredMemory, calls, places, kFault> shared;
      shared.history = recorded_history<calls>(kernel.cells);
      shared.ring.sent = kernel.cells.cell<std::int32_t>("sent", 0);
      shared.ring.received = kernel.cells.cell<std::int32_t>("received", 0);
      shared.ring.place = kernel.cells.cells("place", std::array<std::int32_t, places>{});
      for (const char thread : {'a', 'b'})
        kernel.thread(
            thread == 'a' ? "puts" : "takes", shared, CallingThread<RingUser>{},
            [=](auto& m, auto& all, auto state) { use(m, all, state, plan, thread); }, 32);
    });
  };
  const auto property = [=](std::span<const Value> memory) {
    return explained(plan, SequentialQueue{{}, places}, memory);
  };
  return {std::to_string(places) + (places == 1 ? " place" : " places"), build, property};
}

const bool registered = register_kernel({
    .name = "lamport ring",
    .source = "checkers/explore/objects/lamport_ring.hpp",
    .shows = "linearizable: every history is that of a queue with so much room",
    .cases = {passing<1>(
                  CallPlan<4>{{{{'a', "put", 1}, {'a', "put", 2}, {'b', "take"}, {'b', "take"}}}}),
              passing<2>(CallPlan<4>{
                  {{{'a', "put", 1}, {'a', "put", 2}, {'a', "put", 3}, {'b', "take"}}}})},
    .reasons = {},
    .faults = {"published before it is there", "one item too many"},
    .mutants = {{"published before it is there", Judge::sc},
                {"one item too many", Judge::sc},
                {"received.load acq>rlx", Judge::rc11},
                {"clock.fetch_add acq>rlx", Judge::rc11},
                {"clock.fetch_add split", Judge::sc},
                {"clock.fetch_add rel>rlx", Judge::rc11},
                {"clock.fetch_add split #2", Judge::sc},
                {"call.store dropped", Judge::sc},
                {"place.store dropped", Judge::sc},
                {"place.store postponed", Judge::sc},
                {"sent.store rel>rlx", Judge::rc11},
                {"sent.store dropped", Judge::sc},
                {"sent.store postponed", Judge::sc},
                {"sent.load acq>rlx", Judge::rc11},
                {"received.store rel>rlx", Judge::rc11},
                {"received.store dropped", Judge::sc},
                {"received.store postponed", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
