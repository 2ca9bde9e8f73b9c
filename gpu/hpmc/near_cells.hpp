// gpu/hpmc/near_cells.hpp
// Purpose   The cells near a cell, without a division: for each a vector in single precision from
//           the middle of the one to that of the other, and on which sides it is; places of cells
//           are sums of one part for each direction (CellGrid::part).
// Source    Anderson, Irrgang, Glotzer 2016, section 2.5.2; law of models/hpmc/boxes/cell_grid.hpp.
// Certain   Coordinates from the middle of a cell are differences of doubles of the size of the
//           box, and floats of the size of a cell: coordinate_error() bounds the error of the
//           difference of two.
// Cost      A table of 16 bytes for each cell near, the same for all cells; for each of them one
//           load and some ten integer operations.
#pragma once
#include <cstdint>
#include <vector>

#include "gpu/exec/context.hpp"
#include "models/hpmc/boxes/cell_grid.hpp"

namespace touchstone::gpu {

/// A cell near another, as number k of CellGrid::near().
struct alignas(16) NearOffset {
  float x = 0;  ///< from middle to middle
  float y = 0;
  float z = 0;
  std::uint32_t sides = 0;  ///< bit 2 k: below in direction k; bit 2 k + 1: above
};

/// Offsets of all cells near, in the order of CellGrid::near().
inline std::vector<NearOffset> near_offsets(const shapes::CellGrid& grid) {
  std::vector<NearOffset> all;
  for (int z = -grid.reach(2); z <= grid.reach(2); ++z)
    for (int y = -grid.reach(1); y <= grid.reach(1); ++y)
      for (int x = -grid.reach(0); x <= grid.reach(0); ++x) {
        const shapes::Vec3 v =
            x * grid.cell_vector(0) + y * grid.cell_vector(1) + z * grid.cell_vector(2);
        const auto side = [](int steps) { return steps < 0 ? 1u : steps > 0 ? 2u : 0u; };
        all.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
                       side(x) | side(y) << 2 | side(z) << 4});
      }
  return all;
}

/// Bound on the error of a coordinate of the vector between two bodies near each other: twelve
/// roundings of floats no longer than the offset and two cells, and as many hundred of doubles of
/// the size of the box.
inline double coordinate_error(const shapes::CellGrid& grid) {
  double cells = 0, box = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == 2 && grid.box().dimensions == 2) break;
    cells += (grid.reach(k) + 2) * norm(grid.cell_vector(k));
    box += norm(grid.cell_vector(k)) * grid.extent(k) * (grid.reach(k) + 2);
  }
  return 12 * 0x1p-24 * cells + 1200 * 0x1p-53 * box;
}

/// Places of the cells near one.
class NearPlaces {
 public:
  TOUCHSTONE_HD NearPlaces(const shapes::CellGrid& grid, shapes::GridCell c)
      : x_{grid.part_below(0, c.x), grid.part(0, c.x), grid.part_above(0, c.x)},
        y_{grid.part_below(1, c.y), grid.part(1, c.y), grid.part_above(1, c.y)},
        z_{grid.part_below(2, c.z), grid.part(2, c.z), grid.part_above(2, c.z)} {}

  TOUCHSTONE_HD int operator()(std::uint32_t sides) const {
    return chosen(x_, sides) + chosen(y_, sides >> 2) + chosen(z_, sides >> 4);
  }

 private:
  struct Parts {
    int below, own, above;
  };
  TOUCHSTONE_HD static int chosen(const Parts& parts, std::uint32_t sides) {
    return (sides & 1u) != 0 ? parts.below : (sides & 2u) != 0 ? parts.above : parts.own;
  }
  Parts x_, y_, z_;
};

}  // namespace touchstone::gpu
