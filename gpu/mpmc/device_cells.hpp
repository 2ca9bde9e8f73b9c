// gpu/mpmc/device_cells.hpp
// Purpose   The paper's sparse cell data in device memory: neighbouring threads are cells of one
//           colour, and what they load lies side by side.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), section 3.1 and Algorithm 3: slot
//           slowest, then y, then x with even columns before odd ones; empty slots at (-10, -10).
// Cost      33 bytes per cell in single precision; two buffers, since a shift is not in place.
// Not here  Moves (cell_update.hpp), host code (checkerboard.hpp).
#pragma once
#include <cstdint>

#include "gpu/exec/context.hpp"
#include "models/disks/space.hpp"

namespace touchstone::gpu {

inline constexpr int kSlots = 4;

/// Place of an empty slot: further from every cell than any disk, so that loops need not ask.
template <class Real>
TOUCHSTONE_HD constexpr disks::Vec<Real> empty_slot() {
  return {Real(-10.0f), Real(-10.0f)};
}

/// Shuffles the first `n` places of a cell by draws of its stream and swap(i, j). The draws are of
/// constants, so that the stream for more disks than slots is not even compiled.
template <class Stream, class Swap>
TOUCHSTONE_HD void shuffle_slots(Stream& stream, int n, Swap swap) {
  for (int j = kSlots; j > 1; --j)
    if (j <= n) swap(j - 1, static_cast<int>(stream.below(static_cast<std::uint32_t>(j))));
}

/// A cell by its column and row.
struct Cell {
  int x = 0;
  int y = 0;
};

struct Grid {
  int columns = 0;
  int rows = 0;

  TOUCHSTONE_HD std::int64_t cells() const { return std::int64_t{columns} * rows; }
  /// The number that random streams know a cell by.
  TOUCHSTONE_HD std::uint32_t number(Cell cell) const {
    return static_cast<std::uint32_t>(cell.y) * static_cast<std::uint32_t>(columns) +
           static_cast<std::uint32_t>(cell.x);
  }
  /// Algorithm 3: where slot `slot` of a cell lies; the count of a cell lies where its slot 0 does.
  TOUCHSTONE_HD std::int64_t index(int slot, Cell cell) const {
    const int half = cell.x % 2 != 0 ? (cell.x + columns) / 2 : cell.x / 2;
    return (std::int64_t{slot} * rows + cell.y) * columns + half;
  }
  /// Cell number `k` of a colour: row by row, so that consecutive k are consecutive in memory.
  TOUCHSTONE_HD Cell of_colour(int colour, std::int64_t k) const {
    const int half = columns / 2;
    return {2 * static_cast<int>(k % half) + colour % 2,
            2 * static_cast<int>(k / half) + colour / 2};
  }
  /// Cell number `k` of all: even columns of a row first, as they lie in memory.
  TOUCHSTONE_HD Cell in_memory_order(std::int64_t k) const {
    const int half = columns / 2;
    const int place = static_cast<int>(k % columns);
    return {place < half ? 2 * place : 2 * (place - half) + 1, static_cast<int>(k / columns)};
  }
  TOUCHSTONE_HD static int colour(Cell cell) { return cell.x % 2 + 2 * (cell.y % 2); }
  /// Through the periodic boundary; offsets of less than a side.
  TOUCHSTONE_HD Cell neighbour(Cell cell, disks::CellOffset offset) const {
    return {wrapped(cell.x + offset.x, columns), wrapped(cell.y + offset.y, rows)};
  }
  /// The cell of any column and row, however far outside.
  TOUCHSTONE_HD Cell wrapped(Cell cell) const {
    const int x = cell.x % columns;
    const int y = cell.y % rows;
    return {x < 0 ? x + columns : x, y < 0 ? y + rows : y};
  }

 private:
  TOUCHSTONE_HD static int wrapped(int line, int lines) {
    return line < 0 ? line + lines : (line >= lines ? line - lines : line);
  }
};

/// The eight neighbours of a cell, k = 0 to 7, row by row.
TOUCHSTONE_HD constexpr disks::CellOffset neighbour_offset(int k) {
  const int place = k < 4 ? k : k + 1;  // 0 to 8 without the centre
  return {place % 3 - 1, place / 3 - 1};
}

/// One buffer of cells.
template <class Real>
struct DeviceCells {
  Span<disks::Vec<Real>> slots;  ///< (kSlots, rows, columns) in the order of Grid::index
  Span<std::uint8_t> counts;     ///< (rows, columns): disks of a cell, in its first slots
};

}  // namespace touchstone::gpu
