// checkers/explore/objects/treiber_stack.cpp: configurations and mutants of treiber_stack.hpp.
#include "checkers/explore/objects/treiber_stack.hpp"

#include "checkers/explore/objects/history.hpp"
#include "checkers/explore/objects/sequential.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kNodes = 3;  // the last one is a spare, for who pushes and has taken none

template <class Mem, std::size_t calls, StackFault fault>
struct SharedStack {
  CallHistory<Mem, calls> history;
  TreiberStack<Mem, kNodes, fault> stack;
};

struct StackUser {
  std::int32_t taken;  ///< node that it took first, and pushes again; 0: none
};

template <class Mem, std::size_t calls, StackFault fault>
void use(Mem& m, SharedStack<Mem, calls, fault>& shared, CallingThread<StackUser> state,
         const CallPlan<calls>& plan, char thread) {
  auto& stack = shared.stack;
  make_calls(m, shared.history, plan, thread, state, [&](const PlannedCall& call, StackUser& own) {
    if (call.argument != 0) {
      stack.push(m, own.taken != 0 ? own.taken : kNodes, call.argument);
      own.taken = 0;
      return 1;
    }
    const std::int32_t node = stack.pop(m);
    if (own.taken == 0) own.taken = node;
    return node == 0 ? 0 : m.load(stack.item[static_cast<std::size_t>(node)], order::relaxed);
  });
}

/// A stack of the items 2 and 1, from the bottom up, in nodes of these numbers.
template <std::size_t calls>
KernelCase used_by_two(std::string name, CallPlan<calls> plan) {
  const auto build = [=](KernelProgram& kernel, int number) {
    with_fault<StackFault, 2>(number, [&](auto constant) {
      constexpr StackFault kFault = decltype(constant)::value;
      SharedStack<ExploredMemory, calls, kFault> shared;
      shared.history = recorded_history<calls>(kernel.cells);
      shared.stack.head = kernel.cells.cell<StackHead>("head", {1, 0});
      shared.stack.next = kernel.cells.cells("next", std::array<std::int32_t, kNodes + 1>{0, 2});
      shared.stack.item = kernel.cells.cells("item", std::array<std::int32_t, kNodes + 1>{0, 1, 2});
      for (const char thread : {'a', 'b'})
        kernel.thread(
            std::string("user ") + thread, shared, CallingThread<StackUser>{},
            [=](auto& m, auto& all, auto state) { use(m, all, state, plan, thread); }, 32);
    });
  };
  const auto property = [=](std::span<const Value> memory) {
    return explained(plan, SequentialStack{{2, 1}}, memory);
  };
  return {"2 threads, " + std::move(name), build, property, false};
}

const bool registered = register_kernel({
    .name = "treiber stack",
    .source = "checkers/explore/objects/treiber_stack.hpp",
    .shows = "linearizable: every history is that of a stack",
    .cases = {used_by_two<4>("a push among pops",
                             {{{{'a', "pop"}, {'a', "pop"}, {'a', "pop"}, {'b', "push", 3}}}}),
              used_by_two<5>(
                  "a node used again",
                  {{{{'a', "pop"}, {'a', "pop"}, {'b', "pop"}, {'b', "pop"}, {'b', "push", 3}}}})},
    .reasons = {},
    .faults = {"no count"},
    .mutants = {{"no count", Judge::sc},
                {"clock.fetch_add acq>rlx", Judge::views},
                {"clock.fetch_add split", Judge::sc},
                {"clock.fetch_add rel>rlx", Judge::views},
                {"clock.fetch_add split #2", Judge::sc},
                {"call.store dropped", Judge::sc},
                {"item.store dropped", Judge::sc},
                {.mutant = "item.store postponed",
                 .equivalent = "the next operation only looks at the head"},
                {"next.store dropped", Judge::sc},
                {"next.store postponed", Judge::sc},
                {"head.compare_exchange rel>rlx", Judge::views},
                {"head.compare_exchange split", Judge::sc},
                {"head.load acq>rlx", Judge::views},
                {"head.compare_exchange failure acq>rlx", Judge::views},
                {"head.compare_exchange split #2", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
