// checkers/ecmc/violations.cpp
// Purpose   Are horizon violations reported where there are some, when they happen, and not where
//           there are none? A scheme that reported one in every leg would pass all comparisons.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           equation 2; chain_leg.hpp: two active disks that meet a third at once are one.
#include <algorithm>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "checkers/ecmc/planted_cases.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainScheme;
using disks::kNoViolation;
using disks::Leg;
using disks::OnViolation;
using disks::Ticks;

std::string where(const char* what, std::uint64_t seed) {
  return fmt::format("{}, schedule {}", what, seed);
}

std::string told(const ChainOutcome& run) {
  return run.violation == kNoViolation ? "nothing" : fmt::format("{}", run.violation);
}

std::optional<std::string> cries_wolf(const ChainOutcome& run) {
  if (run.violation == kNoViolation) return std::nullopt;
  return fmt::format("reports a violation at {}, and there can be none", run.violation);
}

/// One active disk, or one in each row of disks that never meet.
void without_violations(LegFindings& findings, const ChainScheme& scheme,
                        const CheckContext& context) {
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    if (one->leg.active.size() > 1 && scheme.local_times) continue;
    const ChainOutcome run = run_case(scheme, one->leg, one->graph, {.threads = context.threads});
    findings.run(cries_wolf(run), scheme.local_times ? "a single chain" : "one clock for all");
    findings.compared(liftings_before(one->reference, run.violation));
  }
  const ChainCase rows = separate_rows();
  if (rows.leg.active.size() > scheme.most_active) return;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const ChainOutcome run =
        run_case(scheme, rows.leg, rows.graph, {.threads = context.threads, .seed = seed});
    findings.run(cries_wolf(run), where("rows that never meet", seed));
    judge_run(findings, rows.reference, run, where("rows that never meet", seed));
  }
}

/// Two chains reach one disk at once, or a tick apart.
void planted(LegFindings& findings, const ChainScheme& scheme, const CheckContext& context) {
  if (scheme.most_active < 2) return;
  for (const Ticks late : {-1, 0, 1}) {
    const PlantedTie tie = planted_tie(late);
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
      const ChainOutcome run =
          run_case(scheme, tie.one.leg, tie.one.graph, {.threads = context.threads, .seed = seed});
      judge_run(findings, tie.one.reference, run, where("two chains at one disk", seed));
      if (late == 0 && scheme.local_times && !(run.violation <= tie.meeting))
        findings.run(
            fmt::format("two chains meet a disk at {}, reported is {}", tie.meeting, told(run)),
            where("a planted violation", seed));
    }
  }
}

/// Both chains have lifted before they meet: what is reported is no earlier than that, or nothing
/// before it would be compared.
void planted_after_liftings(LegFindings& findings, const ChainScheme& scheme,
                            const CheckContext& context) {
  if (scheme.most_active < 2 || !scheme.local_times) return;
  const auto [tie, lifted] = planted_pair();
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const ChainOutcome run =
        run_case(scheme, tie.one.leg, tie.one.graph, {.threads = context.threads, .seed = seed});
    judge_run(findings, tie.one.reference, run, where("two chains that have lifted", seed));
    if (run.violation < lifted || run.violation > tie.meeting)
      findings.run(fmt::format("two chains lift from {} on and meet at {}, reported is {}", lifted,
                               tie.meeting, told(run)),
                   where("a planted violation after liftings", seed));
  }
}

/// Two violations in one leg, which different threads may see: the earlier one is reported.
void planted_twice(LegFindings& findings, const ChainScheme& scheme) {
  constexpr std::uint64_t kRuns = 20;  // on two to four threads, of which one may come too late
  if (scheme.most_active < 100 || !scheme.local_times) return;
  const PlantedTie orders[] = {planted_ties(-3), planted_ties(3)};
  for (const PlantedTie& ties : orders) {
    for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
      const ChainOutcome run = run_case(scheme, ties.one.leg, ties.one.graph,
                                        {.threads = 2 + static_cast<int>(seed % 3), .seed = seed});
      judge_run(findings, ties.one.reference, run, where("two pairs of chains", seed));
      if (!(run.violation <= ties.meeting))
        findings.run(fmt::format("two chains meet a disk at {}, two others later, reported is {}",
                                 ties.meeting, told(run)),
                     where("two planted violations", seed));
    }
  }
}

