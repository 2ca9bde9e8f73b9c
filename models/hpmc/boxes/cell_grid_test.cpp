// Cells of the checkerboard: every cell has a place and a colour of its own, parts of places and
// middles are those of the cells near, and large boxes have as many cells as fit.
#include "models/hpmc/boxes/cell_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace touchstone::shapes {
namespace {

/// Boxes with many, few and single cells along their directions, tilted or not.
std::vector<CellGrid> grids() {
  std::vector<CellGrid> all;
  for (const Box& box :
       {Box{8, 6, 1, 0.1, 0, 0, 2}, Box{8, 1.5, 1, 0, 0, 0, 2}, Box{0.7, 0.8, 1, 0, 0, 0, 2},
        Box{2.5, 6, 7, 0, 0, 0, 3}, Box{0.7, 6, 7, 0, 0, 0, 3}, Box{9, 8, 7, 0.1, 0.1, 0.1, 3},
        Box{9, 8, 1.5, 0.1, 0.1, 0.1, 3}, Box{1.5, 1.5, 8, 0, 0, 0, 3}})
    all.emplace_back(box, 1.0, 400);
  return all;
}

TEST(CellGrid, GivesEachCellAPlaceAmongThoseOfItsColour) {
  for (const CellGrid& grid : grids()) {
    std::set<std::uint32_t> numbers;
    for (int colour = 0; colour < grid.colours(); ++colour)
      for (int k = 0; k < grid.active(); ++k) {
        const GridCell cell = grid.of_colour(colour, k);
        EXPECT_EQ(grid.colour(cell), colour);
        EXPECT_EQ(grid.place(cell), colour * grid.active() + k);
        numbers.insert(grid.number(cell));
      }
    EXPECT_EQ(numbers.size(), static_cast<std::size_t>(grid.cells()));
    EXPECT_LT(*numbers.rbegin(), static_cast<std::uint32_t>(grid.cells()));
  }
}

TEST(CellGrid, KnowsCellsNearByPartsAndByTheirMiddles) {
  for (CellGrid grid : grids()) {
    grid.set_origin(Philox(3), 5);
    const auto part = [&](int k, int i, int side) {
      return side < 0 ? grid.part_below(k, i) : side > 0 ? grid.part_above(k, i) : grid.part(k, i);
    };
    for (int k = 0; k < grid.cells(); ++k) {
      const GridCell cell = grid.of_colour(k / grid.active(), k % grid.active());
      EXPECT_TRUE(grid.cell(grid.middle(cell)) == cell);
      int number = 0;
      for (int z = -grid.reach(2); z <= grid.reach(2); ++z)
        for (int y = -grid.reach(1); y <= grid.reach(1); ++y)
          for (int x = -grid.reach(0); x <= grid.reach(0); ++x) {
            const NearCell near = grid.near(cell, number++);
            EXPECT_EQ(grid.place(near.cell),
                      part(0, cell.x, x) + part(1, cell.y, y) + part(2, cell.z, z));
            const Vec3 steps =
                x * grid.cell_vector(0) + y * grid.cell_vector(1) + z * grid.cell_vector(2);
            const Vec3 seen = grid.middle(near.cell) + near.image - grid.middle(cell);
            EXPECT_LT(norm(seen - steps), 1e-13);
          }
      EXPECT_EQ(number, grid.near_cells());
    }
  }
}

TEST(CellGrid, OrdersAllColours) {
  for (const CellGrid& grid : grids())
    for (std::uint64_t sweep = 0; sweep < 20; ++sweep) {
      const ColourOrder order = grid.order(Philox(1), sweep);
      EXPECT_EQ(order.count, grid.colours());
      EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(),
                static_cast<std::size_t>(grid.colours()));
      EXPECT_LT(*std::max_element(order.begin(), order.end()), grid.colours());
    }
}

TEST(CellGrid, HasAsManyCellsAsFit) {
  const CellGrid plane(Box::square(4981.8), 1.0, 1u << 24);
  EXPECT_EQ(plane.extent(0), 4096);
  const CellGrid wide(Box::square(1e6), 1e-3, std::size_t{1} << 40);
  EXPECT_EQ(wide.extent(1), 46340);
  EXPECT_GT(wide.cells(), 0);
  const CellGrid space(Box::cube(1e6), 1e-3, std::size_t{1} << 60);
  EXPECT_EQ(space.extent(2), 1290);
  EXPECT_GT(space.cells(), 0);
}

}  // namespace
}  // namespace touchstone::shapes
