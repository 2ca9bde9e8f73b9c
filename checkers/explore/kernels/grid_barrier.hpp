// checkers/explore/kernels/grid_barrier.hpp
// Purpose   The barrier of all blocks of a grid, and that of the threads of a block.
// Source    The protocol of cooperative_groups::grid_group::sync() in CUDA 13, from compute
//           capability 7.0 on: one thread of each block adds to one word with release, and waits
//           with acquire, both at the scope of the device, until its highest bit has changed;
//           barriers of the block stand before and after. CudaContext::sync_grid() of gpu/exec
//           calls it.
// Shows     What anybody wrote before is seen after by all. Meetings follow each other without a
//           reset.
#pragma once
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"
#include "models/core/memory_scope.hpp"

namespace touchstone::explore {

/// Negative after an odd number of meetings: what all add together is the highest bit.
using Arrivals = std::int64_t;

constexpr Arrivals share_of_arrival(std::int32_t all, bool first) {
  constexpr std::uint64_t kTurn = std::uint64_t{1} << 63;
  return first ? static_cast<Arrivals>(kTurn - static_cast<std::uint64_t>(all - 1)) : Arrivals{1};
}

/// One thread of each of `blocks` blocks; `first` in one of them. `arrived` is 0 at first.
template <class Mem, class Cell>
void meet_grid(Mem& m, Cell& arrived, std::int32_t blocks, bool first) {
  const Arrivals mine = share_of_arrival(blocks, first);
  const Arrivals before = m.fetch_add(arrived, mine, order::release, scope::device);
  if (before < 0)
    m.wait_until(arrived, std::greater_equal<>(), Arrivals{0}, order::acquire, scope::device);
  else
    m.wait_until(arrived, std::less<>(), Arrivals{0}, order::acquire, scope::device);
}

/// All threads of a block: a model of __syncthreads(), which the device does in hardware.
template <class Mem, class Cell>
void meet_block(Mem& m, Cell& arrived, std::int32_t threads, bool first) {
  const Arrivals mine = share_of_arrival(threads, first);
  const Arrivals before = m.fetch_add(arrived, mine, order::release, scope::block);
  if (before < 0)
    m.wait_until(arrived, std::greater_equal<>(), Arrivals{0}, order::acquire, scope::block);
  else
    m.wait_until(arrived, std::less<>(), Arrivals{0}, order::acquire, scope::block);
}

}  // namespace touchstone::explore
