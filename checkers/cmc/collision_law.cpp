#include "checkers/cmc/collision_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "checkers/cmc/meeting_law.hpp"

namespace touchstone::cmc {

using Real = long double;

namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

}  // namespace

Real TouchingPair::speed(Real angle) const {
  const Real radial = Real{stars.radial2} - stars.radial1;
  const Real across = Real{stars.tangential1} * stars.tangential1 +
                      Real{stars.tangential2} * stars.tangential2 -
                      2 * Real{stars.tangential1} * stars.tangential2 * std::cos(angle);
  return std::sqrt(radial * radial + across);
}

/// A passage with the impact parameter b has its pericentre where b w = r v, v^2 = w^2 + 2 M / r.
Real TouchingPair::chance(Real angle) const {
  const Real w = speed(angle), v2 = w * w + 2 * mass() / touching;
  const Real b = touching * std::sqrt(v2) / w;
  return std::min(Real{1}, density * kPi * b * b * w * time);
}

Real TouchingPair::chance_up_to(Real angle) const {
  constexpr int kAngles = 64;
  Real sum = 0;
  for (int k = 0; k < kAngles; ++k) sum += chance(angle * (k + Real{0.5}) / kAngles);
  return sum / kAngles * (angle / kPi);
}

bool TouchingPair::focused() const {
  const Real w = speed(kPi / 2);
  return 2 * mass() / touching > w * w;
}

Real star_radius(double mass, const cluster::Collisions& how, Real initial) {
  return how.radius * std::exp(how.exponent * std::log(Real{mass} * initial));
}

Real collision_step(const cluster::Stars& stars, const std::vector<cluster::Binary>& binaries,
                    const cluster::Collisions& how, Real initial) {
  std::set<std::uint32_t> of_binaries;
  for (const cluster::Binary& one : binaries) of_binaries.insert(one.id);
  const std::size_t count = std::min<std::size_t>(300, stars.size());
  Real mass = 0, heat = 0, radii2 = 0, weighed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    mass += stars.mass[i];
    heat += Real{stars.mass[i]} * stars.speed2(i);
    if (of_binaries.count(stars.id[i]) > 0) continue;
    const Real r = star_radius(stars.mass[i], how, initial);
    radii2 += r * r;
    weighed += r * stars.mass[i];
  }
  const Real edge = stars.radius[count - 1], volume = 4 * kPi / 3 * edge * edge * edge;
  const Real sigma = std::sqrt(heat / (3 * mass));
  // A geometric part, and one of gravitational focusing; n <R^2> is a sum over the volume.
  const Real rate = 16 * std::sqrt(kPi) / volume * (sigma * radii2 + weighed / (2 * sigma));
  return how.part_of_time / rate / dynamical(1, initial);
}

}  // namespace touchstone::cmc