/// One of two chains comes to the meeting a tick late, when the other has a tick to go. Whoever
/// counts local times a tick too high, or compares them with <=, reports a violation, if the late
/// chain is moved last. Moved by half a box, chains are in another order.
void near_miss(LegFindings& findings, const ChainScheme& scheme, const CheckContext& context) {
  if (scheme.most_active < 2) return;
  constexpr disks::FixedCoordinate kHalf = 0x80000000u;
  for (std::uint32_t number = 0; number < 8; ++number) {
    const Ticks late = number % 2 == 0 ? 1 : -1;
    const PlantedTie tie = planted_tie(late);
    Leg leg = tie.one.leg;
    leg.duration = std::max(tie.meeting, tie.meeting + late);
    for (auto& x : leg.start.x) x += number / 2 % 2 * kHalf;
    for (auto& y : leg.start.y) y += number / 4 * kHalf;
    const disks::ConstraintGraph graph = disks::near_graph(leg.start);
    const disks::LegEnd expected = reference_end(leg, graph);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const ChainOutcome run =
          run_case(scheme, leg, graph, {.threads = context.threads, .seed = seed});
      findings.run(cries_wolf(run), where("a chain that comes a tick late", seed));
      judge_run(findings, expected, run, where("a chain that comes a tick late", seed));
    }
  }
}

std::optional<std::string> outside(const ChainOutcome& run, Ticks duration) {
  if (run.violation == kNoViolation || (run.violation >= 0 && run.violation <= duration))
    return std::nullopt;
  return fmt::format("a violation at {}, outside the leg of {}", run.violation, duration);
}

/// Checks OnViolation::abort: the disk that found the violation stays where it is, so the disks do
/// not move as far as the chains would have.
void aborted(LegFindings& findings, const ChainScheme& scheme, const CheckContext& context) {
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    const ChainOutcome run = run_case(scheme, one->leg, one->graph,
                                      {.threads = context.threads,
                                       .seed = part_seed(context, 13),
                                       .on_violation = OnViolation::abort});
    findings.run(outside(run, one->leg.duration), "an aborted leg");
    if (run.violation == kNoViolation) {
      judge_run(findings, one->reference, run, "a leg that nothing aborts");
      continue;
    }
    const disks::FixedCoordinate all_the_way =
        static_cast<disks::FixedCoordinate>(one->leg.active.size()) *
        static_cast<disks::FixedCoordinate>(one->leg.duration);
    const bool all_there = total_displacement(one->leg, run.end) == all_the_way;
    findings.run(all_there ? std::optional<std::string>("reaches the breakpoint all the same")
                           : std::nullopt,
                 "an aborted leg");
  }
}

CheckResult honesty(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  without_violations(findings, scheme, context);
  planted(findings, scheme, context);
  planted_after_liftings(findings, scheme, context);
  planted_twice(findings, scheme);
  near_miss(findings, scheme, context);
  aborted(findings, scheme, context);
  return findings.result();
}

/// Half a mean free path of few disks: most such legs have no violation, whatever the schedule.
CheckResult short_legs(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::uint64_t legs = 0;
  std::uint64_t reported = 0;
  for (const ChainCase* one : runnable(scheme, short_cases(context))) {
    const ChainOutcome run = run_case(scheme, one->leg, one->graph, {.threads = context.threads});
    judge_run(findings, one->reference, run, fmt::format("short leg {}", legs));
    ++legs;
    reported += run.violation != kNoViolation ? 1 : 0;
  }
  if (4 * reported > legs)
    findings.run(fmt::format("{} of {} short legs with a violation", reported, legs),
                 "all of them");
  CheckResult result = findings.result();
  result.params["short_legs"] = legs;
  result.params["with_violation"] = reported;
  return result;
}

const bool registered =
    register_check(ChainCheck{.name = "ecmc/violation honesty",
                              .shows = "horizon violations are reported where they are and nowhere "
                                       "else, and stop a run when they shall",
                              .needs = Claims::equals_reference,
                              .run = honesty}) &&
    register_check(ChainCheck{.name = "ecmc/short legs",
                              .shows = "few short legs are given up for a violation",
                              .needs = Claims::equals_reference,
                              .run = short_legs});

}  // namespace
}  // namespace touchstone::ecmc
