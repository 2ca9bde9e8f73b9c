// gpu/mpmc/tally.hpp
// Purpose   Counts of trials, acceptances and disks by stage (models/disks/stage_counters.hpp) on a
//           device: sums of integers by atomics, spread over many sets so that threads do not
//           queue for one address. The sums do not depend on any order.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// Sets of counters; a block uses number block() % kTallySets.
inline constexpr int kTallySets = 64;

struct Tally {
  Span<std::uint64_t> counters;  ///< (kTallySets, 4 orders of colours, trials_per_cell + 2)
  int trials_per_cell = 0;

  TOUCHSTONE_HD static std::int64_t size(int trials_per_cell) {
    return std::int64_t{kTallySets} * 4 * (trials_per_cell + 2);
  }
  TOUCHSTONE_HD std::int64_t index(int set, int q, int k) const {
    return (std::int64_t{set} * 4 + q) * (trials_per_cell + 2) + k;
  }
  // The last two of a stage: cells with disks, and disks.
  TOUCHSTONE_HD int cells() const { return trials_per_cell; }
  TOUCHSTONE_HD int disks() const { return trials_per_cell + 1; }

  /// A cell of the q-th colour with `count` disks.
  template <class Context, class Array>
  TOUCHSTONE_HD void cell(Context& ctx, const Array& array, int q, int count) const {
    const int set = ctx.block() % kTallySets;
    ctx.atomic_add(array, index(set, q, cells()), std::uint64_t{1});
    ctx.atomic_add(array, index(set, q, disks()), static_cast<std::uint64_t>(count));
  }
  /// Its trial number s.
  template <class Context, class Array>
  TOUCHSTONE_HD void trial(Context& ctx, const Array& array, int q, int s, bool accepted) const {
    if (accepted) ctx.atomic_add(array, index(ctx.block() % kTallySets, q, s), std::uint64_t{1});
  }
};

}  // namespace touchstone::gpu
