// gpu/hpmc/sort_cells.hpp
// Purpose   Beginning and end of a step on a device: bodies into cells, in the order of tags, and
//           back.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.2 (cells are built anew in each step).
// Cost      Reads and writes each body three times, some 350 bytes; a cell sorts its few tags.
// Not here  Trial moves (shape_pass.hpp).
#pragma once
#include <cstdint>

#include "gpu/hpmc/shape_cells.hpp"

namespace touchstone::gpu {

/// Empties all cells.
struct ClearCells {
  static constexpr const char* kName = "hpmc/clear-cells";
  static constexpr bool kSynchronises = false;
  Span<std::uint32_t> counts;
  Span<std::uint32_t> most;  ///< largest number of bodies in a cell, for each colour

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto count = ctx.global(counts, "counts");
    const auto largest = ctx.global(most, "most");
    const auto first = ctx.global_thread();
    for (auto i = first; i < counts.size; i += ctx.global_size()) count.store(i, 0u);
    for (auto i = first; i < most.size; i += ctx.global_size()) largest.store(i, 0u);
  }
};

/// Tags into cells in any order; a cell that is full only counts.
struct FillCells {
  static constexpr const char* kName = "hpmc/fill-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  BodyArrays by_tag;
  ShapeCells cells;
  int capacity = 0;
  Span<std::uint32_t> most;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const BodiesIn<Context> bodies(ctx, by_tag);
    const auto counts = ctx.global(cells.counts, "counts");
    const auto tags = ctx.global(cells.tags, "tags");
    const auto largest = ctx.global(most, "most");
    for (auto tag = ctx.global_thread(); tag < by_tag.x.size; tag += ctx.global_size()) {
      const shapes::GridCell cell = grid.cell(grid.home(bodies.centre(tag)));
      const int place = grid.place(cell);
      const std::uint32_t slot = ctx.atomic_add(counts, place, 1u);
      ctx.atomic_max(largest, grid.colour(cell), slot + 1);
      if (slot < static_cast<std::uint32_t>(capacity))
        tags.store(cells.index(place, static_cast<int>(slot)), static_cast<std::uint32_t>(tag));
    }
  }
};

/// A thread for each cell: tags in order, then the bodies.
struct GatherCells {
  static constexpr const char* kName = "hpmc/gather-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  BodyArrays by_tag;
  ShapeCells cells;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = static_cast<int>(ctx.global_thread());
    if (place >= grid.cells()) return;
    const BodiesIn<Context> from(ctx, by_tag);
    const BodiesIn<Context> to(ctx, cells.bodies);
    const auto counts = ctx.global(cells.counts, "counts");
    const auto tags = ctx.global(cells.tags, "tags");
    const int n = static_cast<int>(counts.load(place));
    for (int i = 1; i < n; ++i) {
      const std::uint32_t tag = tags.load(cells.index(place, i));
      int j = i;
      for (; j > 0 && tags.load(cells.index(place, j - 1)) > tag; --j)
        tags.store(cells.index(place, j), tags.load(cells.index(place, j - 1)));
      tags.store(cells.index(place, j), tag);
    }
    for (int i = 0; i < n; ++i) {
      const std::int64_t here = cells.index(place, i);
      const std::uint32_t tag = tags.load(here);
      to.put_centre(here, grid.home(from.centre(tag)));
      to.put_orientation(here, from.orientation(tag));
      to.type.store(here, from.type.load(tag));
    }
  }
};

/// Copies bodies back in the order of tags, wrapped into the box.
struct ScatterCells {
  static constexpr const char* kName = "hpmc/scatter-cells";
  static constexpr bool kSynchronises = false;
  shapes::CellGrid grid;
  ShapeCells cells;
  BodyArrays by_tag;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto place = static_cast<int>(ctx.global_thread());
    if (place >= grid.cells()) return;
    const BodiesIn<Context> from(ctx, cells.bodies);
    const BodiesIn<Context> to(ctx, by_tag);
    const auto counts = ctx.global(cells.counts, "counts");
    const auto tags = ctx.global(cells.tags, "tags");
    const int n = static_cast<int>(counts.load(place));
    for (int i = 0; i < n; ++i) {
      const std::int64_t here = cells.index(place, i);
      const std::uint32_t tag = tags.load(here);
      to.put_centre(tag, grid.wrapped(to.centre(tag), from.centre(here)));
      to.put_orientation(tag, from.orientation(here));
    }
  }
};

}  // namespace touchstone::gpu
