// checkers/explore/kernels/explored_chains.hpp
// Purpose   Runs a kernel of optimized/ecmc under exploration: its disks as explored cells, and
//           threads that move their chains alternately, one step each, as production does.
// Not here  Legs (chain_legs.hpp), one kernel or the other (tag_chains.cpp, word_chains.cpp).
#pragma once
#include <algorithm>
#include <span>
#include <utility>

#include "checkers/explore/kernels/chain_legs.hpp"
#include "checkers/explore/kernels/kernel.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {

inline constexpr std::size_t kMostDisks = 6;
inline constexpr std::size_t kMostChainsOfAThread = 2;

/// Arrows of up to kMostDisks disks, without memory of its own: threads are copied as bytes.
struct FixedArrows {
  struct OfDisk {
    std::array<ChainArrow, kMostDisks> arrow;
    std::size_t count = 0;
  };
  std::array<OfDisk, kMostDisks> disk;

  explicit FixedArrows(const ChainLeg& leg) : disk{} {
    for (std::size_t i = 0; i < leg.arrows.size(); ++i)
      for (const ChainArrow& arrow : leg.arrows[i]) disk[i].arrow[disk[i].count++] = arrow;
  }
  std::span<const ChainArrow> from(DiskIndex i) const {
    return std::span(disk[i].arrow).first(disk[i].count);
  }
};

/// State of a thread between two steps.
struct ThreadOfChains {
  std::array<optimized::ChainState, kMostChainsOfAThread> chains;
  std::uint32_t next;
  std::uint32_t moving;
  std::uint32_t violated;
};

/// A cell that says that some thread has seen a horizon violation.
using ViolatedCell = ExploredCell<std::int32_t>;
/// Lines of this file, told apart from those of kernels.
inline constexpr int kOwnLines = 10'000;

/// Moves the chains of a thread to the end of the leg. `step(m, chain, notes)` is one step of the
/// kernel.
template <class Kernel>
void move_chains(ExploredMemory& m, ViolatedCell violated, const optimized::StepLimits& limits,
                 ThreadOfChains state, Kernel&& step) {
  using optimized::Step;
  for (;;) {
    state = m.checkpoint(state);
    if (state.moving == 0) break;
    optimized::StepNotes notes;
    const Step done = step(m, state.chains[state.next], notes);
    if (notes.violation != optimized::kNoViolationYet) state.violated = 1;
    if (done == Step::violated) break;
    if (done == Step::waits && limits.abort &&
        m.load(violated, order::relaxed, scope::system, kOwnLines + __LINE__) != 0)
      return;  // the chain in the way will never go on
    if (done == Step::finished)
      state.chains[state.next] = std::exchange(state.chains[--state.moving], {});
    else
      ++state.next;
    if (state.next >= state.moving) state.next = 0;
  }
  if (state.violated != 0)
    m.store(violated, 1, order::relaxed, scope::system, kOwnLines + __LINE__);
}

/// Adds the threads of a leg. `Disks` is trivially copyable and made of cells; `Kernel` has
/// step(m, disks, chain, limits, notes).
template <class Kernel, class Disks>
void add_threads(KernelProgram& program, const ChainLeg& leg, const Disks& disks,
                 ViolatedCell violated) {
  for (const auto& chains : leg.of_threads) {
    ThreadOfChains start{};
    for (const DiskIndex i : chains) start.chains[start.moving++] = {i, leg.x[i], 0};
    program.thread(
        "chains", disks, start,
        [violated, limits = leg.limits](ExploredMemory& m, Disks& shared, ThreadOfChains state) {
          move_chains(m, violated, limits, state,
                      [&](ExploredMemory& memory, optimized::ChainState& chain,
                          optimized::StepNotes& notes) {
                        return Kernel::step(memory, shared, chain, limits, notes);
                      });
        },
        3 * kMostDisks);
  }
}

inline void require_fitting(const ChainLeg& leg) {
  const auto at_most = [&](const char* what, std::size_t most, std::size_t found) {
    if (found > most)
      throw input_error("event chains, leg " + leg.name, what, "at most " + std::to_string(most),
                        std::to_string(found));
  };
  at_most("disks", kMostDisks, leg.x.size());
  for (const auto& chains : leg.of_threads)
    at_most("chains of a thread", kMostChainsOfAThread, chains.size());
}

/// A case of a kernel: `build(program, leg, fault)` makes its cells and threads, the last cell is
/// that of violations, and `disks(memory)` reads the disks from the final values of the others.
template <class Build, class ReadDisks>
KernelCase chain_case(const ChainLeg& leg, Build build, ReadDisks disks, bool few_events) {
  require_fitting(leg);
  const auto expected = global_clock_end(leg);
  if (!expected)
    throw input_error("event chains, leg " + leg.name, "events", "no two of a disk at a time",
                      "two");
  return {leg.name, [leg, build](KernelProgram& program, int fault) { build(program, leg, fault); },
          [leg, disks, end = *expected](std::span<const Value> memory) {
            return compared(leg, end, disks(memory.first(memory.size() - 1)), memory.back() != 0);
          },
          few_events};
}

/// Initial values of a variable of all disks: `of(disk, active)`.
template <class T, class Of>
std::array<T, kMostDisks> initial(const ChainLeg& leg, Of&& of) {
  std::array<T, kMostDisks> values{};
  for (DiskIndex i = 0; i < leg.x.size(); ++i) {
    const bool active =
        std::any_of(leg.of_threads.begin(), leg.of_threads.end(), [&](const auto& chains) {
          return std::find(chains.begin(), chains.end(), i) != chains.end();
        });
    values[i] = of(i, active);
  }
  return values;
}

/// Cells name[0], name[1], ... of the disks of a leg, and none for others.
template <class T>
std::array<ExploredCell<T>, kMostDisks> cells_of(KernelProgram& program, const ChainLeg& leg,
                                                 const std::string& name,
                                                 const std::array<T, kMostDisks>& initial) {
  std::array<ExploredCell<T>, kMostDisks> cells{};
  for (DiskIndex i = 0; i < leg.x.size(); ++i)
    cells[i] = program.cells.cell<T>(name + "[" + std::to_string(i) + "]", initial[i]);
  return cells;
}

}  // namespace touchstone::explore
