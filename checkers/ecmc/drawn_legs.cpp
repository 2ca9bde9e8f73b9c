// checkers/ecmc/drawn_legs.cpp
// Purpose   Legs drawn at random (boxes, packings, numbers of disks, active disks and threads, in
//           parts or not, violations repaired or not) end as with a single clock.
// Cost      0.01 s for each scheme, and 0.3 s once for the legs and their ends by a single clock.
// Not here  How they are drawn (cases.cpp).
#include <algorithm>

#include "checkers/digest.hpp"
#include "checkers/draws.hpp"
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainParameters;
using disks::ChainScheme;
using disks::OnViolation;
using disks::Ticks;

constexpr std::size_t kLeastLegs = 8;  ///< that a scheme can run

ChainParameters draw_parameters(const ChainScheme& scheme, Draws& draw) {
  ChainParameters p{.threads = draw.whole(1, 4), .seed = draw.random().next()};
  if (scheme.repairs && !draw.one_in(4)) p.on_violation = OnViolation::repair;
  return p;
}

CheckResult drawn_legs(const ChainScheme& scheme, const CheckContext& asked) {
  const CheckContext context = with_enough(asked, [&](const CheckContext& c) {
    const auto& cases = drawn_cases(c);
    const auto can = [&](const ChainCase& one) { return can_run(scheme, one); };
    return std::count_if(cases.begin(), cases.end(), can) >= std::ptrdiff_t{kLeastLegs};
  });
  LegFindings findings;
  Digest digest;
  const auto cases = runnable(scheme, drawn_cases(context));
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const ChainCase& one = *cases[k];
    PhiloxStream random = stream_of_system(context, k);
    Draws draw(random);
    const ChainParameters p = draw_parameters(scheme, draw);
    const std::string where = fmt::format("leg {} of {} disks, {} active, on {} threads", k,
                                          one.leg.start.size(), one.leg.active.size(), p.threads);
    const auto run = scheme.start(one.leg, one.graph, p);
    const auto first = static_cast<Ticks>(draw.from(0, 1) * static_cast<double>(one.leg.duration));
    if (draw.one_in(2) && first > 0) {
      run->advance(first);
      run->advance(one.leg.duration - first);
    } else {
      run->advance(one.leg.duration);
    }
    const Ticks violation =
        p.on_violation == OnViolation::repair ? disks::kNoViolation : run->violation();
    const ChainOutcome end = outcome(one.leg, *run, violation);
    judge_run(findings, one.reference, end, where);
    if (violation == disks::kNoViolation) digest.add(end.end.x);
  }
  if (cases.size() < kLeastLegs)
    findings.run(fmt::format("only {} of them can be run", cases.size()), "drawn legs");
  CheckResult result = findings.result();
  result.params.update({{"digest", digest.text()}, {"systems", cases.size()}});
  return result;
}

const bool registered = register_check(
    ChainCheck{.name = "ecmc/drawn legs",
               .shows = "in boxes of any shape any number of disks and chains, on any number of "
                        "threads, end as with a single clock",
               .needs = Claims::equals_reference,
               .run = drawn_legs});

}  // namespace
}  // namespace touchstone::ecmc
