// optimized/ecmc/serial/cell_chains.hpp
// Purpose   Cells that find the first disk to stop one moving along +x, and the chain among them.
//           No constraint graph, and nothing about the order of disks is taken for granted: graphs
//           are validated with it.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009), straight event
//           chains with cells.
// Cost      Memory 12 bytes for each of 4 slots of a cell, 1.2 disks. A search loads the
//           coordinates of 3 rows of 16 slots, 384 bytes.
// Not here  The search (cell_lanes.cpp), the scheme (cell_chains.cpp); graphs
//           (models/disks/chains/near_graph.hpp).
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/disks/chains/chain_leg.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::optimized {

/// Disks in cells at least a diameter wide; one cell across where fewer than three fit. A row ends
/// with copies of its first columns, so that a window of 16 slots never wraps around.
class ChainCells {
 public:
  explicit ChainCells(const disks::FixedConfiguration& configuration);

  /// Slot in which a disk is kept, or a copy of it.
  using Slot = std::uint32_t;
  struct Disk {
    disks::FixedCoordinate x;
    disks::FixedCoordinate y;
    disks::DiskIndex number;
  };
  static constexpr Slot kNothing = ~Slot{0};
  static constexpr disks::DiskIndex kEmpty = ~disks::DiskIndex{0};  ///< number in an empty slot
  static constexpr std::size_t kWindow = 16;

  /// Returns the slot. Other disks stay in theirs.
  Slot insert(const Disk& disk) {
    const Place place = place_of(disk);
    const int k = std::countr_one(taken_[place.cell]);
    taken_[place.cell] |= 1u << k;
    return put(place, static_cast<std::size_t>(k), disk);
  }
  void remove(Slot slot) {
    const Disk disk = at(slot);
    const Place place = place_of(disk);
    std::size_t k = slot - place.first;
    if (k >= stride_) k -= columns_ * stride_;
    taken_[place.cell] &= ~(1u << k);
    put(place, k, {disk.x, away(disk.y), kEmpty});
  }
  /// Slot of a disk that is in a cell.
  Slot find(const Disk& disk) const;
  Disk at(Slot slot) const { return {x_[slot], y_[slot], number_[slot]}; }
  /// visit(disk) for all disks that are in cells.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t cell = 0; cell < taken_.size(); ++cell) {
      const std::size_t first = first_slot(cell / columns_, cell % columns_);
      for (std::uint32_t left = taken_[cell]; left != 0; left &= left - 1)
        visit(at(static_cast<Slot>(first) + static_cast<Slot>(std::countr_zero(left))));
    }
  }

  // Reads of a search.

  const disks::SeparationEstimate& separation() const { return separation_; }
  const disks::FixedCoordinate* x() const { return x_.data(); }
  const disks::FixedCoordinate* y() const { return y_.data(); }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t row(disks::FixedCoordinate y) const {
    return static_cast<std::size_t>(y * rows_ >> 32);
  }
  std::size_t column(disks::FixedCoordinate x) const {
    return static_cast<std::size_t>(x * columns_ >> 32);
  }
  std::size_t first_slot(std::size_t row, std::size_t column) const {
    return (row * padded_ + column) * stride_;
  }
  /// Columns that are searched together, and the slots of one row of them: a multiple of kWindow.
  std::size_t columns_together() const { return together_; }
  std::size_t slots_together() const { return together_ * stride_; }
  /// Beginning of a column, or of a copy behind the last one.
  disks::Ticks edge(std::size_t column) const { return edge_[column]; }
  disks::Ticks farthest() const { return farthest_; }  ///< the largest separation

 private:
  struct Place {
    std::size_t cell;
    std::size_t first;  ///< slot
    std::size_t copy;   ///< the same slot, or that of its copy
  };
  Place place_of(const Disk& disk) const {
    const std::size_t r = row(disk.y);
    const std::size_t c = column(disk.x);
    const std::size_t first = first_slot(r, c);
    return {r * columns_ + c, first, c < copies_ ? first + columns_ * stride_ : first};
  }
  Slot put(const Place& place, std::size_t k, const Disk& disk) {
    write(place.first + k, disk);
    if (place.copy != place.first) write(place.copy + k, disk);
    return static_cast<Slot>(place.first + k);
  }
  void write(std::size_t slot, const Disk& disk) {
    x_[slot] = disk.x;
    y_[slot] = disk.y;
    number_[slot] = disk.number;
  }
  /// Half a box away, where a search from the rows beside rarely asks for the number.
  static disks::FixedCoordinate away(disks::FixedCoordinate y) { return y ^ 0x80000000u; }

  disks::SeparationEstimate separation_;
  std::size_t columns_;
  std::size_t rows_;
  std::size_t stride_;                         ///< slots of a cell: 4, or kWindow once or twice
  std::size_t together_;                       ///< columns in a window
  std::size_t copies_;                         ///< columns that a row has twice
  std::size_t padded_;                         ///< columns with copies
  std::vector<disks::FixedCoordinate> x_, y_;  ///< by slots: those of a cell in turn, by rows
  std::vector<disks::DiskIndex> number_;
  std::vector<std::uint32_t> taken_;  ///< slots of each cell, by bits
  std::vector<disks::Ticks> edge_;    ///< beginnings of columns and copies, and the end
  disks::Ticks farthest_;
};

/// First disk that one moving along +x meets.
struct Obstacle {
  disks::Ticks flight = 0;  ///< the limit of the search if there is none before
  ChainCells::Slot slot = ChainCells::kNothing;
};

/// First disk that one at (x, y), in no cell, meets in less than `limit` ticks of motion along +x;
/// of disks that it meets at the same time the one of the lowest number.
Obstacle first_obstacle(const ChainCells& cells, disks::FixedCoordinate x, disks::FixedCoordinate y,
                        disks::Ticks limit);

/// A straight chain among cells.
struct CellChain {
  disks::LegEnd now;  ///< local times and recorded liftings; positions are those of the start
  bool record;        ///< liftings
  ChainCells cells;
  ChainCells::Disk active;  ///< in no cell
  disks::Ticks clock = 0;
  std::uint64_t liftings = 0;
  std::uint64_t carried = 0;  ///< sum of contact separations, in ticks
};

/// Goes on until the clock says `end`.
void advance(CellChain& chain, disks::Ticks end);

}  // namespace touchstone::optimized
