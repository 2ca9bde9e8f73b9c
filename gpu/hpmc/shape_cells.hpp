// gpu/hpmc/shape_cells.hpp
// Purpose   Bodies in device memory, by tag between steps and by cell within one: an array for each
//           component, slot slowest and cells of a colour side by side, so that what neighbouring
//           threads (cells of one colour) load lies side by side.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), Algorithm 3, for any number of bodies
//           in a cell.
//           Beside them the same bodies in single precision, relative to the middle of their cell,
//           which is all that most neighbours are read for.
// Cost      60 bytes per body by tag, and 96 per slot of a cell.
// Not here  Who puts bodies there (sort_cells.hpp).
#pragma once
#include <cstdint>
#include <utility>

#include "gpu/exec/context.hpp"
#include "gpu/hpmc/pair_screen.hpp"
#include "models/hpmc/boxes/cell_grid.hpp"

namespace touchstone::gpu {

/// Type that ctx.global() makes of a Span<T>.
template <class Context, class T>
using GlobalArray =
    decltype(std::declval<Context&>().global(std::declval<Span<T>>(), std::declval<const char*>()));

/// Position and orientation of a body.
struct Placed {
  shapes::Vec3 r = {};
  shapes::Orientation q = {};
};

/// Components of bodies: by tag, or by slot and cell.
struct BodyArrays {
  Span<double> x, y, z;
  Span<double> qs, qx, qy, qz;
  Span<std::uint32_t> type;
};

/// BodyArrays inside a kernel.
template <class Context>
struct BodiesIn {
  GlobalArray<Context, double> x, y, z;
  GlobalArray<Context, double> qs, qx, qy, qz;
  GlobalArray<Context, std::uint32_t> type;

  TOUCHSTONE_HD BodiesIn(Context& ctx, const BodyArrays& a)
      : x(ctx.global(a.x, "x")),
        y(ctx.global(a.y, "y")),
        z(ctx.global(a.z, "z")),
        qs(ctx.global(a.qs, "qs")),
        qx(ctx.global(a.qx, "qx")),
        qy(ctx.global(a.qy, "qy")),
        qz(ctx.global(a.qz, "qz")),
        type(ctx.global(a.type, "type")) {}

  TOUCHSTONE_HD shapes::Vec3 centre(std::int64_t i) const {
    return {x.load(i), y.load(i), z.load(i)};
  }
  TOUCHSTONE_HD shapes::Orientation orientation(std::int64_t i) const {
    return {qs.load(i), qx.load(i), qy.load(i), qz.load(i)};
  }
  TOUCHSTONE_HD void put_centre(std::int64_t i, shapes::Vec3 r) const {
    x.store(i, r.x);
    y.store(i, r.y);
    z.store(i, r.z);
  }
  TOUCHSTONE_HD void put_orientation(std::int64_t i, const shapes::Orientation& q) const {
    qs.store(i, q.s);
    qx.store(i, q.x);
    qy.store(i, q.y);
    qz.store(i, q.z);
  }
};

/// A body in single precision, from the middle of its cell.
struct alignas(16) NearPlace {
  float x = 0;
  float y = 0;
  float z = 0;
  std::uint32_t type = 0;
};
TOUCHSTONE_HD inline NearPlace near_place(shapes::Vec3 from_middle, std::uint32_t type) {
  return {static_cast<float>(from_middle.x), static_cast<float>(from_middle.y),
          static_cast<float>(from_middle.z), type};
}

/// The cells of a step.
struct ShapeCells {
  BodyArrays bodies;
  Span<NearPlace> near;        ///< the bodies in single precision
  Span<FloatTurn> turns;       ///< and their orientations
  Span<std::uint32_t> tags;    ///< (capacity, cells), ascending in a cell
  Span<std::uint32_t> counts;  ///< bodies of a cell

  /// Index of a slot of the cell at a place (CellGrid::place): below 2^32.
  TOUCHSTONE_HD std::uint32_t index(int place, int slot) const {
    return static_cast<std::uint32_t>(slot) * static_cast<std::uint32_t>(counts.size) +
           static_cast<std::uint32_t>(place);
  }
};

}  // namespace touchstone::gpu
