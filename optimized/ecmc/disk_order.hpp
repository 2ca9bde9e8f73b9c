// optimized/ecmc/disk_order.hpp
// Purpose   The order in which disks lie in memory during a leg along +x: in bands along the
//           motion, so that a chain, which is a nearly monotone walk in x, meets records that are
//           close by, and the processor fetches them ahead of time.
#pragma once
#include <vector>

#include "models/disks/chains/fixed_bands.hpp"

namespace touchstone::optimized {

struct DiskOrder {
  std::vector<disks::DiskIndex> disk;   ///< disk[place] = number of the disk
  std::vector<disks::DiskIndex> place;  ///< place[disk] = where it lies
};

inline DiskOrder band_order(const disks::FixedBands& bands, std::size_t disks) {
  DiskOrder order{std::vector<disks::DiskIndex>(disks), std::vector<disks::DiskIndex>(disks)};
  for (std::size_t p = 0; p < disks; ++p) {
    order.disk[p] = bands.at(p).number;
    order.place[order.disk[p]] = static_cast<disks::DiskIndex>(p);
  }
  return order;
}
inline DiskOrder band_order(const disks::FixedConfiguration& c) {
  return band_order(disks::FixedBands(c), c.size());
}

}  // namespace touchstone::optimized
