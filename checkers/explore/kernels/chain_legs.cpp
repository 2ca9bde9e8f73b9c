#include "checkers/explore/kernels/chain_legs.hpp"

#include <algorithm>

#include "checkers/explore/event_chain/suites.hpp"

namespace touchstone::explore {
namespace {

struct Event {
  std::uint32_t flight;
  DiskIndex from;
  DiskIndex to;
};

/// The first events among disks that are active and such that are not; none before `left` is over.
std::vector<Event> first_events(const ChainLeg& leg, const std::vector<DiskEnd>& now,
                                std::uint32_t left) {
  std::vector<Event> first;
  for (DiskIndex i = 0; i < now.size(); ++i)
    for (const ChainArrow& arrow : leg.arrows[i]) {
      if (!now[i].active || now[arrow.to].active) continue;
      const std::uint32_t flight = now[arrow.to].x - now[i].x - arrow.separation;
      if (flight >= left || (!first.empty() && flight > first.front().flight)) continue;
      if (!first.empty() && flight < first.front().flight) first.clear();
      first.push_back({flight, i, arrow.to});
    }
  return first;
}

bool share_a_disk(const std::vector<Event>& events) {
  for (std::size_t k = 1; k < events.size(); ++k)
    for (std::size_t m = 0; m < k; ++m)
      if (events[k].from == events[m].from || events[k].to == events[m].to) return true;
  return false;
}

void advance(std::vector<DiskEnd>& now, std::uint32_t clock, std::uint32_t by) {
  for (DiskEnd& disk : now) {
    if (!disk.active) continue;
    disk.x += by;
    disk.time_plus_1 = clock + 1;
  }
}

ChainLeg named(std::string name, ChainLeg leg) {
  leg.name = std::move(name);
  return leg;
}

ChainLeg remembering(ChainLeg leg) {
  leg.name += ", goes on after violations";
  leg.limits.abort = false;
  return leg;
}

/// The second chain moves a disk that the first one looks at, and cannot reach. Nobody waits, so
/// that execution graphs are finite.
Configuration pair() { return {"pair", {{0, 0}, {1900, 7000}, {6600, 3000}}, 5000, 2500, {0, 1}}; }

/// If the last chain goes first, the one before it meets a disk that has finished, too early, and
/// the first one meets that.
Configuration row() {
  return {"row", {{4950, 0}, {10000, 0}, {14100, 3000}, {10600, 7000}}, 5000, 3000, {0, 1, 3}};
}

}  // namespace

Configuration give_back() {
  return {"W5", {{1808, 10000}, {6831, 7000}, {1143, 3000}, {12161, 3000}}, 5000, 3196, {2, 1, 0}};
}

Configuration seen_by_the_last_owner() {
  return {"W6",
          {{7702, 3000}, {177, 3000}, {3577, 7000}, {12698, 7000}, {12456, 0}},
          5000,
          8791,
          {2, 1, 0}};
}

std::vector<ChainLeg> standard_legs() {
  std::vector<ChainLeg> legs = {leg_of(pair()), leg_of(sequential_c4()), leg_of(sequential_c5())};
  for (const Configuration& witness : witnesses()) legs.push_back(leg_of(witness));
  legs.push_back(remembering(leg_of(sequential_c4())));
  legs.push_back(remembering(leg_of(row(), {0, 1, 1})));
  // C4 is 220 units long: the border of the box is in its middle.
  const auto shift = static_cast<FixedCoordinate>(-110 * Geometry(sequential_c4()).units());
  legs.push_back(named("C4 across the border", leg_of(sequential_c4(), {}, shift)));
  legs.push_back(ring_leg("ring", {300, 500, 700}, {{0}, {1}}, 2000));
  return legs;
}

ChainLeg leg_of(const Configuration& configuration, std::vector<std::size_t> threads,
                FixedCoordinate shift) {
  const Geometry geometry(configuration);
  ChainLeg leg;
  leg.name = configuration.name;
  leg.limits = {static_cast<std::uint32_t>(geometry.leg()), true};
  leg.arrows.resize(geometry.spheres());
  for (std::size_t i = 0; i < geometry.spheres(); ++i) {
    leg.x.push_back(static_cast<FixedCoordinate>(geometry.start(i)) + shift);
    for (std::size_t j = 0; j < geometry.spheres(); ++j)
      if (const std::int32_t b = geometry.separation(i, j); b != Geometry::kNoArrow)
        leg.arrows[i].push_back({static_cast<DiskIndex>(j), static_cast<FixedCoordinate>(b)});
  }
  for (std::size_t chain = 0; chain < geometry.chains(); ++chain) {
    const std::size_t thread = threads.empty() ? chain : threads.at(chain);
    leg.of_threads.resize(std::max(leg.of_threads.size(), thread + 1));
    leg.of_threads[thread].push_back(geometry.active(chain));
  }
  return leg;
}

ChainLeg ring_leg(std::string name, const std::vector<FixedCoordinate>& gaps,
                  std::vector<std::vector<DiskIndex>> of_threads, std::uint32_t end) {
  const auto n = static_cast<DiskIndex>(gaps.size());
  FixedCoordinate free = 0;
  for (const FixedCoordinate gap : gaps) free += gap;
  const FixedCoordinate separation =
      static_cast<FixedCoordinate>((disks::kTicksPerSide - free) / n);
  ChainLeg leg{std::move(name), {}, {}, std::move(of_threads), {end, true}};
  FixedCoordinate x = 0;
  for (DiskIndex i = 0; i < n; ++i) {
    leg.x.push_back(x);
    x += gaps[i] + separation;
    // the last distance takes what the division has left over
    const FixedCoordinate left_over = i + 1 == n ? FixedCoordinate{0} - x : 0;
    leg.arrows.push_back({{(i + 1) % n, separation + left_over}});
  }
  return leg;
}

std::optional<std::vector<DiskEnd>> global_clock_end(const ChainLeg& leg) {
  std::vector<DiskEnd> now;
  for (const FixedCoordinate x : leg.x) now.push_back({x, 0, false});
  for (const auto& chains : leg.of_threads)
    for (const DiskIndex i : chains) now[i] = {now[i].x, 1, true};
  std::uint32_t clock = 0;
  for (;;) {
    const std::vector<Event> events = first_events(leg, now, leg.limits.end - clock);
    if (events.empty()) break;
    if (share_a_disk(events)) return std::nullopt;
    clock += events.front().flight;
    advance(now, clock, events.front().flight);
    now[events.front().from].active = false;
    now[events.front().to].active = true;
    now[events.front().to].time_plus_1 = clock + 1;
  }
  advance(now, leg.limits.end, leg.limits.end - clock);
  return now;
}

std::string compared(const ChainLeg& leg, const std::vector<DiskEnd>& expected,
                     const std::vector<DiskEnd>& found, bool violated) {
  std::size_t active = 0;
  std::size_t chains = 0;
  for (const auto& of_thread : leg.of_threads) chains += of_thread.size();
  for (DiskIndex i = 0; i < found.size(); ++i) {
    active += found[i].active;
    for (const ChainArrow& arrow : leg.arrows[i])
      if (found[arrow.to].x - found[i].x - arrow.separation >= FixedCoordinate{1} << 31)
        return "disk " + std::to_string(i) + " overlaps " + std::to_string(arrow.to);
  }
  if (active != chains)
    return std::to_string(active) + " disks are active, not " + std::to_string(chains);
  if (violated) return {};
  for (DiskIndex i = 0; i < found.size(); ++i) {
    const std::string disk = " of disk " + std::to_string(i) + " is wrong";
    if (found[i].x != expected[i].x) return "the position" + disk;
    if (found[i].time_plus_1 != expected[i].time_plus_1) return "the local time" + disk;
    if (found[i].active != expected[i].active) return "the activity" + disk;
  }
  return {};
}

}  // namespace touchstone::explore
