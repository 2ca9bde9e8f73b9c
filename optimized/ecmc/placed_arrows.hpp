// optimized/ecmc/placed_arrows.hpp
// Purpose   Constraint graphs between places in memory, three arrows for each disk, and what a
//           place holds: shared by all layouts of disks.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "models/disks/chains/constraint_graph.hpp"
#include "optimized/ecmc/disk_order.hpp"

namespace touchstone::optimized {

/// A constraint graph never needs more (G3).
inline constexpr std::size_t kMostArrows = 3;

/// Arrows of one disk in the order of the graph, which decides ties, filled up with arrows to the
/// disk itself, which are never reached.
using Arrows = std::array<disks::Arrow, kMostArrows>;

/// An arrow to fill up with: 2^32 - 1 ticks away.
inline disks::Arrow never_reached(disks::DiskIndex place) { return {place, 1}; }

/// Throws InputError when a disk has more than kMostArrows arrows.
std::vector<Arrows> placed_arrows(const disks::ConstraintGraph& graph, const DiskOrder& order);

/// A disk between events.
struct DiskState {
  disks::FixedCoordinate x = 0;
  std::uint32_t time_plus_1 = 0;  ///< local time from the last reset of times, plus 1; 0: before it
  bool active = false;
};

}  // namespace touchstone::optimized
