// checkers/explore/kernels/chain_handover.hpp
// Purpose   Event chains with local times on several threads: scan of the arrows, horizon test,
//           claim of the target, hand-over. Written over a memory policy, one operation for each
//           access to shared memory, with the weakest memory orders that are right.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 5 (statement numbers below) with the tags of Algorithm 6.
// Shows     A leg that ends without a horizon violation ends as with one global clock: positions,
//           local times, and which spheres are active.
// Not here  Algorithm 5 statement by statement (checkers/explore/event_chain); periodic boxes.
//
// What synchronises with what. x is the flag of t: whoever reads a new x_j (3, acquire) of a sphere
// that has moved (16, 22, release) then reads a t_j (5) that is as new, so the horizon test misses
// nothing. Tags: a claim (10, acquire) of a sphere that was set free (17, 20, release) sees where
// it was left, so an unchanged x_j (13) is still its position. Nothing is read after a failed claim
// or on account of a stalled tag, so these are relaxed.
#pragma once
#include <array>
#include <cstdint>

#include "models/core/memory_order.hpp"

namespace touchstone::explore {

template <class Mem, std::size_t spheres>
struct ChainCells {
  template <class T>
  using Cells = std::array<typename Mem::template Cell<T>, spheres>;
  Cells<std::int32_t> x;    ///< positions, in fixed-point units
  Cells<std::int32_t> t;    ///< local times: when each sphere was last active
  Cells<std::int32_t> tag;  ///< kStatic, kStalled, or the number of the thread that holds it
  /// 1: some thread has seen a horizon violation; the leg counts for nothing and is left.
  typename Mem::template Cell<std::int32_t> violated;
};
inline constexpr std::int32_t kStatic = 0;
inline constexpr std::int32_t kStalled = -1;

/// Contact separations; kNoArrow where i can never hit j.
template <std::size_t spheres>
struct Arrows {
  static constexpr std::int32_t kNoArrow = -1;
  std::array<std::array<std::int32_t, spheres>, spheres> separation;
};

/// The active sphere of a thread. Its position and local time are the thread's own.
struct ChainState {
  std::int32_t left;  ///< time to the breakpoint
  std::int32_t active;
  std::int32_t x;
  std::int32_t t;
};

struct NextEvent {
  std::int32_t time_of_flight;
  std::int32_t target;    ///< the active sphere itself: the breakpoint
  std::int32_t target_x;  ///< where the target was when it was scanned
};

inline constexpr std::int32_t kHorizonViolation = -1;  ///< instead of a target

enum class ChainFault { none, no_recheck, no_horizon_test, time_before_position, claim_ignored };

/// Statements 1 to 9.
template <ChainFault fault, class Mem, std::size_t spheres>
NextEvent scan_arrows(Mem& m, ChainCells<Mem, spheres>& shared, const Arrows<spheres>& arrows,
                      const ChainState& state) {
  NextEvent next{state.left, state.active, 0};
  for (std::size_t j = 0; j < spheres; ++j) {
    const std::int32_t separation = arrows.separation[static_cast<std::size_t>(state.active)][j];
    if (separation == Arrows<spheres>::kNoArrow) continue;
    std::int32_t t = 0;
    if constexpr (fault == ChainFault::time_before_position)
      t = m.load(shared.t[j], order::relaxed);
    const std::int32_t x = m.load(shared.x[j], order::acquire);
    if constexpr (fault != ChainFault::time_before_position)
      t = m.load(shared.t[j], order::relaxed);
    const std::int32_t flight = x - state.x - separation;
    if (fault != ChainFault::no_horizon_test && state.t + flight <= t)
      return {flight, kHorizonViolation, x};
    if (flight < next.time_of_flight) next = {flight, static_cast<std::int32_t>(j), x};
  }
  return next;
}

/// One leg of the chain that begins with `state`. `me` numbers the thread, from 1.
template <ChainFault fault = ChainFault::none, class Mem, std::size_t spheres>
void run_chain(Mem& m, ChainCells<Mem, spheres>& shared, const Arrows<spheres>& arrows,
               std::int32_t me, ChainState state) {
  for (;;) {
    state = m.checkpoint(state);
    if (state.left == 0) return;
    const NextEvent next = scan_arrows<fault>(m, shared, arrows, state);
    if (next.target == kHorizonViolation) {
      m.store(shared.violated, 1, order::relaxed);  // seen by others whom this thread would block
      return;
    }
    const auto active = static_cast<std::size_t>(state.active);
    const std::int32_t time = state.t + next.time_of_flight;
    const std::int32_t x = state.x + next.time_of_flight;
    if (next.target == state.active) {                        // the breakpoint
      m.store(shared.t[active], time, order::relaxed);        // 21
      m.store(shared.x[active], x, order::release);           // 22
      m.store(shared.tag[active], kStalled, order::relaxed);  // 24
      state.left = 0;
      continue;
    }
    const auto target = static_cast<std::size_t>(next.target);
    std::int32_t found = kStatic;
    const bool claimed =
        m.compare_exchange(shared.tag[target], found, me, order::acquire, order::relaxed);  // 10
    if (!claimed && fault != ChainFault::claim_ignored) {  // 11: active elsewhere, or stalled
      if (m.load(shared.violated, order::relaxed) != 0) return;
      continue;
    }
    if (fault != ChainFault::no_recheck &&
        m.load(shared.x[target], order::relaxed) != next.target_x) {  // 13: it has moved
      m.store(shared.tag[target], kStatic, order::release);           // 20
      continue;
    }
    m.store(shared.t[target], time, order::relaxed);       // 14
    m.store(shared.t[active], time, order::relaxed);       // 15
    m.store(shared.x[active], x, order::release);          // 16
    m.store(shared.tag[active], kStatic, order::release);  // 17
    state = {state.left - next.time_of_flight, next.target, next.target_x, time};
  }
}

}  // namespace touchstone::explore
