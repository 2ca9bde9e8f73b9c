// checkers/external/less_effort.hpp
// Purpose   Verdicts of checks on programs of users to which a part of the effort was given, since
//           a start costs much: what fails has failed, but a pass shows less than the check says.
// Not here  How much effort fits into a budget (budget.hpp).
#pragma once
#include <fmt/format.h>

#include <cmath>

#include "checkers/check.hpp"

namespace touchstone::external {

/// The result, where all of the effort was made; a pass with a part of it is inconclusive and says
/// which effect was looked for. Errors fall as the root of the effort.
inline CheckResult of_part(CheckResult result, double part) {
  if (part >= 1 || result.verdict != Verdict::pass) return result;
  result.verdict = Verdict::inconclusive;
  result.detail += fmt::format(
      "; {:.2g} of the effort, which sees effects of {:.2g}, where all of it sees {:.2g}", part,
      result.smallest_effect, result.smallest_effect * std::sqrt(part));
  return result;
}

}  // namespace touchstone::external
