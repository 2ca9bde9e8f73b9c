// optimized/ecmc/tags/tag_kernel.hpp
// Purpose   Event chains with local times after Algorithm 6: position, local time and tag of each
//           disk are variables of their own. One call is one visit: one event of one chain. The
//           memory orders are a parameter, so that those of the paper can be told from ours.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 6; numbers of statements are those of Algorithm 5, orders those of section
//           3.2. The move up to contact when a target is active, or has just moved, is Algorithm
//           6's, and lets rows of active disks in contact go on.
// Cost      A lifting loads position and time of 1 to 3 disks ahead (2.05 on average) and the
//           position of the target again, exchanges one tag and stores four variables.
// Not here  Threads and breakpoints (chain_team.hpp). One variable for all: word_kernel.hpp.
//
// Tags. The claim itself tells whether it succeeded, so that one tag, active, does for the number
// of the thread at work and for "active, but not at work"; and a disk that has finished shows it by
// its local time, that of the breakpoint, so that no tag "stalled" is needed.
//
// The second look (13) is at the position only. A disk may have been hit since it was scanned, and
// have passed the motion on at once to one that it touches: same place, later time. Then the chain
// lifts to it, and the next scan finds the violation at the disk that has taken the motion.
//
// Pairs of operations that synchronise (Orders).
//   store_x, load_x    (16, 22; 3)   x is the flag of t: whoever reads a new position then reads a
//                                    time that is as new, so the horizon test misses nothing.
//   set_free, claim    (17, 20; 10)  a claim sees where its target was left, so what is unchanged
//                                    (13) still holds; and it sees all that earlier owners have
//                                    seen, so that no disk ahead is where it was before they came.
// Nothing is read on account of a failed claim, so that its order is relaxed.
#pragma once
#include <algorithm>
#include <cstdint>

#include "optimized/ecmc/chain_kernel.hpp"

