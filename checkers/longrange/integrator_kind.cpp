#include "checkers/longrange/integrator_kind.hpp"

#include <algorithm>

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
const bool registered = register_kind<longrange::LongrangeScheme>();
}

std::optional<CheckResult> Kind<longrange::LongrangeScheme>::excuse(
    const Conditions& only, const longrange::LongrangeScheme& scheme, const CheckContext&) {
  if (!only.models.empty() &&
      std::none_of(only.models.begin(), only.models.end(),
                   [&](longrange::Model model) { return scheme.runs(model); }))
    return CheckResult{.verdict = Verdict::not_run,
                       .detail = "the scheme runs none of the check's models"};
  return std::nullopt;
}

}  // namespace touchstone
