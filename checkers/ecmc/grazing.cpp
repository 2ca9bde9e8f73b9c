// checkers/ecmc/grazing.cpp
// Purpose   Registers the check of disks that all but pass each other: searches of cells, and
//           screens by quick expressions, have bounds for where a partner can be. One that is too
//           tight by rounding loses a lifting in 1e6, which no comparison of ordinary legs sees.
// Computes  Legs of two disks that graze each other (cases.cpp) must end as with a single clock,
//           which must have lifted in each.
// Cost      A millisecond for each scheme.
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"

namespace touchstone::ecmc {
namespace {

CheckResult grazing(const disks::ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  for (const ChainCase* one : runnable(scheme, grazing_cases(context))) {
    const disks::FixedConfiguration& c = one->leg.start;
    const std::string where = fmt::format("disks at heights {} and {} of a box {:.9f} high", c.y[0],
                                          c.y[1], c.box.height);
    if (one->reference.liftings.empty()) findings.run("the single clock lifts to neither", where);
    judge_run(findings, one->reference, run_case(scheme, one->leg, one->graph, {}), where);
  }
  return findings.result();
}

const bool registered =
    register_check(ChainCheck{.name = "ecmc/grazing",
                              .shows = "disks that all but pass each other meet, also where cells "
                                       "are a diameter high within rounding",
                              .needs = Claims::equals_reference,
                              .run = grazing});

}  // namespace
}  // namespace touchstone::ecmc
