#include "models/disks/chains/chain_leg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::disks {
namespace {

constexpr const char* kWhere = "event-chain leg";

void require_distinct(const std::vector<DiskIndex>& active, std::size_t disks) {
  if (active.empty() || active.size() > disks)
    throw input_error(kWhere, "number of active disks", fmt::format("1 to {}, all disks", disks),
                      fmt::format("{}", active.size()));
  std::vector<bool> seen(disks, false);
  for (const DiskIndex i : active) {
    if (i >= disks || seen[i])
      throw input_error(kWhere, "active disks", fmt::format("distinct, 0 to {}", disks - 1),
                        fmt::format("{}{}", i, i < disks ? " twice" : ""));
    seen[i] = true;
  }
}

/// The first event of an active disk, if it may be reached in this leg.
std::optional<Lifting> first_event(const Leg& leg, const ConstraintGraph& graph, DiskIndex i) {
  std::optional<Lifting> first;
  const FixedConfiguration& c = leg.start;
  for (const Arrow& arrow : graph.from(i)) {
    const Ticks flight = ahead(c.x[i], c.x[arrow.to]) - arrow.separation;
    if (flight >= leg.duration || (first && flight > first->time)) continue;
    if (first && flight == first->time)
      throw input_error(kWhere, "exact tie", "a start in general position",
                        fmt::format("disk {} meets disks {} and {} at the same time, {} ticks", i,
                                    first->to, arrow.to, flight));
    first = Lifting{flight, i, arrow.to};
  }
  return first;
}

void require_no_ties(const Leg& leg, const ConstraintGraph& graph) {
  std::vector<Lifting> events;
  for (const DiskIndex i : leg.active)
    if (const auto event = first_event(leg, graph, i)) events.push_back(*event);
  std::sort(events.begin(), events.end(), [](const Lifting& a, const Lifting& b) {
    return std::tie(a.to, a.time) < std::tie(b.to, b.time);
  });
  const auto tie = std::adjacent_find(
      events.begin(), events.end(),
      [](const Lifting& a, const Lifting& b) { return a.to == b.to && a.time == b.time; });
  if (tie != events.end())
    throw input_error(kWhere, "exact tie", "a start in general position",
                      fmt::format("disks {} and {} meet disk {} at the same time, {} ticks",
                                  tie->from, std::next(tie)->from, tie->to, tie->time));
}

/// In a row of disks that touch all around the box a chain comes round without end at one time.
/// The room of a row stays what it is at the start, so that it is enough to look there: disks that
/// touch without a cycle can be struck off one by one, those with none behind them first.
void require_room(const FixedConfiguration& c, const ConstraintGraph& graph) {
  const auto for_each_touched = [&](std::size_t i, auto&& visit) {
    for (const Arrow& arrow : graph.from(i))
      if (ahead(c.x[i], c.x[arrow.to]) == Ticks{arrow.separation}) visit(arrow.to);
  };
  std::vector<std::uint32_t> behind(c.size(), 0);  // disks behind that touch this one
  for (std::size_t i = 0; i < c.size(); ++i) for_each_touched(i, [&](DiskIndex j) { ++behind[j]; });
  std::vector<DiskIndex> struck;
  for (std::size_t i = 0; i < c.size(); ++i)
    if (behind[i] == 0) struck.push_back(static_cast<DiskIndex>(i));
  for (std::size_t k = 0; k < struck.size(); ++k)
    for_each_touched(struck[k], [&](DiskIndex j) {
      if (--behind[j] == 0) struck.push_back(j);
    });
  if (struck.size() == c.size()) return;
  const auto left = std::find_if(behind.begin(), behind.end(), [](auto n) { return n > 0; });
  throw input_error(kWhere, "row of disks without room", "gaps in every row around the box",
                    fmt::format("disk {} in a row, or ahead of one, in which all disks touch",
                                left - behind.begin()));
}

}  // namespace

std::string text(const Lifting& lifting) {
  return fmt::format("({}, {}, {})", lifting.time, lifting.from, lifting.to);
}

LegEnd begin(const Leg& leg) {
  LegEnd now{leg.start.x, std::vector<Ticks>(leg.start.size(), kNeverActive), leg.active, {}};
  std::sort(now.active.begin(), now.active.end());
  for (const DiskIndex i : now.active) now.local_time[i] = 0;
  return now;
}

std::vector<DiskIndex> spread_active(std::size_t disks, std::size_t k) {
  if (k == 0 || k > disks)
    throw input_error(kWhere, "number of active disks", fmt::format("1 to {}, all disks", disks),
                      fmt::format("{}", k));
  std::vector<DiskIndex> active(k);
  for (std::size_t m = 0; m < k; ++m) active[m] = static_cast<DiskIndex>(m * disks / k);
  return active;
}

Ticks mean_free_path(std::size_t disks) {
  if (disks == 0) throw input_error(kWhere, "number of disks", "at least 1", "0");
  return static_cast<Ticks>(std::round(0.0768 * 0x1p32 / std::sqrt(static_cast<double>(disks))));
}

void require_room(const FixedConfiguration& c) {
  for (const FixedConfiguration& phase : {c, transposed(c)}) require_room(phase, near_graph(phase));
}

void require_valid(const Leg& leg, const ConstraintGraph& graph) {
  require_apart(leg.start);
  require_distinct(leg.active, leg.start.size());
  if (leg.duration <= 0)
    throw input_error(kWhere, "duration", "at least 1 tick", fmt::format("{}", leg.duration));
  require_match(graph, leg.start);
  require_room(leg.start, graph);
  require_no_ties(leg, graph);
}

std::optional<Lifting> first_difference(const std::vector<Lifting>& a,
                                        const std::vector<Lifting>& b, Ticks until) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  std::optional<Lifting> first;
  if (in_a != a.end()) first = *in_a;
  if (in_b != b.end() && (!first || *in_b < *first)) first = *in_b;
  return first && first->time < until ? first : std::nullopt;
}

}  // namespace touchstone::disks
