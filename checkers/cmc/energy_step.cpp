#include "checkers/cmc/energy_step.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

namespace touchstone::cmc {

using cluster::Stars;
using Real = long double;

namespace {

Real own_shells(const Stars& s) {
  Real sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i) sum -= Real{s.mass[i]} * s.mass[i] / (2 * s.radius[i]);
  return sum;
}

}  // namespace

StepOfEnergy::StepOfEnergy(const Stars& before, const Stars& after, bool tide) {
  std::map<std::uint32_t, std::size_t> now;
  for (std::size_t i = 0; i < after.size(); ++i) now[after.id[i]] = i;
  Real kept = 1;  // all stars keep the same part of their mass, before they move
  for (std::size_t i = 0; i < before.size(); ++i)
    if (const auto at = now.find(before.id[i]); at != now.end())
      kept = Real{after.mass[at->second]} / before.mass[i];
  own = own_shells(after) - kept * kept * own_shells(before);
  Real inside = 0;  // of the stars that leave
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (now.count(before.id[j]) > 0) continue;
    const Real m = kept * before.mass[j], r = before.radius[j];
    leaving -= (tide ? m / 2 : m + inside) * m / r;
    inside += m;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto at = now.find(before.id[i]);
      if (at == now.end()) continue;
      const Real old = before.radius[i], moved = after.radius[at->second];
      leaving += m * kept * before.mass[i] / 2 * (1 / std::max(moved, r) - 1 / std::max(old, r));
    }
  }
}

}  // namespace touchstone::cmc
