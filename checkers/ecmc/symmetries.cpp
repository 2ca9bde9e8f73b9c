// checkers/ecmc/symmetries.cpp
// Purpose   Checks that need no other scheme: a leg run backwards returns to its start, and neither
//           shifts of all disks nor their numbers matter.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021): the
//           proof of lemma 2 reverses time, which is why straight event chains keep the balance.
#include <utility>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainScheme;
using disks::DiskIndex;
using disks::FixedCoordinate;
using disks::Leg;
using disks::LegEnd;
using disks::Lifting;
using disks::Ticks;

/// Leg run backwards from the end: x to -x, each lifting the other way round.
std::optional<Leg> backwards(const Leg& leg, const LegEnd& end) {
  Leg back = leg;
  back.start.x = end.x;
  back.start = disks::mirrored(back.start);
  back.active = end.active;
  if (!is_valid(back, disks::near_graph(back.start))) return std::nullopt;
  return back;
}

LegEnd start_reached_backwards(const Leg& leg, const LegEnd& end) {
  LegEnd expected;
  for (const FixedCoordinate x : leg.start.x) expected.x.push_back(0u - x);
  expected.active = leg.active;
  std::sort(expected.active.begin(), expected.active.end());
  for (const Lifting& l : end.liftings)
    expected.liftings.push_back({leg.duration - l.time, l.to, l.from});
  std::sort(expected.liftings.begin(), expected.liftings.end());
  return expected;
}

/// A lifting at one breakpoint would be, backwards, at the other one, where it belongs to the next
/// leg; of two at one time the order is not reversed.
bool reversible(const LegEnd& end) {
  for (std::size_t k = 0; k < end.liftings.size(); ++k) {
    if (end.liftings[k].time == 0) return false;
    if (k > 0 && end.liftings[k].time == end.liftings[k - 1].time) return false;
  }
  return true;
}

CheckResult time_reversal(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::size_t k = 0;
  const disks::ChainParameters p{.threads = context.threads, .seed = part_seed(context, 10)};
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    ++k;
    const ChainOutcome there = run_case(scheme, one->leg, one->graph, p);
    if (there.violation != disks::kNoViolation || !reversible(there.end)) continue;
    const auto back = backwards(one->leg, there.end);
    if (!back) {
      findings.run("the end is not a start: disks overlap or coincide", fmt::format("leg {}", k));
      continue;
    }
    const ChainOutcome here = run_case(scheme, *back, disks::near_graph(back->start), p);
    const LegEnd expected = start_reached_backwards(one->leg, there.end);
    std::optional<std::string> wrong;
    const auto lifting = first_difference(expected.liftings, here.end.liftings, here.violation);
    if (lifting)
      wrong = "lifting " + text(*lifting) + " of the way back";
    else if (here.violation == disks::kNoViolation && here.end.x != expected.x)
      wrong = "the way back does not end at the start";
    else if (here.violation == disks::kNoViolation && here.end.active != expected.active)
      wrong = "other disks are active at the start than were";
    findings.run(wrong, fmt::format("leg {}", k));
    findings.compared(liftings_before(expected, here.violation));
  }
  return findings.result();
}

/// The same leg elsewhere, with other numbers.
struct Renamed {
  Leg leg;
  std::vector<DiskIndex> name;  ///< new index of each disk
  FixedCoordinate shift;        ///< along x
};

Renamed renamed(const Leg& leg, PhiloxStream& random) {
  const std::size_t disks = leg.start.size();
  Renamed other{leg, std::vector<DiskIndex>(disks), random.next()};
  for (std::size_t i = 0; i < disks; ++i) other.name[i] = static_cast<DiskIndex>(i);
  for (std::size_t i = disks; i-- > 1;)
    std::swap(other.name[i], other.name[random.below(static_cast<std::uint32_t>(i + 1))]);
  const FixedCoordinate up = random.next();
  for (std::size_t i = 0; i < disks; ++i) {
    other.leg.start.x[other.name[i]] = leg.start.x[i] + other.shift;
    other.leg.start.y[other.name[i]] = leg.start.y[i] + up;
  }
  for (DiskIndex& i : other.leg.active) i = other.name[i];
  return other;
}

LegEnd translated(const LegEnd& end, const Renamed& to) {
  LegEnd expected = end;
  for (std::size_t i = 0; i < end.x.size(); ++i) {
    expected.x[to.name[i]] = end.x[i] + to.shift;
    expected.local_time[to.name[i]] = end.local_time[i];
  }
  for (DiskIndex& i : expected.active) i = to.name[i];
  std::sort(expected.active.begin(), expected.active.end());
  for (Lifting& l : expected.liftings) l = {l.time, to.name[l.from], to.name[l.to]};
  std::sort(expected.liftings.begin(), expected.liftings.end());
  return expected;
}

CheckResult translation(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::size_t k = 0;
  PhiloxStream random = Philox(part_seed(context, 11)).stream(Purpose::test, 0, 0);
  const disks::ChainParameters p{.threads = context.threads, .seed = part_seed(context, 12)};
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    ++k;
    const Renamed other = renamed(one->leg, random);
    const ChainOutcome here = run_case(scheme, one->leg, one->graph, p);
    if (!reversible(here.end)) continue;  // ties go by number
    ChainOutcome there = run_case(scheme, other.leg, disks::near_graph(other.leg.start), p);
    there.violation = std::min(there.violation, here.violation);
    judge_run(findings, translated(here.end, other), there, fmt::format("leg {}", k));
  }
  return findings.result();
}

constexpr Claims kBalance = Claims::detailed_balance | Claims::global_balance;

const bool registered =
    register_check(
        ChainCheck{.name = "ecmc/time reversal",
                   .shows = "a leg run backwards returns to its start, by the same liftings",
                   .needs = kBalance,
                   .run = time_reversal}) &&
    register_check(ChainCheck{.name = "ecmc/translation",
                              .shows = "shifts and new numbers of all disks change nothing else",
                              .needs = kBalance,
                              .run = translation});

}  // namespace
}  // namespace touchstone::ecmc
