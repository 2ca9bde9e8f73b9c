#include "reference/ecmc/straight_chain.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "models/core/errors.hpp"

namespace touchstone::reference {

disks::LegEnd straight_chain(const disks::FixedConfiguration& start, disks::DiskIndex first,
                             disks::Ticks duration) {
  const disks::FixedMetric metric(start.box);
  disks::LegEnd now = disks::begin({start, {first}, duration});
  disks::DiskIndex i = first;
  std::size_t stuck = 0;  // liftings since the clock last moved
  for (disks::Ticks clock = 0; clock < duration;) {
    disks::Ticks flight = duration - clock;
    disks::DiskIndex target = i;
    for (disks::DiskIndex j = 0; j < start.size(); ++j) {
      const disks::Ticks b = metric.separation(start.y[j] - start.y[i]);
      if (j == i || b == disks::kNoPair) continue;
      if (const disks::Ticks free = disks::ahead(now.x[i], now.x[j]) - b; free < flight) {
        flight = free;
        target = j;
      }
    }
    now.x[i] += static_cast<disks::FixedCoordinate>(flight);
    clock += flight;
    now.local_time[i] = clock;
    if (target == i) break;  // the end of the chain
    now.local_time[target] = clock;
    now.liftings.push_back({clock, i, target});
    stuck = flight > 0 ? 0 : stuck + 1;
    if (stuck > start.size())  // it has come round the box to a disk that it had lifted from
      throw input_error("straight chain", "row of disks without room",
                        "gaps in every row around the box", "one in which all disks touch");
    i = target;
  }
  now.active = {i};
  std::sort(now.liftings.begin(), now.liftings.end());
  return now;
}

Solicited solicited(const disks::ConstraintGraph& graph,
                    const std::vector<disks::Lifting>& liftings) {
  Solicited result;
  std::set<std::pair<disks::DiskIndex, disks::DiskIndex>> seen;
  for (const disks::Lifting& lifting : liftings) {
    if (!graph.contains(lifting.from, lifting.to))
      result.forbidden.push_back(lifting);
    else if (seen.emplace(lifting.from, lifting.to).second)
      ++result.arrows;
  }
  return result;
}

}  // namespace touchstone::reference
