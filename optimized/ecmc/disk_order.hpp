// optimized/ecmc/disk_order.hpp
// Purpose   The order in which disks lie in memory during a leg along +x: in bands along the
//           motion, so that a chain, which is a nearly monotone walk in x, meets records that are
//           close by, and the processor fetches them ahead of time.
// Cost      A counting sort by tile (O(N)), and one of a few disks within each tile.
#pragma once
#include <vector>

#include "models/disks/turns.hpp"

namespace touchstone::optimized {

struct DiskOrder {
  std::vector<disks::DiskIndex> disk;   ///< disk[place] = number of the disk
  std::vector<disks::DiskIndex> place;  ///< place[disk] = where it lies
};

/// Height of a band, in diameters.
inline constexpr double kBandHeight = 2;

DiskOrder band_order(const disks::TurnConfiguration& configuration);

}  // namespace touchstone::optimized
