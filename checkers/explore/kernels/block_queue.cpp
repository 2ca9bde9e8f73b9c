// checkers/explore/kernels/block_queue.cpp
// Purpose   A queue of work between the blocks of a persistent kernel: a block takes the next free
//           place, writes its item there and says that it is ready; another takes the next item and
//           waits for it.
// Source    The tickets are those of D. Cederman, P. Tsigas, Graphics Hardware 2008, without their
//           wrap-around.
// Shows     Each item is taken once, and who takes it sees what was written.
#include <array>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {
namespace {

constexpr int kTorn = 0;  ///< reason: an item is taken that is not written

enum class QueueFault { none, ready_before_written, takes_by_looking };

constexpr std::size_t kMostItems = 4;

template <class Mem>
struct BlockQueue {
  template <class T>
  using Cell = typename Mem::template Cell<T>;
  Cell<std::uint32_t> tail, head;
  std::array<Cell<std::int32_t>, kMostItems> item, taken;
  std::array<Cell<std::uint32_t>, kMostItems> ready;
};

template <QueueFault fault, class Mem>
void append(Mem& m, BlockQueue<Mem>& queue, std::int32_t item) {
  const std::size_t at = m.fetch_add(queue.tail, 1, order::relaxed, scope::device);
  if constexpr (fault == QueueFault::ready_before_written)
    m.store(queue.ready[at], 1, order::release, scope::device);
  m.store(queue.item[at], item, order::plain);
  if constexpr (fault != QueueFault::ready_before_written)
    m.store(queue.ready[at], 1, order::release, scope::device);
}

template <QueueFault fault, class Mem>
std::int32_t take(Mem& m, BlockQueue<Mem>& queue) {
  std::size_t at = 0;
  if constexpr (fault == QueueFault::takes_by_looking) {
    at = m.load(queue.head, order::relaxed, scope::device);
    m.store(queue.head, static_cast<std::uint32_t>(at + 1), order::relaxed, scope::device);
  } else {
    at = m.fetch_add(queue.head, 1, order::relaxed, scope::device);
  }
  m.wait_until(queue.ready[at], std::equal_to<>(), 1, order::acquire, scope::device);
  return m.load(queue.item[at], order::plain);
}

/// Each thread appends an item, takes one, and marks it as taken.
template <QueueFault fault, class Mem>
void work(Mem& m, BlockQueue<Mem>& queue, std::int32_t me) {
  append<fault>(m, queue, me + 1);
  const std::int32_t item = take<fault>(m, queue);
  if (item == 0) m.abort(kTorn);
  m.store(queue.taken[static_cast<std::size_t>(item - 1)], 1, order::plain);
}

struct Worker {
  std::int32_t me;
};

KernelCase queue(std::int32_t blocks, std::int32_t threads, bool few_events) {
  const std::int32_t items = blocks * threads;
  const auto build = [=](KernelProgram& kernel, int fault) {
    BlockQueue<ExploredMemory> shared;
    shared.tail = kernel.cells.cell<std::uint32_t>("tail", 0);
    shared.head = kernel.cells.cell<std::uint32_t>("head", 0);
    shared.item = kernel.cells.cells("item", std::array<std::int32_t, kMostItems>{});
    shared.taken = kernel.cells.cells("taken", std::array<std::int32_t, kMostItems>{});
    shared.ready = kernel.cells.cells("ready", std::array<std::uint32_t, kMostItems>{});
    with_fault<QueueFault, 3>(fault, [&](auto constant) {
      for (std::int32_t me = 0; me < items; ++me) {
        kernel.at({0, static_cast<std::uint8_t>(me / threads)});
        kernel.thread("worker", shared, Worker{me}, [](auto& m, auto& all, Worker here) {
          work<decltype(constant)::value>(m, all, m.checkpoint(here).me);
        });
      }
    });
  };
  const auto property = [=](std::span<const Value> memory) -> std::string {
    Value taken = 0;
    for (std::size_t i = 0; i < kMostItems; ++i) taken += memory[2 + kMostItems + i];
    return taken == items ? "" : "an item is taken twice, another never";
  };
  return {std::to_string(blocks) + " blocks of " + (threads == 1 ? "one thread" : "two threads"),
          build, property, few_events};
}

const bool registered = register_kernel({
    .name = "block queue",
    .source = "checkers/explore/kernels/block_queue.cpp",
    .shows = "each item of a queue between blocks is taken once, as it was written",
    .cases = {queue(2, 1, true), queue(3, 1, false)},
    .reasons = {"an item is taken that is not written"},
    .faults = {"ready before it is written", "taken by looking"},
    .mutants = {{"ready before it is written", Judge::sc},
                {"taken by looking", Judge::sc},
                {"tail.fetch_add dev>blk", Judge::rc11},
                {"tail.fetch_add split", Judge::sc},
                {"item.store dropped", Judge::sc},
                {"item.store postponed", Judge::sc},
                {"ready.store rel>rlx", Judge::rc11},
                {"ready.store dev>blk", Judge::rc11},
                {"ready.store dropped", Judge::sc},
                {.mutant = "ready.store postponed",
                 .equivalent = "the next operation takes a number, which publishes nothing"},
                {"head.fetch_add dev>blk", Judge::rc11},
                {"head.fetch_add split", Judge::sc},
                {"ready.wait_until acq>rlx", Judge::rc11},
                {"ready.wait_until dev>blk", Judge::rc11},
                {"taken.store dropped", Judge::sc}},
});

}  // namespace
}  // namespace touchstone::explore
