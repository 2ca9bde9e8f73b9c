// gpu/mpmc/tally.hpp
// Purpose   Counts of trials, acceptances and disks by stage (models/disks/stage_counters.hpp) on a
//           device: sums of integers by atomics, spread over many sets so that threads do not
//           queue for one address. The sums do not depend on any order.
// Cost      Every atomic adds 1 to the same address in all lanes of a warp, which the compiler
//           makes one atomic of the number of lanes. A kernel with shared memory counts there, and
//           adds to device memory once for each block.
#pragma once
#include <cstdint>

#include "gpu/mpmc/device_cells.hpp"

namespace touchstone::gpu {

/// Sets of counters; a block uses number block() % kTallySets.
inline constexpr int kTallySets = 64;

struct Tally {
  Span<std::uint64_t> counters;  ///< (kTallySets, 4 orders of colours, trials_per_cell + 2)
  int trials_per_cell = 0;

  TOUCHSTONE_HD static std::int64_t size(int trials_per_cell) {
    return std::int64_t{kTallySets} * set_size(trials_per_cell);
  }
  TOUCHSTONE_HD static int set_size(int trials_per_cell) { return 4 * (trials_per_cell + 2); }
  TOUCHSTONE_HD int set_size() const { return set_size(trials_per_cell); }
  TOUCHSTONE_HD int index(int set, int q, int k) const {
    return set * set_size() + q * (trials_per_cell + 2) + k;
  }
  // The last two of a stage: cells with disks, and disks beyond the first of their cell.
  TOUCHSTONE_HD int cells() const { return trials_per_cell; }
  TOUCHSTONE_HD int more_disks() const { return trials_per_cell + 1; }

  /// The set of this block.
  template <class Context>
  TOUCHSTONE_HD static int set_of(const Context& ctx) {
    return ctx.block() % kTallySets;
  }
  /// A cell of the q-th colour with `count` disks, in set number `set` of `array`: 1 for each disk,
  /// since lanes that add different numbers to one address would queue.
  template <class Context, class Array>
  TOUCHSTONE_HD void cell(const Context& ctx, const Array& array, int set, int q, int count) const {
    ctx.atomic_add(array, index(set, q, cells()), 1);
    for (int j = 1; j < kSlots; ++j)  // a constant number of times: in other loops lanes queue
      if (j < count) ctx.atomic_add(array, index(set, q, more_disks()), 1);
  }
  /// Its trial number s.
  template <class Context, class Array>
  TOUCHSTONE_HD void trial(const Context& ctx, const Array& array, int set, int q, int s,
                           bool accepted) const {
    if (accepted) ctx.atomic_add(array, index(set, q, s), 1);
  }

  /// One set in shared memory, all zero after the next barrier. For a block that counts less than
  /// 2^32 before it calls add_block().
  template <class Context>
  TOUCHSTONE_HD auto block_set(Context& ctx) const {
    const auto block = ctx.template shared<std::uint32_t>(set_size(), "counts of the block");
    for (int k = ctx.thread(); k < set_size(); k += ctx.block_size()) block.store(k, 0);
    return block;
  }
  /// Adds the set of the block to that in device memory; after a barrier.
  template <class Context, class Array>
  TOUCHSTONE_HD void add_block(const Context& ctx, const Array& block) const {
    const auto array = ctx.global(counters, "tally");
    for (int k = ctx.thread(); k < set_size(); k += ctx.block_size())
      ctx.atomic_add(array, set_of(ctx) * set_size() + k, ctx.atomic_load(block, k));
  }
};

}  // namespace touchstone::gpu
