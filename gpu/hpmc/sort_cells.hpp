// gpu/hpmc/sort_cells.hpp
// Purpose   Beginning and end of a step on a device: bodies into cells, in the order of tags, and
//           back.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.2 (cells are built anew in each step).
// Cost      Reads and writes each body three times, some 400 bytes; a cell sorts its few tags.
// Not here  Trial moves (shape_pass.hpp).
#pragma once
#include <cstdint>

#include "gpu/hpmc/shape_cells.hpp"
#include "gpu/hpmc/step_state.hpp"

namespace touchstone::gpu {

/// Empties all cells.
struct ClearCells {
  static constexpr const char* kName = "hpmc/clear-cells";
  static constexpr bool kSynchronises = false;
  Span<std::uint32_t> counts;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto count = ctx.global(counts, "counts");
    for (auto i = ctx.global_thread(); i < counts.size; i += ctx.global_size()) count.store(i, 0u);
  }
};

/// Tags into cells in any order; a cell that is full only counts, and says so.
struct FillCells {
  static constexpr const char* kName = "hpmc/fill-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  StepState state;
  BodyArrays by_tag;
  ShapeCells cells;
  int capacity = 0;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const BodiesIn<Context> bodies(ctx, by_tag);
    const auto counts = ctx.global(cells.counts, "counts");
    const auto tags = ctx.global(cells.tags, "tags");
    const auto crowded = ctx.global(state.crowded, "crowded");
    shapes::CellGrid here = grid;
    here.set_origin(ctx.global(state.now, "now").load(0).origin);
    for (auto tag = ctx.global_thread(); tag < by_tag.x.size; tag += ctx.global_size()) {
      const int place = here.place(here.cell(here.home(bodies.centre(tag))));
      const std::uint32_t slot = ctx.atomic_add(counts, place, 1u);
      if (slot < static_cast<std::uint32_t>(capacity))
        tags.store(cells.index(place, static_cast<int>(slot)), static_cast<std::uint32_t>(tag));
      else
        ctx.atomic_max(crowded, 0, slot + 1);
    }
  }
};

/// A thread for each cell: tags in order, then the bodies.
struct GatherCells {
  static constexpr const char* kName = "hpmc/gather-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  StepState state;
  BodyArrays by_tag;
  ShapeCells cells;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = static_cast<int>(ctx.global_thread());
    if (place >= grid.cells()) return;
    if (ctx.global(state.crowded, "crowded").load(0) != 0) return;
    const BodiesIn<Context> from(ctx, by_tag);
    const BodiesIn<Context> to(ctx, cells.bodies);
    const auto near = ctx.global(cells.near, "near");
    const auto turns = ctx.global(cells.turns, "turns");
    const auto tags = ctx.global(cells.tags, "tags");
    const int n = static_cast<int>(ctx.global(cells.counts, "counts").load(place));
    if (n == 0) return;
    shapes::CellGrid here = grid;
    here.set_origin(ctx.global(state.now, "now").load(0).origin);
    const bool plane = grid.box().dimensions == 2;
    const shapes::Vec3 middle =
        here.middle(here.of_colour(place / grid.active(), place % grid.active()));
    for (int i = 1; i < n; ++i) {
      const std::uint32_t tag = tags.load(cells.index(place, i));
      int j = i;
      for (; j > 0 && tags.load(cells.index(place, j - 1)) > tag; --j)
        tags.store(cells.index(place, j), tags.load(cells.index(place, j - 1)));
      tags.store(cells.index(place, j), tag);
    }
    for (int i = 0; i < n; ++i) {
      const std::uint32_t at = cells.index(place, i);
      const std::uint32_t tag = tags.load(at);
      const shapes::Vec3 r = here.home(from.centre(tag));
      const shapes::Orientation q = from.orientation(tag);
      const std::uint32_t type = from.type.load(tag);
      to.put_centre(at, r);
      to.put_orientation(at, q);
      to.type.store(at, type);
      near.store(at, near_place(r - middle, type));
      turns.store(at, float_turn(normalised(q), plane));
    }
  }
};

/// Copies bodies back in the order of tags, wrapped into the box; the step is over.
struct ScatterCells {
  static constexpr const char* kName = "hpmc/scatter-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  StepState state;
  ShapeCells cells;
  BodyArrays by_tag;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = static_cast<int>(ctx.global_thread());
    if (place >= grid.cells()) return;
    if (ctx.global(state.crowded, "crowded").load(0) != 0) return;
    if (place == 0) {
      const auto step = ctx.global(state.step, "step");
      step.store(0, step.load(0) + 1);
    }
    const BodiesIn<Context> from(ctx, cells.bodies);
    const BodiesIn<Context> to(ctx, by_tag);
    const auto tags = ctx.global(cells.tags, "tags");
    const int n = static_cast<int>(ctx.global(cells.counts, "counts").load(place));
    shapes::CellGrid here = grid;
    here.set_origin(ctx.global(state.now, "now").load(0).origin);
    for (int i = 0; i < n; ++i) {
      const std::uint32_t at = cells.index(place, i);
      const std::uint32_t tag = tags.load(at);
      to.put_centre(tag, here.wrapped(to.centre(tag), from.centre(at)));
      to.put_orientation(tag, from.orientation(at));
    }
  }
};

/// Bodies as they would be in another box: the same fractional coordinates and orientations.
struct RescaleBodies {
  static constexpr const char* kName = "hpmc/rescale-bodies";
  static constexpr bool kSynchronises = false;
  shapes::Box before;
  shapes::Box after;
  BodyArrays from;
  BodyArrays to;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const BodiesIn<Context> old(ctx, from);
    const BodiesIn<Context> bodies(ctx, to);
    for (auto i = ctx.global_thread(); i < from.x.size; i += ctx.global_size()) {
      const shapes::Vec3 f = before.fractional(old.centre(i));
      bodies.put_centre(i, after.wrap(after.from_fractional(f)));
      bodies.put_orientation(i, old.orientation(i));
      bodies.type.store(i, old.type.load(i));
    }
  }
};

}  // namespace touchstone::gpu
