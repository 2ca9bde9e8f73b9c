#include "models/cmc/shell_potential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "models/cmc/plummer.hpp"

namespace touchstone::cluster {
namespace {

double total(const Stars& stars) {
  return std::accumulate(stars.mass.begin(), stars.mass.end(), 0.0);
}

/// Equation 1 as it stands, from the zero of the potential at kOutermost.
double direct_sum(const Stars& stars, double r) {
  double inside = 0, outside = 0;
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (stars.radius[i] <= r)
      inside += stars.mass[i];
    else
      outside += stars.mass[i] / stars.radius[i];
  return -inside / r - outside + total(stars) / kOutermost;
}

Stars unequal_masses() {
  Stars stars = plummer::sample(300, 5);
  for (std::size_t i = 0; i < stars.size(); ++i) stars.mass[i] *= 1 + static_cast<double>(i % 7);
  return stars;
}

TEST(ShellPotential, TheRecursionIsTheSumOfAllShells) {
  for (const Stars& stars : {plummer::sample(300, 3), unequal_masses()}) {
    const ShellPotential p = shell_potential(stars);
    for (std::size_t i = 0; i < stars.size(); ++i)
      EXPECT_NEAR(p.potential[i + 1], direct_sum(stars, stars.radius[i]),
                  1e-13 * std::abs(p.potential[1]));
    for (double r = 0.001; r < 50; r *= 1.07)
      EXPECT_NEAR(p.at(r), direct_sum(stars, r), 1e-13 * std::abs(p.potential[1])) << r;
    EXPECT_EQ(p.at(1e-6), p.potential[1]);
    EXPECT_EQ(p.potential[0], p.potential[1]);
  }
}

TEST(ShellPotential, BetweenTwoShellsIsEquation6) {
  const ShellPotential p = shell_potential(plummer::sample(50, 2));
  for (std::size_t k = 1; k <= p.shells(); ++k) {
    const double r = 0.3 * p.radius[k] + 0.7 * std::min(p.radius[k + 1], 2 * p.radius[k]);
    const double share = (1 / p.radius[k] - 1 / r) / (1 / p.radius[k] - 1 / p.radius[k + 1]);
    const double expected = p.potential[k] + share * (p.potential[k + 1] - p.potential[k]);
    EXPECT_NEAR(p.at(r), expected, 1e-14);
    EXPECT_EQ(p.interval(r), k);
    EXPECT_EQ(p.interval(p.radius[k]), k);
  }
}

/// Sum over pairs of -m m' / max(r, r'), and each shell's own -m^2 / (2 r).
TEST(ShellPotential, TheEnergyIsThatOfAllPairs) {
  const Stars stars = unequal_masses();
  double pairs = 0.5 * total(stars) * total(stars) / kOutermost;  // the zero of the potential
  double own = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    own -= stars.mass[i] * stars.mass[i] / (2 * stars.radius[i]);
    for (std::size_t j = 0; j < i; ++j) pairs -= stars.mass[i] * stars.mass[j] / stars.radius[i];
  }
  const double all = potential_energy(stars, shell_potential(stars));
  EXPECT_NEAR(all, pairs + own, 1e-13 * std::abs(all));
  EXPECT_NEAR(own_shell_energy(stars), own, 1e-13 * std::abs(own));
}

}  // namespace
}  // namespace touchstone::cluster
