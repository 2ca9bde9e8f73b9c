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
    const int active = pass.grid.active();
    const BodiesIn<Context> own(ctx, pass.cells.bodies);
    const auto tags = ctx.global(pass.cells.tags, "tags");
    const auto result = ctx.global(found, "found");
    const NearTests<Context> tests(ctx, pass);
    BodyTrial still;  // a move of length 0
    still.cell = pass.grid.of_colour(place / active, place % active);
    still.place = place;
    still.possible = true;
    const int n = static_cast<int>(ctx.global(pass.cells.counts, "counts").load(place));
    for (; still.slot < n; ++still.slot) {
      const std::int64_t here = pass.cells.index(place, still.slot);
      still.to = {own.centre(here), own.orientation(here)};
      still.type = own.type.load(here);
      const std::uint64_t first = tags.load(here) * bodies;
      NearWalk<NearTests<Context>> walk(tests, still, pass.grid.near_cells(), 0);
      for (; walk.left(); walk.next(1)) {
        if (!tests.circumspheres(still, walk.at())) continue;
        const std::uint64_t pair = first + tags.load(tests.place_of(still, walk.at()));
        if (pair < ctx.atomic_load(result, 0) && tests.overlap(still, walk.at()))
          ctx.atomic_min(result, 0, pair);
      }
    }
  }
};

}  // namespace touchstone::gpu
