// optimized/ecmc/serial/cell_chains.hpp
// Purpose   Cells that find the first disk to stop one moving along +x. No constraint graph, and
//           nothing about the order of disks is taken for granted: graphs are validated with it.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009), straight event
//           chains with cells.
// Cost      Memory 12 bytes for each of 4 slots of a cell, 1.2 disks. A search looks at the disks
//           of 6 to 9 cells at packing fraction 0.7.
// Not here  The chain (cell_chains.cpp); graphs (models/disks/chains/near_graph.hpp).
//
// Exact and fast: contact separations are estimated in doubles, and only the disk that comes first
// is asked for the true one (integers). Where the first two are closer than the estimates can
// be wrong, about once in a thousand searches, the search is repeated with true separations.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/disks/chains/fixed_point.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::optimized {

class ChainCells {
 public:
  explicit ChainCells(const disks::FixedConfiguration& configuration);

  /// Slot in which a disk is kept; valid until the next insert or remove.
  using Slot = std::uint32_t;
  struct Disk {
    disks::FixedCoordinate x;
    disks::FixedCoordinate y;
    disks::DiskIndex number;
  };
  struct Obstacle {
    disks::Ticks flight = 0;  ///< the limit of the search if there is none before
    Slot slot = kNothing;
  };
  static constexpr Slot kNothing = ~Slot{0};

  void insert(const Disk& disk);
  void remove(Slot slot);
  /// Slot of a disk that is in a cell.
  Slot find(const Disk& disk) const;
  const Disk& at(Slot slot) const { return slot_[slot]; }
  /// visit(disk) for all disks that are in cells.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t cell = 0; cell < count_.size(); ++cell)
      for (std::size_t k = 0; k < count_[cell]; ++k) visit(slot_[cell * stride_ + k]);
  }

  /// First disk that one at (x, y), in no cell, meets within `limit` ticks of motion along +x;
  /// of disks that it meets at the same time the one of the lowest number.
  Obstacle first_obstacle(disks::FixedCoordinate x, disks::FixedCoordinate y,
                          disks::Ticks limit) const;

 private:
  struct Estimates;
  struct Separations;
  template <class Finder>
  void search(disks::FixedCoordinate x, disks::FixedCoordinate y, Finder& finder) const;

  std::size_t column(disks::FixedCoordinate x) const {
    return static_cast<std::size_t>(x * columns_ >> 32);
  }
  std::size_t row(disks::FixedCoordinate y) const {
    return static_cast<std::size_t>(y * rows_ >> 32);
  }

  disks::SeparationEstimate separation_;
  std::size_t columns_;
  std::size_t rows_;
  std::size_t stride_;               ///< slots of a cell
  std::vector<Disk> slot_;           ///< those of cell c from c * stride_, by rows
  std::vector<std::uint8_t> count_;  ///< disks in each cell
  std::vector<disks::Ticks> edge_;   ///< beginnings of columns, and the width of the box
  disks::Ticks farthest_;            ///< largest separation
  double slack_;                     ///< estimates of flights further apart are in the right order
};

}  // namespace touchstone::optimized
