// gpu/exec/block_collectives.hpp
// Purpose   Scans of a warp, reductions and scans of a block, in a fixed order, as in
//           gpu/exec/collectives.hpp. No scheme uses those of a block yet: kernels on the emulator
//           and on a device, in unit tests, judge them (gpu/exec/self_test.hpp).
// Cost      A warp: 5 shuffles. A block: that, two barriers, and one read of shared memory per
//           warp.
#pragma once
#include "gpu/exec/collectives.hpp"

namespace touchstone::gpu {

/// Lane l gets op over lanes 0 to l.
template <class Context, class T, class Op>
TOUCHSTONE_HD T warp_scan(const Context& ctx, T value, Op op) {
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const T other = ctx.shuffle_up(value, distance);
    if (ctx.lane() >= distance) value = op(other, value);
  }
  return value;
}

/// Every thread gets op over all threads of the block. `scratch`: a shared array of T with at least
/// warp_count() elements, free before and after.
template <class Context, class Array, class T, class Op>
TOUCHSTONE_HD T block_reduce(const Context& ctx, const Array& scratch, T value, Op op) {
  value = warp_reduce(ctx, value, op);
  if (ctx.lane() == 0) scratch.store(ctx.warp(), value);
  ctx.sync();  // every warp's part is there
  T result = scratch.load(0);
  for (int warp = 1; warp < ctx.warp_count(); ++warp) result = op(result, scratch.load(warp));
  ctx.sync();  // all have read: the caller may write scratch again
  return result;
}

template <class T>
struct Scanned {
  T inclusive;  ///< op over threads 0 to this one
  T before;     ///< op over the threads before this one
  T total;      ///< op over all threads of the block
};

/// Scan over the threads of the block; `identity` is op's. `scratch` as in block_reduce.
template <class Context, class Array, class T, class Op>
TOUCHSTONE_HD Scanned<T> block_scan(const Context& ctx, const Array& scratch, T value, Op op,
                                    T identity) {
  const T in_warp = warp_scan(ctx, value, op);
  const T in_warp_before = ctx.shuffle_up(in_warp, 1);
  if (ctx.lane() == ctx.lanes() - 1) scratch.store(ctx.warp(), in_warp);
  ctx.sync();  // every warp's total is there
  T before = identity;
  T total = identity;
  for (int warp = 0; warp < ctx.warp_count(); ++warp) {
    if (warp == ctx.warp()) before = total;
    total = op(total, scratch.load(warp));
  }
  ctx.sync();  // all have read: the caller may write scratch again
  return {op(before, in_warp), ctx.lane() == 0 ? before : op(before, in_warp_before), total};
}

}  // namespace touchstone::gpu
