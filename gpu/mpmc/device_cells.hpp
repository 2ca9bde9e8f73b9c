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

/// Place of a column in a row of an even number of columns: even ones before odd ones.
TOUCHSTONE_HD constexpr int place_in_row(int column, int columns) {
  return (column >> 1) + ((column & 1) != 0 ? columns >> 1 : 0);
}
/// The column at a place.
TOUCHSTONE_HD constexpr int column_at(int place, int columns) {
  const int half = columns >> 1;
  return place < half ? 2 * place : 2 * (place - half) + 1;
}

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
    return slot * cells() + cell.y * columns + place_in_row(cell.x, columns);
  }
  // Divisions of 32 bits: a device has no instruction for one, and those of 64 bits are calls.
  /// Cell number `k` of a colour: row by row, so that consecutive k are consecutive in memory.
  TOUCHSTONE_HD Cell of_colour(int colour, std::int64_t k) const {
    const auto half = static_cast<std::uint32_t>(columns) / 2;
    const auto number = static_cast<std::uint32_t>(k);
    const std::uint32_t row = number / half;
    return {2 * static_cast<int>(number - row * half) + colour % 2,
            2 * static_cast<int>(row) + colour / 2};
  }
  /// Cell number `k` of all: even columns of a row first, as they lie in memory.
  TOUCHSTONE_HD Cell in_memory_order(std::int64_t k) const {
    const auto number = static_cast<std::uint32_t>(k);
    const std::uint32_t row = number / static_cast<std::uint32_t>(columns);
    const auto place = static_cast<int>(number - row * static_cast<std::uint32_t>(columns));
    return {column_at(place, columns), static_cast<int>(row)};
  }
  TOUCHSTONE_HD static int colour(Cell cell) { return cell.x % 2 + 2 * (cell.y % 2); }
  /// Through the periodic boundary; offsets of less than a side.
  TOUCHSTONE_HD Cell neighbour(Cell cell, disks::CellOffset offset) const {
    return {wrapped(cell.x + offset.x, columns), wrapped(cell.y + offset.y, rows)};
  }
  /// The cell of any column and row, however far outside; mostly less than a side.
  TOUCHSTONE_HD Cell wrapped(Cell cell) const { return {far(cell.x, columns), far(cell.y, rows)}; }

 private:
  TOUCHSTONE_HD static int wrapped(int line, int lines) {
    return line < 0 ? line + lines : (line >= lines ? line - lines : line);
  }
  TOUCHSTONE_HD static int far(int line, int lines) {
    const int near = wrapped(line, lines);
    if (near >= 0 && near < lines) return near;
    const int rest = line % lines;
    return rest < 0 ? rest + lines : rest;
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
