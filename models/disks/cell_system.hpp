// models/disks/cell_system.hpp
// Purpose   Particles stored in the cells of a periodic checkerboard: the state of every
//           checkerboard scheme. The order within a cell is part of the state (section 2.4).
// Source    Anderson et al. 2013, sections 2.1 and 3.1 (equation 1: colours).
// Cost      capacity slots per cell.
// Not here  Moves (reference/mpmc, optimized/mpmc), the vector layout (optimized/mpmc).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"
#include "models/disks/space.hpp"

namespace touchstone::disks {

/// Numbers of cells along x and y (y is 1 in one dimension) and of slots in each.
struct GridShape {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::uint32_t capacity = 4;

  std::uint32_t cells() const { return columns * rows; }
  std::uint32_t cell(std::uint32_t x, std::uint32_t y) const { return y * columns + x; }
  /// The cell at an offset, through the periodic boundary.
  std::uint32_t neighbour(std::uint32_t cell, CellOffset offset) const {
    const std::uint32_t x = step(cell % columns, offset.x, columns);
    const std::uint32_t y = step(cell / columns, offset.y, rows);
    return y * columns + x;
  }

 private:
  static std::uint32_t step(std::uint32_t k, int by, std::uint32_t lines) {
    if (by < 0) return k == 0 ? lines - 1 : k - 1;
    if (by > 0) return k + 1 == lines ? 0 : k + 1;
    return k;
  }
};

template <class Space>
class CellSystem {
 public:
  using Position = typename Space::Position;
  static constexpr int kColours = Space::kDimensions == 1 ? 2 : 4;

  CellSystem(Space space, GridShape shape)
      : space_(space),
        shape_(shape),
        count_(shape.cells()),
        slot_(std::size_t{shape.cells()} * shape.capacity) {
    const bool even_rows = Space::kDimensions == 1 ? shape.rows == 1 : shape.rows % 2 == 0;
    if (shape.columns < 2 || shape.columns % 2 != 0 || !even_rows || shape.rows == 0)
      throw input_error("cell grid", "number of cells per side", "even, at least 2",
                        std::to_string(shape.columns) + " x " + std::to_string(shape.rows));
  }

  const Space& space() const { return space_; }
  const GridShape& shape() const { return shape_; }

  /// The particles of a cell in list order.
  std::span<Position> list(std::uint32_t cell) {
    return {&slot_[std::size_t{cell} * shape_.capacity], count_[cell]};
  }
  std::span<const Position> list(std::uint32_t cell) const {
    return {&slot_[std::size_t{cell} * shape_.capacity], count_[cell]};
  }
  void clear(std::uint32_t cell) { count_[cell] = 0; }
  /// Appends to the cell's list; throws when the cell is full (nothing is dropped silently).
  void append(std::uint32_t cell, Position p) {
    if (count_[cell] == shape_.capacity)
      throw input_error("cell " + std::to_string(cell),
                        "too many particles for the cell's capacity",
                        "at most " + std::to_string(shape_.capacity), "one more");
    slot_[std::size_t{cell} * shape_.capacity + count_[cell]++] = p;
  }

  std::size_t particles() const {
    std::size_t total = 0;
    for (const std::uint32_t n : count_) total += n;
    return total;
  }

  /// Equation 1: colour a = 0 (even, even), b = 1 (odd, even), c = 2 (even, odd), d = 3 (odd, odd).
  std::uint32_t cells_of_colour() const { return shape_.cells() / kColours; }
  /// Cell number k of a colour, row by row.
  std::uint32_t cell_of_colour(int colour, std::uint32_t k) const {
    const auto parity_x = static_cast<std::uint32_t>(colour % 2);
    const auto parity_y = static_cast<std::uint32_t>(colour / 2);
    const std::uint32_t half = shape_.columns / 2;
    if constexpr (Space::kDimensions == 1) return 2 * k + parity_x;
    return shape_.cell(2 * (k % half) + parity_x, 2 * (k / half) + parity_y);
  }
  /// Rows; in one dimension, cells: a cell's neighbours are in its line and the two beside it.
  std::size_t lines() const { return Space::kDimensions == 1 ? shape_.columns : shape_.rows; }
  /// Numbers k of the cells of a colour in lines [first, last), as a range.
  std::pair<std::uint32_t, std::uint32_t> of_colour_in_lines(int colour, std::size_t first,
                                                             std::size_t last) const {
    const auto parity = static_cast<std::size_t>(Space::kDimensions == 1 ? colour : colour / 2);
    const std::size_t each = 2 * cells_of_colour() / lines();
    const auto before = [&](std::size_t line) {  // every second line has this colour
      return static_cast<std::uint32_t>((line + 1 - parity) / 2 * each);
    };
    return {before(first), before(last)};
  }
  std::size_t bytes_per_cell() const {
    return sizeof(std::uint32_t) + shape_.capacity * sizeof(Position);
  }
  /// Particles in all cells of a colour.
  std::size_t occupancy(int colour) const {
    std::size_t total = 0;
    for (std::uint32_t k = 0; k < cells_of_colour(); ++k)
      total += count_[cell_of_colour(colour, k)];
    return total;
  }

  friend bool operator==(const CellSystem& a, const CellSystem& b) {
    for (std::uint32_t cell = 0; cell < a.shape_.cells(); ++cell) {
      const auto p = a.list(cell);
      const auto q = b.list(cell);
      if (p.size() != q.size()) return false;
      for (std::size_t i = 0; i < p.size(); ++i)
        if (!(p[i] == q[i])) return false;
    }
    return a.shape_.columns == b.shape_.columns && a.shape_.rows == b.shape_.rows;
  }

 private:
  Space space_;
  GridShape shape_;
  std::vector<std::uint32_t> count_;
  std::vector<Position> slot_;
};

inline constexpr CellOffset kPlaneNeighbourhood[] = {{0, 0}, {-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                                     {1, 0}, {-1, 1},  {0, 1},  {1, 1}};
inline constexpr CellOffset kLineNeighbourhood[] = {{0, 0}, {-1, 0}, {1, 0}};

/// The cell itself and its neighbours (eight, or two in one dimension) in the order a body visits
/// them.
template <class Space>
constexpr std::span<const CellOffset> neighbourhood() {
  if constexpr (Space::kDimensions == 1) return kLineNeighbourhood;
  return kPlaneNeighbourhood;
}

}  // namespace touchstone::disks
