// optimized/ecmc/word_kernel.hpp
// Purpose   Event chains with local times, one atomic word for each disk: position, local time and
//           whether it is active change together. A scan sees each disk as it was at one moment,
//           the claim of a target is the hand-over itself, and it fails exactly if the target has
//           changed since it was scanned. Algorithm 6 needs three variables and an order of their
//           stores for the same.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           Algorithm 6 and its horizon condition (equation 2), in this representation.
// Cost      A lifting loads the words of 1 to 3 disks ahead (2.05 on average), exchanges one and
//           stores one.
// Not here  Threads and breakpoints (word_chains.hpp). The kernel with tags: tag_kernel.hpp.
//
// What synchronises with what: nothing has to. A word says all about its disk, words of one disk
// are seen in the order of their changes, and a claim always meets the last one. An old word of a
// disk that is not claimed shows it too far back, so it looks nearer than it is, never further.
#pragma once
#include <algorithm>
#include <cstdint>

#include "optimized/ecmc/chain_kernel.hpp"

namespace touchstone::optimized {

using DiskWord = std::uint64_t;

/// From the highest bit: position (32), time + 1 (31; 0: never active), active (1).
constexpr DiskWord disk_word(disks::Turn x, std::uint32_t time_plus_1, bool active) {
  return DiskWord{x} << 32 | DiskWord{time_plus_1} << 1 | DiskWord{active};
}
constexpr disks::Turn position(DiskWord word) { return static_cast<disks::Turn>(word >> 32); }
constexpr std::uint32_t time_plus_1(DiskWord word) { return static_cast<std::uint32_t>(word) >> 1; }
constexpr bool is_active(DiskWord word) { return (word & 1) != 0; }

/// The longest time between two resets of local times.
inline constexpr std::uint32_t kLongestWordTime = (std::uint32_t{1} << 31) - 2;

enum class WordFault { none, no_horizon_test, claim_ignored };

/// What a scan of the arrows finds: the first obstacle, or none before the breakpoint.
struct WordEvent {
  std::uint32_t flight;
  disks::DiskIndex target;  ///< the active disk itself: the breakpoint
  DiskWord seen;            ///< the word of the target
};

template <WordFault fault, class Mem, class Disks>
[[gnu::always_inline]] inline WordEvent scan_words(Mem& m, Disks& disks, const ChainState& chain,
                                                   std::uint32_t end, StepNotes& notes) {
  WordEvent next{end - chain.t, chain.disk, 0};
  for (const auto& arrow : disks.arrows(chain.disk)) {
    const DiskWord seen = m.load(disks.word(arrow.to), order::relaxed);
    const std::uint32_t flight = time_of_flight(chain.x, position(seen), arrow.separation);
    // t + flight > t_j, or it is a violation
    if (fault != WordFault::no_horizon_test &&
        std::uint64_t{chain.t} + flight < std::uint64_t{time_plus_1(seen)}) [[unlikely]]
      notes.violation = std::min({notes.violation, chain.t, time_plus_1(seen) - 1});
    if (flight < next.flight) next = {flight, arrow.to, seen};
  }
  return next;
}

/// One event of one chain; `chain.t` < `limits.end`.
template <WordFault fault = WordFault::none, class Mem, class Disks>
[[gnu::always_inline]] inline Step word_step(Mem& m, Disks& disks, ChainState& chain,
                                             const StepLimits& limits, StepNotes& notes) {
  const WordEvent next = scan_words<fault>(m, disks, chain, limits.end, notes);
  if (limits.abort && notes.violation != kNoViolationYet) [[unlikely]]
    return Step::violated;
  const disks::Turn x = chain.x + next.flight;
  const std::uint32_t t = chain.t + next.flight;
  const bool breakpoint = next.target == chain.disk;
  if (breakpoint || is_active(next.seen)) [[unlikely]] {
    // Moves up, and stays active. The disk ahead can only move on, so there is room.
    if (next.flight != 0)
      m.store(disks.word(chain.disk), disk_word(x, t + 1, true), order::relaxed);
    chain.x = x;
    chain.t = t;
    const bool ahead_has_finished = !breakpoint && time_plus_1(next.seen) > limits.end;
    return breakpoint || ahead_has_finished ? Step::finished : Step::waits;
  }
  DiskWord expected = next.seen;
  const DiskWord claimed = disk_word(position(next.seen), t + 1, true);
  if (!m.compare_exchange(disks.word(next.target), expected, claimed, order::relaxed,
                          order::relaxed) &&
      fault != WordFault::claim_ignored)
    return Step::waits;
  m.store(disks.word(chain.disk), disk_word(x, t + 1, false), order::relaxed);
  notes.time_before_plus_1 = time_plus_1(next.seen);
  chain = {next.target, position(next.seen), t};
  return Step::lifted;
}

}  // namespace touchstone::optimized
