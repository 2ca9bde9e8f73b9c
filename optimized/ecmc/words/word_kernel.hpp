// optimized/ecmc/words/word_kernel.hpp
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
// Pairs that synchronise. A word says all about its disk, words of one disk are seen in the
// order of their changes, and a claim always meets the last one. An old word of a disk ahead shows
// it too far back, so it looks nearer than it is, never further - unless somebody else has moved
// the claimed disk up to where the one ahead is now. So the release store that sets a disk free
// pairs with the acquire of its next claim: an owner sees all words that earlier owners have seen.
// All else is relaxed. (With relaxed claims, or stores, disks overlap: checkers/explore/kernels.)
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/ecmc/chain_kernel.hpp"

namespace touchstone::optimized {

using DiskWord = std::uint64_t;

/// Word of a disk, from the highest bit: position (32), time + 1 (31; 0: never active), active (1).
constexpr DiskWord disk_word(disks::FixedCoordinate x, std::uint32_t time_plus_1, bool active) {
  return DiskWord{x} << 32 | DiskWord{time_plus_1} << 1 | DiskWord{active};
}
constexpr disks::FixedCoordinate position(DiskWord word) {
  return static_cast<disks::FixedCoordinate>(word >> 32);
}
constexpr std::uint32_t time_plus_1(DiskWord word) { return static_cast<std::uint32_t>(word) >> 1; }
constexpr bool is_active(DiskWord word) { return (word & 1) != 0; }

/// A disk that arrives at `time` meets one that has been active later: a horizon violation, unless
/// t_i + flight > t_j.
constexpr bool is_late(std::uint64_t time, DiskWord seen) {
  return time < std::uint64_t{time_plus_1(seen)};
}

/// The longest time between two resets of local times.
inline constexpr std::uint32_t kLongestWordTime = (std::uint32_t{1} << 31) - 2;

/// Result of a scan of the arrows: the first obstacle, or none before the breakpoint.
struct WordEvent {
  std::uint32_t flight = 0;
  std::uint32_t rank = 0;  ///< 0: the breakpoint; else the number of the arrow, from 1
  bool late = false;       ///< a horizon violation, with StepLimits::abort
  disks::DiskIndex target = 0;
  DiskWord seen = 0;  ///< the word of the target
};

template <class Mem, class Disks>
[[gnu::always_inline]] inline WordEvent scan_words(Mem& m, Disks& disks, const ChainState& chain,
                                                   const StepLimits& limits, StepNotes& notes) {
  const auto& arrows = disks.arrows(chain.disk);
  std::array<DiskWord, Disks::kMostArrows> seen;
  // Which disk is the first is a matter of chance, so there is no branch: the least key, which is
  // the flight and, for ties, the rank.
  std::uint64_t first = std::uint64_t{limits.end - chain.t} << 8;
  std::uint32_t late = 0;
  for_each_arrow(arrows, [&](std::size_t k) {
    seen[k] = m.load(disks.word(arrows[k].to), order::relaxed);
    const std::uint32_t flight = time_of_flight(chain.x, position(seen[k]), arrows[k].separation);
    first = std::min(first, std::uint64_t{flight} << 8 | (k + 1));
    late |= is_late(std::uint64_t{chain.t} + flight, seen[k]) ? 1u : 0u;
  });
  if (late != 0) [[unlikely]] {
    for (std::size_t k = 0; k < arrows.size(); ++k) {
      const std::uint32_t flight = time_of_flight(chain.x, position(seen[k]), arrows[k].separation);
      if (is_late(std::uint64_t{chain.t} + flight, seen[k]))
        notes.violation = std::min({notes.violation, chain.t, time_plus_1(seen[k]) - 1});
    }
    if (limits.abort) return {.late = true};
  }
  const auto rank = static_cast<std::uint32_t>(first & 0xff);
  if (rank == 0) [[unlikely]]
    return {.flight = static_cast<std::uint32_t>(first >> 8)};
  return {.flight = static_cast<std::uint32_t>(first >> 8),
          .rank = rank,
          .target = arrows[rank - 1].to,
          .seen = seen[rank - 1]};
}

/// One event of one chain; `chain.t` < `limits.end`.
template <class Mem, class Disks>
[[gnu::always_inline]] inline Step word_step(Mem& m, Disks& disks, ChainState& chain,
                                             const StepLimits& limits, StepNotes& notes) {
  const WordEvent next = scan_words(m, disks, chain, limits, notes);
  if (next.late) [[unlikely]]
    return Step::violated;
  const disks::FixedCoordinate x = chain.x + next.flight;
  const std::uint32_t t = chain.t + next.flight;
  if (next.rank == 0 || is_active(next.seen)) [[unlikely]] {
    // Moves up, and stays active. The disk ahead can only move on, so there is room.
    const bool finished = next.rank == 0 || time_plus_1(next.seen) > limits.end;
    const std::uint32_t now = finished ? limits.end : t;  // stuck behind a disk that has finished
    if (now != chain.t)
      m.store(disks.word(chain.disk), disk_word(x, now + 1, true), order::relaxed);
    chain.x = x;
    chain.t = now;
    return finished ? Step::finished : Step::waits;
  }
  DiskWord expected = next.seen;
  const DiskWord claimed = disk_word(position(next.seen), t + 1, true);
  if (!m.compare_exchange(disks.word(next.target), expected, claimed, order::acquire,
                          order::relaxed))
    return Step::waits;
  m.store(disks.word(chain.disk), disk_word(x, t + 1, false), order::release);
  notes.time_before_plus_1 = time_plus_1(next.seen);
  chain = {next.target, position(next.seen), t};
  return Step::lifted;
}

}  // namespace touchstone::optimized
