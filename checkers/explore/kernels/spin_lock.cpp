// checkers/explore/kernels/spin_lock.cpp: configurations and mutants of spin_lock.hpp.
#include "checkers/explore/kernels/spin_lock.hpp"

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

KernelCase counting(int threads, std::int32_t rounds) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    CountedUnderSpinLock<ExploredMemory> shared;
    shared.count = kernel.cells.cell<std::int32_t>("count", 0);
    shared.mutex.taken = kernel.cells.cell<std::int32_t>("taken", 0);
    with_fault<SpinLockFault, 3>(fault, [&](auto constant) {
      for (int t = 0; t < threads; ++t)
        kernel.thread("count", shared, RoundsLeft{rounds},
                      [](auto& m, auto& cells, RoundsLeft state) {
                        count_under_spin_lock<decltype(constant)::value>(m, cells, state);
                      });
    });
  };
  const auto property = [=](std::span<const Value> memory) {
    return memory[0] == threads * rounds ? std::string() : "a count is lost";
  };
  return {std::to_string(threads) + " threads, " + std::to_string(rounds) + " rounds", build,
          property};
}

const bool registered = register_kernel({
    .name = "spin lock",
    .source = "checkers/explore/kernels/spin_lock.hpp",
    .shows = "no two threads hold the lock, and each sees what the last holder did",
    .cases = {counting(2, 2), counting(3, 1)},
    .reasons = {},
    .faults = {"unlocked early", "taken in two steps"},
    .mutants = {{"unlocked early", Judge::sc},
                {"taken in two steps", Judge::sc},
                {"taken.wait_exchange acq>rlx", Judge::rc11},
                {"taken.wait_exchange split", Judge::sc},
                {"taken.store rel>rlx", Judge::rc11},
                {"taken.store dropped", Judge::sc},
                {"count.store dropped", Judge::sc},
                {"count.store postponed", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
