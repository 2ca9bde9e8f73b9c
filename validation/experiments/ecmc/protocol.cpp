#include "validation/experiments/ecmc/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/near_graph.hpp"
#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::ecmc {
namespace {

using disks::Leg;
using disks::LegEnd;

constexpr int kDraws = 100;

/// Integer drawn uniformly from [0, end).
disks::Ticks below(PhiloxStream& random, disks::Ticks end) {
  return std::min(end - 1, static_cast<disks::Ticks>(random.uniform() * static_cast<double>(end)));
}

LegEnd with_one_clock(const Leg& leg, const disks::ConstraintGraph& graph) {
  const auto run = global_time_oracle().start(leg, graph, {});
  run->advance(leg.duration);
  return run->end();
}

bool is_valid(const Leg& leg, const disks::ConstraintGraph& graph) {
  try {
    disks::require_valid(leg, graph);
    return true;
  } catch (const InputError&) {
    return false;  // two events coincide
  }
}

ProtocolCase draw_case(Leg leg, const disks::ConstraintGraph& graph, PhiloxStream& random) {
  const std::size_t disks = leg.start.size();
  const std::vector<disks::DiskIndex> spread = leg.active;
  const disks::Ticks whole = leg.duration;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto first = random.below(static_cast<std::uint32_t>(disks));
    for (std::size_t m = 0; m < spread.size(); ++m)
      leg.active[m] = static_cast<disks::DiskIndex>((spread[m] + std::size_t{first}) % disks);
    const disks::Ticks breakpoint = below(random, whole);
    Leg before = leg;
    before.duration = breakpoint;
    Leg rest = leg;
    rest.duration = whole - breakpoint;
    if (breakpoint > 0) {
      if (!is_valid(before, graph)) continue;
      const LegEnd there = with_one_clock(before, graph);
      rest.start.x = there.x;
      rest.active = there.active;
    }
    if (is_valid(rest, graph)) return {rest, with_one_clock(rest, graph)};
  }
  throw input_error("validation protocol", "breakpoints",
                    fmt::format("one of {} without coinciding events", kDraws), "none");
}

}  // namespace

std::vector<ProtocolCase> protocol_cases(const disks::FixedConfiguration& start,
                                         const disks::ConstraintGraph& graph,
                                         const ProtocolPlan& plan) {
  const Leg leg{start, disks::spread_active(start.size(), plan.active), plan.duration};
  std::vector<ProtocolCase> cases;
  for (std::size_t c = 0; c < plan.cases; ++c) {
    check_interrupt();
    PhiloxStream random = Philox(plan.seed).stream(Purpose::chain_starts, c, 0);
    cases.push_back(draw_case(leg, graph, random));
  }
  return cases;
}

ProtocolTally& ProtocolTally::operator+=(const ProtocolTally& other) {
  runs += other.runs;
  violated += other.violated;
  wrong += other.wrong;
  differ_after += other.differ_after;
  liftings += other.liftings;
  compared += other.compared;
  if (first_wrong.empty()) first_wrong = other.first_wrong;
  return *this;
}

ProtocolTally compare(const ProtocolCase& one, const LegEnd& end, disks::Ticks violation) {
  ProtocolTally tally{.runs = 1, .liftings = one.reference.liftings.size()};
  const auto& expected = one.reference.liftings;
  const bool violated = violation != disks::kNoViolation;
  tally.violated = violated ? 1 : 0;
  tally.compared = static_cast<std::uint64_t>(
      std::count_if(expected.begin(), expected.end(),
                    [&](const disks::Lifting& l) { return l.time < violation; }));
  const auto wrong = disks::first_difference(expected, end.liftings, violation);
  if (wrong)
    tally.first_wrong = "lifting " + text(*wrong);
  else if (!violated && !(end == one.reference))
    tally.first_wrong = "the state at the end";
  else if (violated && violation < 0)
    tally.first_wrong = fmt::format("a violation at time {}, before the leg", violation);
  tally.wrong = tally.first_wrong.empty() ? 0 : 1;
  if (violated && disks::first_difference(expected, end.liftings, disks::kNoViolation))
    tally.differ_after = 1;
  return tally;
}

ProtocolTally run_protocol(const disks::ChainScheme& scheme, const disks::ConstraintGraph& graph,
                           const std::vector<ProtocolCase>& cases,
                           disks::ChainParameters parameters) {
  ProtocolTally tally;
  for (const ProtocolCase& one : cases) {
    check_interrupt();
    const auto run = scheme.start(one.leg, graph, parameters);
    run->advance(one.leg.duration);
    const bool repaired = parameters.on_violation == disks::OnViolation::repair;
    tally += compare(one, run->end(), repaired ? disks::kNoViolation : run->violation());
    ++parameters.seed;
  }
  return tally;
}

}  // namespace touchstone::validation::ecmc
