// models/disks/chains/lane_search.hpp
// Purpose   The nearest disk ahead in each of three lanes, for the disks of a band.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           section 3.1 and Figure 5a: corridors of half a diameter, a diameter, half a diameter.
// Cost      At packing fraction 0.7 about 9 disks are looked at for each disk.
// Not here  Arrows (near_graph.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "models/disks/chains/fixed_bands.hpp"

namespace touchstone::disks {

/// Lanes by comparison: FixedMetric::lane for many disks.
class LaneBounds {
 public:
  explicit LaneBounds(const FixedMetric& metric)
      : middle_(last(metric, [](Lane lane) { return lane == Lane::middle; })),
        outer_(last(metric, [](Lane lane) { return lane != Lane::none; })) {}

  Lane lane(FixedCoordinate across) const {
    const FixedCoordinate distance = std::min(across, 0u - across);
    if (distance > outer_) return Lane::none;
    if (distance <= middle_) return Lane::middle;
    return across < 0x80000000u ? Lane::above : Lane::below;
  }
  Ticks middle() const { return middle_; }  ///< the furthest across in the middle lane
  Ticks outer() const { return outer_; }    ///< the furthest in any lane

 private:
  template <class Holds>
  static FixedCoordinate last(const FixedMetric& metric, Holds holds) {
    FixedCoordinate yes = 0;
    FixedCoordinate no = 0x80000000u;
    if (holds(metric.lane(no))) return no;
    while (no - yes > 1) {
      const FixedCoordinate half = yes + (no - yes) / 2;
      (holds(metric.lane(half)) ? yes : no) = half;
    }
    return yes;
  }

  FixedCoordinate middle_;
  FixedCoordinate outer_;
};

/// Nearest disks ahead of a disk, by lane.
struct Nearest {
  std::array<Ticks, 3> distance{kTicksPerSide, kTicksPerSide, kTicksPerSide};
  std::array<const FixedBands::Disk*, 3> disk{};
  std::array<FixedCoordinate, 3> across{};
};

/// Searches for the disks of one band, which have to be asked for in order.
class LaneSearch {
 public:
  LaneSearch(const FixedBands& bands, const LaneBounds& bounds, Ticks diameter, std::size_t band)
      : bounds_(bounds),
        near_(5 * diameter / 2),
        alone_(bands.bands() == 1),
        lowest_(bands.edge(band)),
        highest_(bands.edge(band + 1) - 1),
        own_(strip(bands, band)) {
    const std::size_t all = bands.bands();
    if (!alone_) beside_ = {strip(bands, (band + all - 1) % all), strip(bands, (band + 1) % all)};
  }

  Nearest ahead_of(const FixedBands::Disk* position) {
    const FixedBands::Disk disk = *position;
    std::array<Walk, 3> walks{own(position, disk), beside(0, disk), beside(1, disk)};
    Nearest nearest;
    // A lane that is narrow in one band is found sooner in the next.
    for (Walk& walk : walks) go(walk, disk, near_, nearest);
    if (farthest(nearest, kAll) > near_)
      for (Walk& walk : walks) go(walk, disk, kTicksPerSide, nearest);
    return nearest;
  }

 private:
  static constexpr unsigned kBelow = 1u << static_cast<int>(Lane::below);
  static constexpr unsigned kMiddle = 1u << static_cast<int>(Lane::middle);
  static constexpr unsigned kAbove = 1u << static_cast<int>(Lane::above);
  static constexpr unsigned kAll = kBelow | kMiddle | kAbove;

  /// The disks of a band, and the first of them that is not behind.
  struct Strip {
    const FixedBands::Disk *begin = nullptr, *end = nullptr, *next = nullptr;
  };
  /// Disks still to be looked at, around the box, and the lanes in which they may be.
  struct Walk {
    const FixedBands::Disk *begin, *end, *at;
    std::ptrdiff_t left;
    unsigned lanes;
  };

  static Strip strip(const FixedBands& bands, std::size_t band) {
    const FixedBands::Disk* const begin = &bands.at(0) + bands.begin(band);
    return {begin, &bands.at(0) + bands.begin(band + 1), begin};
  }
  Walk own(const FixedBands::Disk* position, const FixedBands::Disk& disk) const {
    const FixedBands::Disk* const next = position + 1 == own_.end ? own_.begin : position + 1;
    unsigned lanes = kMiddle;
    if (alone_ || disk.y - lowest_ > bounds_.middle()) lanes |= kBelow;
    if (alone_ || highest_ - disk.y > bounds_.middle()) lanes |= kAbove;
    return {own_.begin, own_.end, next, own_.end - own_.begin - 1, lanes};
  }
  /// Walk in the band below (side 0) or above (side 1).
  Walk beside(std::size_t side, const FixedBands::Disk& disk) {
    Strip& s = beside_[side];
    while (s.next < s.end && s.next->x < disk.x) ++s.next;
    const Ticks room = side == 0 ? disk.y - lowest_ : highest_ - disk.y;
    unsigned lanes = 0;
    if (room < bounds_.middle()) lanes |= kMiddle;
    if (room < bounds_.outer()) lanes |= side == 0 ? kBelow : kAbove;
    return {s.begin, s.end, s.next == s.end ? s.begin : s.next, s.end - s.begin, lanes};
  }

  static Ticks farthest(const Nearest& nearest, unsigned lanes) {
    Ticks most = 0;
    for (std::size_t k = 0; k < 3; ++k)
      most = std::max(most, (lanes >> k & 1) != 0 ? nearest.distance[k] : 0);
    return most;
  }
  void go(Walk& walk, const FixedBands::Disk& from, Ticks limit, Nearest& nearest) const {
    Ticks end = std::min(limit, farthest(nearest, walk.lanes));
    for (; walk.left > 0; --walk.left) {
      const FixedBands::Disk& disk = *walk.at;
      const Ticks distance = ahead(from.x, disk.x);
      if (distance >= end) return;
      const FixedCoordinate across = disk.y - from.y;
      const Lane lane = bounds_.lane(across);
      const auto k = static_cast<std::size_t>(lane);
      if (lane != Lane::none && distance < nearest.distance[k]) {
        nearest.distance[k] = distance;
        nearest.disk[k] = &disk;
        nearest.across[k] = across;
        end = std::min(limit, farthest(nearest, walk.lanes));
      }
      if (++walk.at == walk.end) walk.at = walk.begin;
    }
  }

  LaneBounds bounds_;
  Ticks near_;              ///< most lanes have a disk before
  bool alone_;              ///< no other bands
  Ticks lowest_, highest_;  ///< y of the band
  Strip own_;
  std::array<Strip, 2> beside_;
};

}  // namespace touchstone::disks
