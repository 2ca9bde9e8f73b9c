// gpu/mpmc/sweep_plan.hpp
// Purpose   Plan of a sweep, drawn on the device, so that a loop of sweeps needs nothing from the
//           host and can be one graph: the order of the colours, and the shift of the grid.
// Source    Anderson et al. 2013, Algorithm 1 lines 1-2 and 15-16.
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "models/disks/colour_order.hpp"
#include "models/disks/space.hpp"

namespace touchstone::gpu {

template <class Real>
struct SweepPlan {
  std::uint64_t next = 0;  ///< number of the next sweep
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
  plan.next = sweep + 1;
  plan.sweep = sweep;
  const auto colours = disks::shuffled_colours<4>(random, sweep);
  for (std::size_t q = 0; q < 4; ++q)
    plan.order |= static_cast<std::uint32_t>(colours[q]) << (2 * q);
  plan.shift = space.draw_shift(random, sweep);
  return plan;
}

/// One thread writes the plan of the next sweep.
template <class Real>
struct PlanSweep {
  static constexpr const char* kName = "mpmc/plan-sweep";
  static constexpr bool kSynchronises = false;
  disks::PlaneSpace<Real> space;
  Philox random;
  Span<SweepPlan<Real>> plan;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    if (ctx.global_thread() != 0) return;
    const auto plans = ctx.global(plan, "plan");
    const SweepPlan<Real> last = plans.load(0);
    plans.store(0, planned(space, random, last.next));
  }
};

}  // namespace touchstone::gpu
