// checkers/explore/kernels/thread_barrier.cpp
// Purpose   Rounds of threads between barriers (optimized/core/barrier_kernel.hpp), and mutants.
// Shows     Nobody leaves before all have arrived, what was written is seen, no wake is lost.
#include <array>
#include <functional>

#include "checkers/explore/kernels/kernel.hpp"
#include "optimized/core/barrier_kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostThreads = 3;
constexpr int kNotWritten = 0;  ///< reason: the neighbour's number is not of this round

enum class BarrierFault { none, ends_one_too_early, count_reset_late, sleepers_forgotten };

template <class Mem>
struct Rounds {
  optimized::BarrierKernel<Mem> barrier;
  std::array<typename Mem::template Cell<std::int32_t>, kMostThreads> number;
};

struct RoundsLeft {
  std::int32_t left, me, threads;
};

template <BarrierFault fault, class Mem>
void arrive(Mem& m, optimized::BarrierKernel<Mem>& barrier, std::uint32_t threads) {
  if constexpr (fault == BarrierFault::none) return barrier.arrive_and_wait(m, threads);
  const std::uint32_t last = fault == BarrierFault::ends_one_too_early ? threads - 1 : threads;
  const std::uint32_t before = m.load(barrier.generation, order::relaxed);
  if (m.fetch_add(barrier.arrived, 1, order::acq_rel) + 1 == last) {
    if constexpr (fault == BarrierFault::count_reset_late) {
      m.store(barrier.generation, before + 1, order::release);
      m.store(barrier.arrived, 0, order::relaxed);
    } else {
      m.store(barrier.arrived, 0, order::relaxed);
      m.store(barrier.generation, before + 1, order::release);
    }
    if constexpr (fault != BarrierFault::sleepers_forgotten) m.wake(barrier.generation);
  } else {
    m.sleep_until(barrier.generation, std::not_equal_to<>(), before, order::acquire);
  }
}

/// Each round: write the own number, wait for all, read the neighbour's, wait for all.
template <BarrierFault fault, class Mem>
void rounds(Mem& m, Rounds<Mem>& shared, RoundsLeft state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.left == 0) return;
    const auto threads = static_cast<std::uint32_t>(state.threads);
    const auto me = static_cast<std::size_t>(state.me);
    m.store(shared.number[me], state.left, order::plain);
    arrive<fault>(m, shared.barrier, threads);
    if (m.load(shared.number[(me + 1) % threads], order::plain) != state.left) m.abort(kNotWritten);
    arrive<fault>(m, shared.barrier, threads);
    --state.left;
  }
}

KernelCase meeting(int threads, std::int32_t left) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    Rounds<ExploredMemory> shared;
    shared.barrier.arrived = kernel.cells.cell<std::uint32_t>("arrived", 0);
    shared.barrier.generation = kernel.cells.sleep_cell<std::uint32_t>("generation", 0);
    shared.number = kernel.cells.cells("number", std::array<std::int32_t, kMostThreads>{});
    with_fault<BarrierFault, 4>(fault, [&](auto constant) {
      for (int t = 0; t < threads; ++t)
        kernel.thread(
            "round", shared, RoundsLeft{left, t, threads},
            [](auto& m, auto& cells, RoundsLeft state) {
              rounds<decltype(constant)::value>(m, cells, state);
            },
            64);
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    if (memory[0] != 0) return "somebody is counted still";
    return memory[1] == 2 * left ? "" : "a generation is lost";
  };
  return {std::to_string(threads) + " threads, " + std::to_string(left) + " rounds", build,
          property, threads * left == 2};
}

const bool registered = register_kernel({
    .name = "thread barrier",
    .source = "optimized/core/barrier_kernel.hpp",
    .shows = "nobody leaves before all have arrived, writes are seen, no wake is lost",
    .cases = {meeting(2, 1), meeting(2, 2), meeting(3, 1)},
    .reasons = {"the neighbour had not written"},
    .faults = {"ends one too early", "count reset after the release", "sleepers forgotten"},
    .mutants = {{"ends one too early", Judge::sc},
                {"count reset after the release", Judge::sc},
                {"sleepers forgotten", Judge::sc},
                {"arrived.fetch_add acqrel>acq", Judge::rc11},
                {"arrived.fetch_add acqrel>rel", Judge::rc11},
                {"arrived.fetch_add split", Judge::sc},
                {"arrived.store dropped", Judge::sc},
                {"arrived.store postponed", Judge::sc},
                {"generation.store rel>rlx", Judge::rc11},
                {"generation.store dropped", Judge::sc},
                {"generation.store postponed", Judge::sc},
                {"generation's bell.fetch_add rel>rlx", Judge::rc11},
                {.mutant = "generation's bell.fetch_add split",
                 .equivalent = "only the last of all threads wakes the others"},
                {"generation's bell.load acq>rlx", Judge::rc11},
                {"number.store dropped", Judge::sc},
                {.mutant = "number.store postponed",
                 .equivalent = "it comes before the arrival still"}},
});

}  // namespace
}  // namespace touchstone::explore
