// checkers/explore/kernels/single_producer_ring.cpp: configurations and mutants of
// single_producer_ring.hpp.
#include "checkers/explore/kernels/single_producer_ring.hpp"

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

template <std::size_t slots>
KernelCase passing(std::int32_t items) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    Ring<ExploredMemory, slots> shared;
    shared.sent = kernel.cells.cell<std::int32_t>("sent", 0);
    shared.received = kernel.cells.cell<std::int32_t>("received", 0);
    shared.slot = kernel.cells.cells("slot", std::array<std::int32_t, slots>{});
    with_fault<RingFault, 4>(fault, [&](auto constant) {
      kernel.thread("producer", shared, ItemsPassed{0, items},
                    [](auto& m, auto& cells, ItemsPassed state) {
                      produce<decltype(constant)::value>(m, cells, state);
                    });
      kernel.thread("consumer", shared, ItemsPassed{0, items},
                    [](auto& m, auto& cells, ItemsPassed state) {
                      consume<decltype(constant)::value>(m, cells, state);
                    });
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    return memory[0] == items && memory[1] == items ? "" : "an item was not passed on";
  };
  return {std::to_string(items) + " items, " + std::to_string(slots) + " slots", build, property};
}

const bool registered = register_kernel({
    .name = "single producer ring",
    .source = "checkers/explore/kernels/single_producer_ring.hpp",
    .shows = "the consumer receives what was sent, in order, and no slot is touched by both",
    .cases = {passing<1>(3), passing<2>(3)},
    .reasons = {"wrong item"},
    .faults = {"one item too many", "published before it is there", "freed before it is read"},
    .mutants = {{"one item too many", Judge::sc},
                {"published before it is there", Judge::sc},
                {"freed before it is read", Judge::sc},
                {"received.wait_until acq>rlx", Judge::rc11},
                {"slot.store dropped", Judge::sc},
                {"slot.store postponed", Judge::sc},
                {"sent.store rel>rlx", Judge::rc11},
                {"sent.store dropped", Judge::sc},
                {"sent.wait_until acq>rlx", Judge::rc11},
                {"received.store rel>rlx", Judge::rc11},
                {"received.store dropped", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
