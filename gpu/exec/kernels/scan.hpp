// gpu/exec/kernels/scan.hpp
// Purpose   Running sums of a long array in one launch: each block scans its part, all blocks wait
//           for each other, and each adds what comes before it.
#pragma once
#include <cstdint>

#include "gpu/exec/block_collectives.hpp"
#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// sums[i] = numbers[0] + ... + numbers[i]. `totals` has one element per block. The grid may be
/// smaller than the array: block b scans its slice, `threads` elements at a time.
struct GridScan {
  static constexpr const char* kName = "exec/grid-scan";
  static constexpr bool kSynchronisesGrid = true;
  std::size_t shared_bytes(int threads) const {
    return sizeof(std::int64_t) * static_cast<std::size_t>(warps_of(threads));
  }
  Span<const std::int64_t> numbers;
  Span<std::int64_t> sums;
  Span<std::int64_t> totals;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(numbers, "numbers");
    const auto out = ctx.global(sums, "sums");
    const auto parts = ctx.global(totals, "totals");
    const auto scratch = ctx.template shared<std::int64_t>(ctx.warp_count(), "scratch");
    const std::int64_t first = numbers.size * ctx.block() / ctx.block_count();
    const std::int64_t last = numbers.size * (ctx.block() + 1) / ctx.block_count();
    std::int64_t carried = 0;
    for (std::int64_t start = first; start < last; start += ctx.block_size()) {
      const std::int64_t i = start + ctx.thread();
      const std::int64_t mine = i < last ? in.load(i) : 0;
      const auto scanned = block_scan(ctx, scratch, mine, Plus{}, std::int64_t{0});
      if (i < last) out[i] = carried + scanned.inclusive;
      carried += scanned.total;
    }
    if (ctx.thread() == 0) parts[ctx.block()] = carried;
    ctx.sync_grid();  // every block's total is there
    std::int64_t before = 0;
    for (int block = 0; block < ctx.block(); ++block) before += parts.load(block);
    for (std::int64_t i = first + ctx.thread(); i < last; i += ctx.block_size()) out[i] += before;
  }
};

}  // namespace touchstone::gpu
