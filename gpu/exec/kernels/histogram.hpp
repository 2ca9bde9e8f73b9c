// gpu/exec/kernels/histogram.hpp
// Purpose   Histogram of values: atomics in shared memory, then on device memory.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// counts[v] += how often v occurs in `values`, each in [0, counts.size).
struct Histogram {
  static constexpr const char* kName = "exec/histogram";
  std::size_t shared_bytes(int) const {
    return sizeof(std::uint32_t) * static_cast<std::size_t>(counts.size);
  }
  Span<const std::uint32_t> values;
  Span<std::uint32_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto in = ctx.global(values, "values");
    const auto out = ctx.global(counts, "counts");
    const auto mine = ctx.template shared<std::uint32_t>(counts.size, "mine");
    for (std::int64_t v = ctx.thread(); v < counts.size; v += ctx.block_size()) mine[v] = 0;
    ctx.sync();  // all counts are zero before the first is counted up
    for (std::int64_t i = ctx.global_thread(); i < values.size; i += ctx.global_size())
      ctx.atomic_add(mine, in.load(i), 1u);
    ctx.sync();  // this block has counted everything
    for (std::int64_t v = ctx.thread(); v < counts.size; v += ctx.block_size())
      ctx.atomic_add(out, v, mine.load(v));
  }
};

}  // namespace touchstone::gpu
