#include "reference/cmc/timestep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace touchstone::reference {
namespace {

using cluster::Stars;
using std::numbers::pi;

constexpr std::size_t kSide = cluster::kBin / 2;

double cube(double x) { return x * x * x; }

double shell_density(double inner, double outer) {
  return static_cast<double>(2 * kSide) * 3 / (4 * pi * (cube(outer) - cube(inner)));
}

double deflection_factor(double theta_max) {
  return (theta_max / (pi / 2)) * (theta_max / (pi / 2));
}

}  // namespace

double local_density(const cluster::ShellPotential& shells, std::size_t k) {
  const std::size_t n = shells.shells();
  std::size_t inner = k < kSide ? 0 : k - kSide;
  std::size_t outer = k < kSide ? 2 * kSide + 1 : k + kSide;
  if (outer > n) {
    inner = n - 2 * kSide - 1;
    outer = n;
  }
  return shell_density(shells.radius[inner], shells.radius[outer]);
}

double relaxation_time(const Stars& stars, std::size_t first, std::size_t end, double density,
                       double initial_stars, cluster::PairMasses pairs) {
  double mass = 0, mass2 = 0, momentum2 = 0;
  for (std::size_t i = first; i < end; ++i) {
    mass += stars.mass[i];
    mass2 += stars.mass[i] * stars.mass[i];
    momentum2 += stars.mass[i] * stars.speed2(i);
  }
  // <v_rel> of a Maxwell distribution with this three-dimensional dispersion.
  const double relative = 4 * std::sqrt(momentum2 / mass) / std::sqrt(3 * pi);
  const double count = static_cast<double>(end - first), mean = mass / count;
  const double pair_mass2 =
      pairs == cluster::PairMasses::alike ? 4 * mass2 / count : 2 * mass2 / count + 2 * mean * mean;
  return pi / 32 * cube(relative) / (density * pair_mass2 * initial_stars);
}

double binned_timestep(const Stars& stars, std::span<const cluster::Block> blocks,
                       double initial_stars, double theta_max, cluster::PairMasses pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (const cluster::Block& block : blocks)
    for (std::size_t i = block.first; i + 2 * kSide + 1 < block.end; i += 2 * kSide) {
      const double density = shell_density(stars.radius[i], stars.radius[i + 2 * kSide]);
      least =
          std::min(least, relaxation_time(stars, i, i + 2 * kSide, density, initial_stars, pairs));
    }
  return deflection_factor(theta_max) * least;
}

double sliding_timestep(const Stars& stars, const cluster::ShellPotential& shells,
                        double initial_stars, double theta_max, cluster::PairMasses pairs) {
  double least = std::numeric_limits<double>::infinity();
  const std::size_t n = stars.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t first = k < kSide ? 0 : k - kSide;
    const std::size_t end = std::min(k + kSide, n);
    least = std::min(least, relaxation_time(stars, first, end, local_density(shells, k + 1),
                                            initial_stars, pairs));
  }
  return deflection_factor(theta_max) * least;
}

}  // namespace touchstone::reference
