#include "checkers/explore/event_chain/global_time.hpp"

namespace touchstone::explore {
namespace {

struct Event {
  std::int32_t flight;
  std::uint8_t from;
  std::uint8_t to;
};

/// All events that come first, of every active sphere with every sphere at rest; none when the
/// breakpoint comes before.
std::vector<Event> first_events(const Geometry& geometry, const LegEnd& now, std::int32_t left) {
  std::vector<Event> first;
  for (std::uint8_t i = 0; i < geometry.spheres(); ++i)
    for (std::uint8_t j = 0; j < geometry.spheres(); ++j) {
      if (!now.active[i] || now.active[j] || geometry.separation(i, j) == Geometry::kNoArrow)
        continue;
      const std::int32_t flight = now.x[j] - now.x[i] - geometry.separation(i, j);
      if (flight >= left || (!first.empty() && flight > first.front().flight)) continue;
      if (!first.empty() && flight < first.front().flight) first.clear();
      first.push_back({flight, i, j});
    }
  return first;
}

void advance(LegEnd& now, std::int32_t& clock, std::int32_t by) {
  clock += by;
  for (std::size_t i = 0; i < now.x.size(); ++i)
    if (now.active[i]) {
      now.x[i] += by;
      now.t[i] = clock;
    }
}

}  // namespace

LegEnd global_time_leg(const Geometry& geometry) {
  LegEnd now;
  for (std::size_t i = 0; i < geometry.spheres(); ++i) now.x.push_back(geometry.start(i));
  now.t.assign(now.x.size(), 0);
  now.active.assign(now.x.size(), false);
  for (std::size_t chain = 0; chain < geometry.chains(); ++chain)
    now.active[geometry.active(chain)] = true;
  std::int32_t clock = 0;
  for (;;) {
    const std::vector<Event> events = first_events(geometry, now, geometry.leg() - clock);
    if (events.empty()) break;
    for (std::size_t k = 1; k < events.size(); ++k)
      for (std::size_t m = 0; m < k; ++m)
        now.ambiguous =
            now.ambiguous || events[k].from == events[m].from || events[k].to == events[m].to;
    const Event& event = events.front();
    advance(now, clock, event.flight);
    now.t[event.to] = clock;
    now.active[event.from] = false;
    now.active[event.to] = true;
    now.liftings.push_back({clock, event.from, event.to});
  }
  advance(now, clock, geometry.leg() - clock);
  return now;
}

}  // namespace touchstone::explore
