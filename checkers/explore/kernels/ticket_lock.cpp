// checkers/explore/kernels/ticket_lock.cpp: configurations and mutants of ticket_lock.hpp.
#include "checkers/explore/kernels/ticket_lock.hpp"

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

KernelCase counting(int threads, std::int32_t rounds) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    CountedUnderTicketLock<ExploredMemory> shared;
    shared.count = kernel.cells.cell<std::int32_t>("count", 0);
    shared.mutex.next_ticket = kernel.cells.cell<std::int32_t>("next_ticket", 0);
    shared.mutex.now_served = kernel.cells.cell<std::int32_t>("now_served", 0);
    with_fault<TicketLockFault, 3>(fault, [&](auto constant) {
      for (int t = 0; t < threads; ++t)
        kernel.thread("count", shared, TicketRounds{rounds},
                      [](auto& m, auto& cells, TicketRounds state) {
                        count_under_ticket_lock<decltype(constant)::value>(m, cells, state);
                      });
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    if (memory[0] != threads * rounds) return "a count is lost";
    return memory[1] == memory[2] ? "" : "a ticket was not served";
  };
  return {std::to_string(threads) + " threads, " + std::to_string(rounds) + " rounds", build,
          property};
}

const bool registered = register_kernel({
    .name = "ticket lock",
    .source = "checkers/explore/kernels/ticket_lock.hpp",
    .shows = "no two threads hold the lock, each sees what the last holder did, all are served",
    .cases = {counting(2, 2), counting(3, 1)},
    .reasons = {},
    .faults = {"does not wait long enough", "serves two tickets at once"},
    .mutants = {{"does not wait long enough", Judge::sc},
                {"serves two tickets at once", Judge::sc},
                {"next_ticket.fetch_add split", Judge::sc},
                {"now_served.wait_until acq>rlx", Judge::rc11},
                {"now_served.store rel>rlx", Judge::rc11},
                {"now_served.store dropped", Judge::sc},
                {"count.store dropped", Judge::sc},
                {"count.store postponed", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
