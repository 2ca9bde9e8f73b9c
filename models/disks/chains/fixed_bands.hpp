// models/disks/chains/fixed_bands.hpp
// Purpose   Disks sorted into bands along x, each at least a diameter high, and by x within a band:
//           what is near in the box is near in memory, and what is ahead comes next.
// Cost      O(N): two passes over the disks and one over each band, on any number of threads.
// Not here  Who stops whom (near_graph.hpp).
#pragma once
#include <cstddef>
#include <vector>

#include "models/disks/chains/fixed_point.hpp"

namespace touchstone::disks {

class FixedBands {
 public:
  struct Disk {
    FixedCoordinate x;
    FixedCoordinate y;
    DiskIndex number;
  };

  /// The same for any number of threads.
  explicit FixedBands(const FixedConfiguration& configuration, int threads = 1);

  /// Number of bands: at least three, or one.
  std::size_t bands() const { return first_.size() - 1; }
  /// The disks of band k are at(begin(k)) to at(begin(k + 1) - 1), ascending by x, then by number.
  std::size_t begin(std::size_t band) const { return first_[band]; }
  const Disk& at(std::size_t position) const { return disk_[position]; }
  const Disk* data() const { return disk_.data(); }
  std::size_t band(FixedCoordinate y) const { return static_cast<std::size_t>(y * bands() >> 32); }
  /// The least y of a band; kTicksPerSide for that after the last.
  Ticks edge(std::size_t band) const {
    return static_cast<Ticks>(((band << 32) + bands() - 1) / bands());
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<Disk> disk_;
};

}  // namespace touchstone::disks
