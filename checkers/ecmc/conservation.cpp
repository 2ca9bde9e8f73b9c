// checkers/ecmc/conservation.cpp
// Purpose   Invariants of every run, with violations too: disks stay apart, the number of active
//           disks is constant; without violations the disks moved in total as far as the chains.
#include <utility>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "models/core/errors.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainScheme;
using disks::FixedCoordinate;
using disks::LegEnd;
using disks::Ticks;

std::optional<std::string> overlap(const disks::Leg& leg, const LegEnd& end) {
  disks::FixedConfiguration c = leg.start;
  c.x = end.x;
  try {
    disks::require_apart(c);
    return std::nullopt;
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Active disks: as many as at the start, ascending, no repeats, at the breakpoint unless there was
/// a violation.
std::optional<std::string> wrong_active(const disks::Leg& leg, const ChainOutcome& run) {
  const auto& active = run.end.active;
  if (active.size() != leg.active.size())
    return fmt::format("{} active disks at the end, {} at the start", active.size(),
                       leg.active.size());
  for (std::size_t m = 0; m < active.size(); ++m) {
    if (active[m] >= leg.start.size() || (m > 0 && active[m] <= active[m - 1]))
      return std::string("active disks that repeat, or are not in order");
    const Ticks time = run.end.local_time[active[m]];
    if (time > leg.duration || (run.violation == disks::kNoViolation && time != leg.duration))
      return fmt::format("active disk {} stops at time {} of {}", active[m], time, leg.duration);
  }
  return std::nullopt;
}

/// Compares the sum of displacements with k T, modulo the box length: exact without violations.
std::optional<std::string> wrong_total(const disks::Leg& leg, const ChainOutcome& run) {
  if (run.violation != disks::kNoViolation) return std::nullopt;
  const FixedCoordinate moved = total_displacement(leg, run.end);
  const FixedCoordinate chains =
      static_cast<FixedCoordinate>(leg.active.size()) * static_cast<FixedCoordinate>(leg.duration);
  if (moved == chains) return std::nullopt;
  return fmt::format("disks moved by {} ticks in all, chains by {} (modulo a turn)", moved, chains);
}

std::optional<std::string> wrong_state(const ChainCase& one, const ChainOutcome& run) {
  const std::size_t disks = one.leg.start.size();
  if (run.end.x.size() != disks || run.end.local_time.size() != disks)
    return fmt::format("{} disks at the end, {} at the start", run.end.x.size(), disks);
  if (const auto wrong = overlap(one.leg, run.end)) return wrong;
  if (const auto wrong = wrong_active(one.leg, run)) return wrong;
  return wrong_total(one.leg, run);
}

CheckResult conserves_and_legal(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::size_t k = 0;
  for (const auto* cases : {&random_cases(context), &tied_cases(context)})
    for (const ChainCase* one : runnable(scheme, *cases)) {
      const ChainOutcome run =
          run_case(scheme, one->leg, one->graph,
                   {.threads = context.threads, .seed = part_seed(context, 8)});
      findings.run(wrong_state(*one, run), fmt::format("leg {}", k++));
      findings.compared(run.end.liftings.size());
    }
  return findings.result();
}

/// liftings() is the length of the list, with and without the list. Without violations the numbers
/// of two runs are the same.
CheckResult counted_liftings(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::size_t k = 0;
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    disks::ChainParameters p{.threads = context.threads, .seed = part_seed(context, 9)};
    const ChainOutcome listed = run_case(scheme, one->leg, one->graph, p);
    p.record = false;
    const ChainOutcome counted = run_case(scheme, one->leg, one->graph, p);
    std::optional<std::string> wrong;
    const bool clean =
        listed.violation == disks::kNoViolation && counted.violation == disks::kNoViolation;
    if (listed.liftings != listed.end.liftings.size())
      wrong =
          fmt::format("counts {} liftings, lists {}", listed.liftings, listed.end.liftings.size());
    else if (!counted.end.liftings.empty())
      wrong = fmt::format("lists {} liftings that nobody wants", counted.end.liftings.size());
    else if (clean && counted.liftings != listed.liftings)
      wrong = fmt::format("counts {} liftings, {} when they are listed", counted.liftings,
                          listed.liftings);
    else if (clean && counted.end.x != listed.end.x)
      wrong = std::string("ends elsewhere when liftings are not listed");
    findings.run(wrong, fmt::format("leg {}", k++));
    findings.compared(clean ? listed.end.liftings.size() : 0);
  }
  return findings.result();
}

const bool registered =
    register_check(ChainCheck{.name = "ecmc/conserves and legal",
                              .shows =
                                  "disks stay apart exactly, no active disk is lost, and the disks "
                                  "move as far as the chains unless a violation stops one",
                              .needs = Claims::conserves_particles,
                              .run = conserves_and_legal}) &&
    register_check(ChainCheck{.name = "ecmc/counted liftings",
                              .shows = "liftings are counted right, listed or not",
                              .needs = Claims::equals_reference,
                              .run = counted_liftings});

}  // namespace
}  // namespace touchstone::ecmc