namespace touchstone::optimized {

using DiskTag = std::uint8_t;
inline constexpr DiskTag kStatic = 0;
inline constexpr DiskTag kActive = 1;

/// The weakest orders that are right (checkers/explore/kernels/tag_chains.cpp). On x86 they cost
/// nothing: loads, stores and exchanges are those of relaxed ones.
struct AcquireRelease {
  static constexpr auto load_x = order::acquire;         // 3
  static constexpr auto load_t = order::relaxed;         // 5
  static constexpr auto look_again = order::relaxed;     // 13
  static constexpr auto store_t = order::relaxed;        // 14, 15, 21
  static constexpr auto store_x = order::release;        // 16, 22
  static constexpr auto claim = order::acquire;          // 10
  static constexpr auto claim_failure = order::relaxed;  // 11
  static constexpr auto set_free = order::release;       // 17, 20
};

/// Section 3.2 orders the tags only. Positions and times are plain there, a data race in C++; with
/// relaxed ones it is none, and still nothing orders 3 before 5, whatever the orders of tags are:
/// right on x86, wrong in the C++ model.
template <class ClaimFailure, class SetFree, class Claim = decltype(order::seq_cst)>
struct OrderedTags {
  static constexpr auto load_x = order::relaxed;
  static constexpr auto load_t = order::relaxed;
  static constexpr auto look_again = order::relaxed;
  static constexpr auto store_t = order::relaxed;
  static constexpr auto store_x = order::relaxed;
  static constexpr Claim claim{};
  static constexpr ClaimFailure claim_failure{};
  static constexpr SetFree set_free{};
};
using Relaxed = decltype(order::relaxed);
using Acquire = decltype(order::acquire);
using Release = decltype(order::release);
using SeqCst = decltype(order::seq_cst);
using PaperDefault = OrderedTags<Acquire, Release>;
using PaperAcquireOnly = OrderedTags<Acquire, Relaxed>;
using PaperReleaseOnly = OrderedTags<Relaxed, Release>;
using PaperRelaxed = OrderedTags<Relaxed, Relaxed, Relaxed>;
using PaperSeqCst = OrderedTags<SeqCst, SeqCst>;

/// Everything sequentially consistent, positions and times too.
struct AllSeqCst {
  static constexpr auto load_x = order::seq_cst;
  static constexpr auto load_t = order::seq_cst;
  static constexpr auto look_again = order::seq_cst;
  static constexpr auto store_t = order::seq_cst;
  static constexpr auto store_x = order::seq_cst;
  static constexpr auto claim = order::seq_cst;
  static constexpr auto claim_failure = order::seq_cst;
  static constexpr auto set_free = order::seq_cst;
};

/// The paper's default with its plain positions and times: a data race.
struct PaperPlain : PaperDefault {
  static constexpr auto load_x = order::plain;
  static constexpr auto load_t = order::plain;
  static constexpr auto look_again = order::plain;
  static constexpr auto store_t = order::plain;
  static constexpr auto store_x = order::plain;
};

/// Result of a scan of the arrows: the first obstacle, or none before the breakpoint.
struct TagEvent {
  std::uint32_t flight;
  disks::DiskIndex target;   ///< the active disk itself: the breakpoint
  disks::FixedCoordinate x;  ///< position of the target, as it was scanned
  std::uint32_t time_plus_1;
};

/// Statements 1 to 9. Local times are stored plus 1; 0: never active.
template <class Orders, class Mem, class Disks>
[[gnu::always_inline]] inline TagEvent scan_tagged(Mem& m, Disks& disks, const ChainState& chain,
                                                   std::uint32_t end, StepNotes& notes) {
  TagEvent next{end - chain.t, chain.disk, 0, 0};  // 1
  for (const auto& arrow : disks.arrows(chain.disk)) {
    const disks::FixedCoordinate x = m.load(disks.x(arrow.to), Orders::load_x);   // 3
    const std::uint32_t time_plus_1 = m.load(disks.t(arrow.to), Orders::load_t);  // 5
    const std::uint32_t flight = time_of_flight(chain.x, x, arrow.separation);    // 4
    // t + flight > t_j, or it is a violation
    if (std::uint64_t{chain.t} + flight < std::uint64_t{time_plus_1}) [[unlikely]]
      notes.violation = std::min({notes.violation, chain.t, time_plus_1 - 1});
    if (flight < next.flight) next = {flight, arrow.to, x, time_plus_1};  // 6 to 9
  }
  return next;
}

/// Moves an active disk on and keeps it active. The disk ahead can only move on, so there is room.
/// `now` is its new local time.
template <class Orders, class Mem, class Disks>
[[gnu::always_inline]] inline void move_up(Mem& m, Disks& disks, ChainState& chain,
                                           std::uint32_t flight, std::uint32_t now) {
  if (now == chain.t) return;
  chain.t = now;
  chain.x += flight;
  m.store(disks.t(chain.disk), now + 1, Orders::store_t);  // 21
  m.store(disks.x(chain.disk), chain.x, Orders::store_x);  // 22
}

/// One event of one chain; `chain.t` < `limits.end`.
template <class Orders = AcquireRelease, class Mem, class Disks>
[[gnu::always_inline]] inline Step tag_step(Mem& m, Disks& disks, ChainState& chain,
                                            const StepLimits& limits, StepNotes& notes) {
  const TagEvent next = scan_tagged<Orders>(m, disks, chain, limits.end, notes);
  if (limits.abort && notes.violation != kNoViolationYet) [[unlikely]]
    return Step::violated;
  const std::uint32_t t = chain.t + next.flight;
  if (next.target == chain.disk) [[unlikely]] {  // 12: the breakpoint
    move_up<Orders>(m, disks, chain, next.flight, t);
    return Step::finished;
  }
  DiskTag found = kStatic;
  if (!m.compare_exchange(disks.tag(next.target), found, kActive, Orders::claim,
                          Orders::claim_failure)) [[unlikely]] {  // 10, 11: active already
    const bool finished = next.time_plus_1 > limits.end;  // stuck behind a disk that has finished
    move_up<Orders>(m, disks, chain, next.flight, finished ? limits.end : t);
    return finished ? Step::finished : Step::waits;
  }
  if (m.load(disks.x(next.target), Orders::look_again) != next.x) [[unlikely]] {  // 13: moved
    m.store(disks.tag(next.target), kStatic, Orders::set_free);                   // 20
    move_up<Orders>(m, disks, chain, next.flight, t);
    return Step::waits;
  }
  m.store(disks.t(next.target), t + 1, Orders::store_t);                 // 14
  m.store(disks.t(chain.disk), t + 1, Orders::store_t);                  // 15
  m.store(disks.x(chain.disk), chain.x + next.flight, Orders::store_x);  // 16
  m.store(disks.tag(chain.disk), kStatic, Orders::set_free);             // 17
  notes.time_before_plus_1 = next.time_plus_1;
  chain = {next.target, next.x, t};  // 18, 19
  return Step::lifted;
}

}  // namespace touchstone::optimized
