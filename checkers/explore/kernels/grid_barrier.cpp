// checkers/explore/kernels/grid_barrier.cpp
// Purpose   Blocks of a persistent kernel that meet (grid_barrier.hpp): mutants.
// Shows     Nobody leaves a meeting before all threads of all blocks have come, and all see what
//           each has written. Two lines of posts, used in turn, are enough.
#include "checkers/explore/kernels/grid_barrier.hpp"

#include <array>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kUnseen = 0;  ///< reason: after a meeting the post of a thread is not there

enum class GridFault { none, leaves_one_behind, block_comes_later, block_does_not_wait, one_line };

constexpr std::size_t kMostBlocks = 3, kMostThreads = 4;

template <class Mem>
struct SharedGrid {
  typename Mem::template Cell<Arrivals> grid;
  std::array<typename Mem::template Cell<Arrivals>, kMostBlocks> block;
  std::array<typename Mem::template Cell<std::int32_t>, 2 * kMostThreads> post;
};

struct InGrid {
  std::int32_t block, thread, blocks, threads, done, wanted;
};

template <GridFault fault, class Mem>
void sync_grid(Mem& m, SharedGrid<Mem>& shared, const InGrid& here) {
  auto& own = shared.block[static_cast<std::size_t>(here.block)];
  const bool first = here.thread == 0;
  const bool several = here.threads > 1;
  if (several && fault != GridFault::block_comes_later) meet_block(m, own, here.threads, first);
  const std::int32_t all = fault == GridFault::leaves_one_behind ? here.blocks - 1 : here.blocks;
  if (first) meet_grid(m, shared.grid, all, here.block == 0);
  if (several && fault != GridFault::block_does_not_wait) meet_block(m, own, here.threads, first);
}

template <GridFault fault, class Mem>
void post_and_read(Mem& m, SharedGrid<Mem>& shared, InGrid here) {
  for (;;) {
    here = m.checkpoint(here);
    if (here.done == here.wanted) return;
    const std::int32_t line = fault == GridFault::one_line ? 0 : here.done % 2;
    const auto post = [&](std::int32_t thread) -> auto& {
      return shared.post[static_cast<std::size_t>(2 * thread + line)];
    };
    m.store(post(here.block * here.threads + here.thread), here.done + 1, order::plain);
    sync_grid<fault>(m, shared, here);
    // In blocks of several threads only that of another thread in another block, for fewer states.
    const std::int32_t all = here.blocks * here.threads;
    const std::int32_t begin =
        here.threads == 1 ? 0 : all - 1 - here.block * here.threads - here.thread;
    const std::int32_t end = here.threads == 1 ? all : begin + 1;
    for (std::int32_t t = begin; t < end; ++t)
      if (m.load(post(t), order::plain) != here.done + 1) m.abort(kUnseen);
    ++here.done;
  }
}

KernelCase meeting(std::int32_t blocks, std::int32_t threads, std::int32_t meetings,
                   bool few_events) {
  const auto build = [=](KernelProgram& kernel, int fault) {
    SharedGrid<ExploredMemory> shared;
    shared.grid = kernel.cells.cell<Arrivals>("grid", 0);
    shared.block = kernel.cells.cells("block", std::array<Arrivals, kMostBlocks>{});
    shared.post = kernel.cells.cells("post", std::array<std::int32_t, 2 * kMostThreads>{});
    with_fault<GridFault, 5>(fault, [&](auto constant) {
      constexpr std::size_t kResponses = 12;
      for (std::int32_t b = 0; b < blocks; ++b) {
        kernel.at({0, static_cast<std::uint8_t>(b)});
        for (std::int32_t t = 0; t < threads; ++t)
          kernel.thread(
              "thread", shared, InGrid{b, t, blocks, threads, 0, meetings},
              [](auto& m, auto& all, InGrid here) {
                post_and_read<decltype(constant)::value>(m, all, here);
              },
              kResponses);
      }
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    const bool turned = memory[0] == (meetings % 2 == 0 ? 0 : INT64_MIN);
    return turned ? "" : "somebody is left at a meeting";
  };
  return {std::to_string(blocks) + " blocks of " +
              (threads == 1 ? "one thread, " : "two threads, ") + std::to_string(meetings) +
              " meetings",
          build, property, few_events};
}

const bool registered = register_kernel({
    .name = "grid barrier",
    .source = "checkers/explore/kernels/grid_barrier.hpp",
    .shows = "nobody leaves a meeting of the grid before all threads have come, and all see what "
             "each wrote before",
    .cases = {meeting(2, 1, 1, true), meeting(2, 1, 3, false), meeting(3, 1, 1, false),
              meeting(2, 2, 1, false)},
    .reasons = {"after a meeting the post of a thread is not there"},
    .faults = {"leaves one block behind", "the block comes later", "the block does not wait",
               "one line of posts"},
    .mutants = {{"leaves one block behind", Judge::sc},
                {"the block comes later", Judge::sc},
                {"the block does not wait", Judge::sc},
                {"one line of posts", Judge::sc},
                {"grid.fetch_add rel>rlx", Judge::rc11},
                {"grid.fetch_add dev>blk", Judge::rc11},
                {"grid.fetch_add split", Judge::sc},
                {"grid.wait_until acq>rlx", Judge::views},
                {"grid.wait_until dev>blk", Judge::views},
                {"grid.wait_until acq>rlx #2", Judge::rc11},
                {"grid.wait_until dev>blk #2", Judge::rc11},
                {"block.fetch_add rel>rlx", Judge::views},
                {"block.fetch_add split", Judge::sc},
                {"block.wait_until acq>rlx", Judge::views},
                {"block.wait_until acq>rlx #2", Judge::views},
                {"post.store dropped", Judge::sc},
                {"post.store postponed", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
