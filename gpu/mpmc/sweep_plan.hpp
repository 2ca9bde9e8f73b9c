// gpu/mpmc/sweep_plan.hpp
// Purpose   Plan of a sweep: the order of the colours, and the shift of the grid. The last kernel
//           of a sweep draws that of the next one, so that a loop of sweeps needs nothing from the
//           host and can be one graph.
// Source    Anderson et al. 2013, Algorithm 1 lines 1-2 and 15-16.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "models/disks/colour_order.hpp"
#include "models/disks/space.hpp"

namespace touchstone::gpu {

template <class Real>
struct SweepPlan {
  std::uint64_t sweep = 0;
  std::uint32_t order = 0;  ///< order of the colours, two bits each: registers have no index
  disks::GridShift<Real> shift;

  /// The q-th colour.
  TOUCHSTONE_HD int colour(int q) const { return static_cast<int>(order >> (2 * q) & 3u); }
};

/// The plan of sweep number `sweep`.
template <class Real>
TOUCHSTONE_HD SweepPlan<Real> planned(const disks::PlaneSpace<Real>& space, const Philox& random,
                                      std::uint64_t sweep) {
  SweepPlan<Real> plan;
  plan.sweep = sweep;
  const auto colours = disks::shuffled_colours<4>(random, sweep);
  for (std::size_t q = 0; q < 4; ++q)
    plan.order |= static_cast<std::uint32_t>(colours[q]) << (2 * q);
  plan.shift = space.draw_shift(random, sweep);
  return plan;
}

/// One thread of the kernel writes the plan of the sweep after `now`.
template <class Context, class Real>
TOUCHSTONE_HD void plan_next(const Context& ctx, const disks::PlaneSpace<Real>& space,
                             const Philox& random, const SweepPlan<Real>& now,
                             Span<SweepPlan<Real>> next) {
  if (ctx.global_thread() == 0)
    ctx.global(next, "next plan").store(0, planned(space, random, now.sweep + 1));
}

}  // namespace touchstone::gpu
