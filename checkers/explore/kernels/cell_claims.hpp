// checkers/explore/kernels/cell_claims.hpp
// Purpose   Particles that hop between neighbouring cells of a ring, each hop under claims of both
//           cells, taken in order of their numbers: how a scheme with OpenMP threads and a lock for
//           each cell moves particles.
// Shows     No cell is claimed twice, and no particle is lost or doubled; nobody waits forever.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem, std::size_t cells>
struct ClaimedCells {
  std::array<typename Mem::template Cell<std::int32_t>, cells> claim;  ///< 0: free, 1: claimed
  std::array<typename Mem::template Cell<std::int32_t>, cells> particles;
};

struct HopsLeft {
  std::int32_t hops;
};

enum class ClaimFault { none, in_order_of_the_hop, target_unclaimed, freed_early };

/// Acquire and release as in a lock: who claims a cell sees all that was done in it.
template <ClaimFault fault = ClaimFault::none, class Mem, std::size_t cells>
void hop(Mem& m, ClaimedCells<Mem, cells>& shared, HopsLeft state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.hops-- == 0) return;
    const std::size_t from = m.choose(cells);
    const std::size_t to = (from + 1) % cells;
    // Every thread claims the lower number first, so no circle of waiting threads can close.
    const bool lower_first = fault == ClaimFault::in_order_of_the_hop || from < to;
    const std::size_t first = lower_first ? from : to;
    const std::size_t last = lower_first ? to : from;
    if (fault != ClaimFault::target_unclaimed || first == from)
      m.wait_exchange(shared.claim[first], 0, 1, order::acquire);
    if (fault != ClaimFault::target_unclaimed || last == from)
      m.wait_exchange(shared.claim[last], 0, 1, order::acquire);
    const std::int32_t here = m.load(shared.particles[from], order::plain);
    if constexpr (fault == ClaimFault::freed_early) m.store(shared.claim[from], 0, order::release);
    if (here > 0) {
      m.store(shared.particles[from], here - 1, order::plain);
      const std::int32_t there = m.load(shared.particles[to], order::plain);
      m.store(shared.particles[to], there + 1, order::plain);
    }
    if constexpr (fault != ClaimFault::freed_early) m.store(shared.claim[from], 0, order::release);
    if constexpr (fault != ClaimFault::target_unclaimed)
      m.store(shared.claim[to], 0, order::release);
  }
}

}  // namespace touchstone::explore
