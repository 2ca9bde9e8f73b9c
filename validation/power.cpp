#include "validation/power.hpp"

#include <cmath>
#include <limits>

namespace touchstone::validation {

double Aim::of_stages() const {
  return reachable ? effect : std::numeric_limits<double>::infinity();
}

Aim aim_at(ResultRecord& record, double relative, double scale, bool reachable) {
  const Aim aim(relative * std::abs(scale), reachable);
  record.params["resolution"] = aim.effect;
  record.params["scale"] = std::abs(scale);
  return aim;
}

void state_power(ResultRecord& record, const Aim& aim, double smallest_effect) {
  if (std::isfinite(smallest_effect)) record.facts["smallest_effect"] = smallest_effect;
  if (!aim.reachable && record.verdict == Verdict::inconclusive)
    record.verdict = Verdict::not_claimed;
}

}  // namespace touchstone::validation
