// gpu/exec/kernels/block_sums.hpp
// Purpose   The sum of each block's numbers: the smallest kernel with shared memory and barriers.
#pragma once
#include "gpu/exec/block_collectives.hpp"
#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// sums[b] = sum of numbers[b * threads], ..., numbers[b * threads + threads - 1], as far as there
/// are numbers.
struct BlockSums {
  static constexpr const char* kName = "exec/block-sums";
  std::size_t shared_bytes(int threads) const {
    return sizeof(double) * static_cast<std::size_t>(warps_of(threads));
  }
  Span<const double> numbers;
  Span<double> sums;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(numbers, "numbers");
    const auto out = ctx.global(sums, "sums");
    const auto scratch = ctx.template shared<double>(ctx.warp_count(), "scratch");
    const std::int64_t i = ctx.global_thread();
    // No early return for threads without a number: every thread meets every barrier.
    const double mine = i < numbers.size ? in.load(i) : 0.0;
    const double sum = block_reduce(ctx, scratch, mine, Plus{});
    if (ctx.thread() == 0) out[ctx.block()] = sum;
  }
};

}  // namespace touchstone::gpu
