#include "reference/ecmc/global_time.hpp"

#include <algorithm>
#include <optional>

namespace touchstone::reference {
namespace {

using disks::Arrow;
using disks::DiskIndex;
using disks::Lifting;
using disks::Ticks;

bool is_active(const disks::LegEnd& now, DiskIndex j) {
  return std::binary_search(now.active.begin(), now.active.end(), j);
}

/// The next lifting after `clock` and before `end`. Two active disks never lift to each other: they
/// have the same velocity.
std::optional<Lifting> next_lifting(const disks::LegEnd& now, const disks::ConstraintGraph& graph,
                                    Ticks clock, Ticks end) {
  std::optional<Lifting> next;
  for (const DiskIndex i : now.active)
    for (const Arrow& arrow : graph.from(i)) {
      if (is_active(now, arrow.to)) continue;
      const Ticks flight = disks::ahead(now.x[i], now.x[arrow.to]) - arrow.separation;
      const Lifting lifting{clock + flight, i, arrow.to};
      if (lifting.time < end && (!next || lifting < *next)) next = lifting;
    }
  return next;
}

void advance(disks::LegEnd& now, Ticks from, Ticks to) {
  for (const DiskIndex i : now.active) {
    now.x[i] += static_cast<disks::FixedCoordinate>(to - from);
    now.local_time[i] = to;
  }
}

}  // namespace

disks::LegEnd global_time_leg(const disks::Leg& leg, const disks::ConstraintGraph& graph) {
  disks::LegEnd now = disks::begin(leg);
  Ticks clock = 0;
  while (const auto lifting = next_lifting(now, graph, clock, leg.duration)) {
    advance(now, clock, lifting->time);
    clock = lifting->time;
    std::replace(now.active.begin(), now.active.end(), lifting->from, lifting->to);
    std::sort(now.active.begin(), now.active.end());
    now.local_time[lifting->to] = clock;
    now.liftings.push_back(*lifting);
  }
  advance(now, clock, leg.duration);
  std::sort(now.liftings.begin(), now.liftings.end());  // events at one time happened in some order
  return now;
}

}  // namespace touchstone::reference
