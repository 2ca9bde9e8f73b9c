#include "checkers/cmc/formation_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/cmc/block_law.hpp"

namespace touchstone::cmc {

using Real = long double;

namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;

}  // namespace

std::size_t ThreeNeighbours::lightest() const {
  std::size_t found = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (mass[k] <= mass[found]) found = k;
  return found;
}

std::array<std::size_t, 2> ThreeNeighbours::bound() const {
  const std::size_t light = lightest(), a = light == 0 ? 1 : 0, b = light == 2 ? 1 : 2;
  return mass[b] > mass[a] ? std::array{b, a} : std::array{a, b};
}

Real ThreeNeighbours::of_bound() const {
  const auto [a, b] = bound();
  return Real{mass[a]} + mass[b];
}

/// At the mean distance n^(-1/3) of stars the energy m1 m2 / (2 a) is that of this hardness.
Real ThreeNeighbours::least(double hardness) const {
  const auto [a, b] = bound();
  const Real widest = std::pow(density, Real{-1} / 3);
  return std::max(Real{hardness}, Real{mass[a]} * mass[b] / (2 * widest * unit()));
}

/// Mean speeds of encounters are those of Maxwell's law: sqrt(16 / (3 pi)) times the root of the
/// mean square.
Real ThreeNeighbours::rate(Real hardness) const {
  const Real v = std::sqrt(16 / (3 * kPi) * speed2), near = of_bound() / (hardness * v * v);
  const auto section = [&](Real m) { return kPi * near * (near + 2 * m / (v * v)); };
  const Real near_for = 2 * near / std::sqrt(2 * of_bound() / near);
  return density * section(of_bound()) * v * (density * section(all()) * v * near_for);
}

/// Half of it, which is the public program's number: no law of this check.
Real ThreeNeighbours::chance(double hardness) const {
  return std::min(Real{1}, rate(least(hardness)) / 2 * time);
}

ThreeNeighbours three_at(const cluster::Stars& stars, std::size_t place, std::size_t first,
                         std::size_t end, Real time) {
  const std::size_t middle = place + 1;
  ThreeNeighbours three{.inner = place,
                        .density = kStarsOfAverage / shell_around(stars, middle).volume(),
                        .time = time};
  for (std::size_t k = 0; k < 3; ++k) three.mass[k] = stars.mass[place + k];
  // The twenty stars of the block of which half are from the middle one on, or those at its end.
  std::size_t to = std::max(first + kStarsOfAverage, middle + kStarsOfAverage / 2);
  to = std::min(to, end);
  Real mass = 0, heat = 0;
  for (std::size_t i = to - kStarsOfAverage; i < to; ++i) {
    mass += stars.mass[i];
    heat +=
        Real{stars.mass[i]} * (Real{stars.radial_velocity[i]} * stars.radial_velocity[i] +
                               Real{stars.tangential_velocity[i]} * stars.tangential_velocity[i]);
  }
  three.mean = mass / kStarsOfAverage;
  three.speed2 = heat / mass;
  return three;
}

}  // namespace touchstone::cmc
