// gpu/hpmc/find_overlap.hpp
// Purpose   Whether any two bodies overlap, as they are: for starts, and for trial moves of the
//           box.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.1.
// Cost      A thread for each cell; each body against those near it, until one overlap is known.
#pragma once
#include <cstdint>

#include "gpu/hpmc/shape_pass.hpp"

namespace touchstone::gpu {

inline constexpr std::uint64_t kNoOverlap = ~std::uint64_t{0};

struct FindOverlap {
  static constexpr const char* kName = "hpmc/find-overlap";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;
  ShapePass pass;
  Span<std::uint64_t> found;  ///< [1]: the smallest, tag i times bodies plus tag j
  std::uint64_t bodies = 0;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = static_cast<int>(ctx.global_thread());
    if (place >= pass.grid.cells()) return;
    const PassIn<Context> in(ctx, pass);
    if (in.stopped()) return;
    const auto result = ctx.global(found, "found");
    const int active = pass.grid.active();
    const shapes::GridCell cell = pass.grid.of_colour(place / active, place % active);
    const int n = in.bodies_of(place);
    for (int slot = 0; slot < n; ++slot) {
      const BodyTrial still = in.still(cell, in.index(place, slot));
      const std::uint64_t first = in.tag(still.here) * bodies;
      for (NearWalk<Context> walk(in, still, 0, 1); walk.left(); walk.next()) {
        const std::uint64_t pair = first + in.tag(walk.at().where);
        if (pair < ctx.atomic_load(result, 0) && in.decide(still, walk.at()))
          ctx.atomic_min(result, 0, pair);
      }
    }
  }
};

}  // namespace touchstone::gpu
