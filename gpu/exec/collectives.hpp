// gpu/exec/collectives.hpp
// Purpose   Reductions and votes of a warp, on the words of gpu/exec/context.hpp. The order of the
//           operations is fixed, so sums of floating-point numbers are the same bits on the
//           emulator, in any order of lanes, and on a device.
// Cost      5 shuffles.
// Not here  Scans, and what a block does together (block_collectives.hpp).
#pragma once
#include <bit>
#include <cstdint>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

/// Number of lanes before the first one of which `mine` is false; all lanes, where there is none.
template <class Context>
TOUCHSTONE_HD int lanes_before_false(const Context& ctx, bool mine) {
  const std::uint32_t others = ~ctx.ballot(mine);
#ifdef __CUDA_ARCH__
  return others == 0 ? kWarpSize : __ffs(static_cast<int>(others)) - 1;
#else
  return std::countr_zero(others);
#endif
}

struct Plus {
  template <class T>
  TOUCHSTONE_HD T operator()(T a, T b) const {
    return a + b;
  }
};
struct Least {
  template <class T>
  TOUCHSTONE_HD T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Greatest {
  template <class T>
  TOUCHSTONE_HD T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

/// Every lane gets op over all lanes of the warp.
template <class Context, class T, class Op>
TOUCHSTONE_HD T warp_reduce(const Context& ctx, T value, Op op) {
  for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
    const T other = ctx.shuffle_down(value, distance);
    if (ctx.lane() + distance < ctx.lanes()) value = op(value, other);
  }
  return ctx.shuffle(value, 0);
}

}  // namespace touchstone::gpu
