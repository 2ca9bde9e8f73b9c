// models/disks/chains/nearest_ahead.hpp
// Purpose   The arrows of G3, disk by disk in the order of bands: what constraint graphs and the
//           layouts of fast programs are made of.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1.
// Not here  The search (lane_search.hpp), the graph (near_graph.hpp).
#pragma once
#include <array>
#include <cstddef>
#include <utility>

#include "models/core/exec.hpp"
#include "models/disks/chains/lane_search.hpp"
#include "models/disks/chains/separation_estimate.hpp"

namespace touchstone::disks {

/// The nearest disks in the lanes ahead, at most three, ascending by number.
struct NearestAhead {
  struct Target {
    const FixedBands::Disk* disk = nullptr;
    FixedCoordinate separation = 0;
  };
  std::array<Target, 3> target;
  std::size_t count = 0;

  void add(const FixedBands::Disk* disk, Ticks separation) {
    target[count++] = {disk, static_cast<FixedCoordinate>(separation)};
  }
  void sort() {
    const auto order = [this](std::size_t a, std::size_t b) {
      if (target[b].disk->number < target[a].disk->number) std::swap(target[a], target[b]);
    };
    if (count > 1) order(0, 1);
    if (count > 2) order(1, 2), order(0, 1);
  }
};

/// visit(disk of `bands`, NearestAhead) for every disk, on several threads at a time. `box` is that
/// of the configuration; throws InputError when it is too narrow.
template <class Visit>
void for_each_nearest_ahead(const FixedBands& bands, const Box& box, int threads, Visit&& visit) {
  const SeparationEstimate separation(box);
  const LaneBounds bounds(separation.metric());
  const Ticks diameter = separation.metric().separation(0);
  OpenmpExec exec(threads);
  exec.for_each_slice(bands.bands(), [&](std::size_t, std::size_t from, std::size_t to) {
    for (std::size_t band = from; band < to; ++band) {
      if (bands.begin(band) == bands.begin(band + 1)) continue;
      LaneSearch search(bands, bounds, diameter, band);
      const FixedBands::Disk* const end = bands.data() + bands.begin(band + 1);
      for (const FixedBands::Disk* disk = bands.data() + bands.begin(band); disk != end; ++disk) {
        const Nearest nearest = search.ahead_of(disk);
        NearestAhead ahead;
        for (std::size_t k = 0; k < 3; ++k)
          if (nearest.distance[k] < kTicksPerSide)
            ahead.add(nearest.disk[k], separation.separation(nearest.across[k]));
        ahead.sort();
        visit(*disk, ahead);
      }
    }
  });
}

}  // namespace touchstone::disks
