#include "checkers/cmc/meeting_law.hpp"

#include <cmath>
#include <map>
#include <numbers>

#include "checkers/cmc/block_law.hpp"

namespace touchstone::cmc {

using cluster::Binary;
using cluster::Stars;
using scattering::Space;
using Real = long double;

namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

}  // namespace

std::size_t PairBefore::wide() const {
  const auto axis = [&](std::size_t k) { return binary[k] ? binary[k]->semimajor_axis : 0; };
  return axis(0) >= axis(1) ? 0 : 1;
}

Real PairBefore::binding() const {
  Real sum = 0;
  for (const auto& one : binary)
    if (one) sum += cmc::binding(*one);
  return sum;
}

std::vector<PairBefore> pairs_with_binaries(const Stars& stars, const std::vector<Binary>& binaries,
                                            std::size_t ranks) {
  std::map<std::uint32_t, Binary> known;
  for (const Binary& one : binaries) known[one.id] = one;
  std::vector<PairBefore> all;
  const std::vector<std::size_t> border = borders(stars.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    for (std::size_t i = border[rank]; i + 1 < border[rank + 1]; i += 2) {
      PairBefore pair{.inner = i,
                      .binary = {},
                      .mass = {stars.mass[i], stars.mass[i + 1]},
                      .density = kStarsOfAverage / shell_around(stars, i).volume()};
      for (std::size_t k = 0; k < 2; ++k)
        if (const auto found = known.find(stars.id[i + k]); found != known.end())
          pair.binary[k] = found->second;
      if (pair.binary[0] || pair.binary[1]) all.push_back(pair);
    }
  return all;
}

std::array<Space, 2> velocities(const PairBefore& pair, const Stars& stars, double angle) {
  const std::size_t i = pair.inner;
  return {Space{stars.tangential_velocity[i], 0, stars.radial_velocity[i]},
          Space{stars.tangential_velocity[i + 1] * std::cos(angle),
                stars.tangential_velocity[i + 1] * std::sin(angle), stars.radial_velocity[i + 1]}};
}

Real impact2(const PairBefore& pair, Real closeness, Real speed) {
  Real r = 0;
  for (const auto& one : pair.binary) r += one ? closeness * one->semimajor_axis : 0;
  return r * r * (1 + 2 * (Real{pair.mass[0]} + pair.mass[1]) / (r * speed * speed));
}

Real chance_at(const PairBefore& pair, const StepOfPair& step, Real speed) {
  return std::min(Real{1},
                  pair.density * kPi * impact2(pair, step.closeness, speed) * speed * step.time);
}

Real chance_of_pair(const PairBefore& pair, const StepOfPair& step) {
  constexpr int kAngles = 64;
  Real sum = 0;
  for (int k = 0; k < kAngles; ++k) {
    const auto v = velocities(pair, step.stars, std::numbers::pi * (k + 0.5) / kAngles);
    sum += chance_at(pair, step, scattering::length(scattering::plus(v[1], -1, v[0]))) / kAngles;
  }
  return sum;
}

Real binding(const Binary& b) { return Real{b.mass[0]} * b.mass[1] / (2 * b.semimajor_axis); }

Real internal(const std::vector<Binary>& binaries) {
  Real sum = 0;
  for (const Binary& one : binaries) sum -= binding(one);
  return sum;
}

Real dynamical(Real time, Real initial) { return time * initial / std::log(initial / 10); }

Real binary_step(const Stars& stars, const std::vector<Binary>& binaries,
                 const cluster::BinaryPopulation& how, Real initial) {
  const std::size_t count = std::min<std::size_t>(300, stars.size());
  std::map<std::uint32_t, Real> axis;
  for (const Binary& one : binaries) axis[one.id] = one.semimajor_axis;
  Real mass = 0, heat = 0, sum = 0, sum2 = 0, weighed = 0, some = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mass += stars.mass[i];
    heat += Real{stars.mass[i]} * stars.speed2(i);
    if (axis.count(stars.id[i]) == 0) continue;
    const Real a = axis[stars.id[i]];
    sum += a;
    sum2 += a * a;
    weighed += a * stars.mass[i];
    some += 1;
  }
  if (some == 0) return HUGE_VALL;
  const Real all = static_cast<Real>(count), x = how.closeness;
  const Real r = stars.radius[count - 1], volume = 4 * kPi / 3 * r * r * r;
  const Real sigma = std::sqrt(heat / (3 * mass));
  // A geometric part each, and one of gravitational focusing.
  const Real singles = 4 * std::sqrt(kPi) * (all - some) / volume *
                       (sigma * x * x * sum2 / some + x * (mass / all) * (sum / some) / sigma);
  const Real pairs =
      16 * std::sqrt(kPi) / volume * (sigma * x * x * sum2 + x * weighed / (2 * sigma));
  return how.part_of_time / std::max(singles, pairs) / dynamical(1, initial);
}

}  // namespace touchstone::cmc
