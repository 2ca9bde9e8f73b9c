#include "checkers/longrange/integrator_kind.hpp"

#include <algorithm>
#include <string>

#include "checkers/kind.hpp"

namespace touchstone {
namespace {
/// Whether every term of every force is summed, as the paper's programs do. The forces of HMF are
/// few sums over all particles.
const char* forces_of(const longrange::LongrangeScheme& scheme) {
  if (scheme.smallest_tolerance > 0) return "tolerance";
  const bool summed = scheme.sums || scheme.roofline != longrange::Roofline::none;
  return summed || scheme.runs(longrange::Model::hmf) ? "every term" : "other";
}

const bool registered = register_kind<longrange::LongrangeScheme>();
}  // namespace

std::optional<CheckResult> Kind<longrange::LongrangeScheme>::excuse(
    const Conditions& only, const longrange::LongrangeScheme& scheme, const CheckContext&) {
  if (!only.models.empty() &&
      std::none_of(only.models.begin(), only.models.end(),
                   [&](longrange::Model model) { return scheme.runs(model); }))
    return CheckResult{.verdict = Verdict::not_run,
                       .detail = "the scheme runs none of the check's models"};
  return std::nullopt;
}

std::vector<ListedFact> Kind<longrange::LongrangeScheme>::facts(
    const longrange::LongrangeScheme& scheme) {
  std::string models;
  for (const longrange::Model model : scheme.models)
    models += (models.empty() ? "" : ", ") + std::string(name(model));
  std::vector<ListedFact> facts{{"models", models}, {"forces", forces_of(scheme)}};
  if (!scheme.method.empty()) facts.push_back({"method", scheme.method});
  return facts;
}

}  // namespace touchstone
