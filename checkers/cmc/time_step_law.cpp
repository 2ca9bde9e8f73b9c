#include "checkers/cmc/time_step_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "checkers/cmc/block_law.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::Stars;
using Real = long double;

/// Time in which the mean encounter of the stars first ... end - 1 deflects by theta.
Real deflection_time(const Stars& s, std::size_t first, std::size_t end, const ShellOfStars& shell,
                     const ClusterParameters& p, Real initial) {
  const Real pi = std::numbers::pi_v<Real>, count = static_cast<Real>(end - first);
  Real mass = 0, mass2 = 0, twice_kinetic = 0;
  for (std::size_t i = first; i < end; ++i) {
    const Real m = s.mass[i], u = s.radial_velocity[i], v = s.tangential_velocity[i];
    mass += m;
    mass2 += m * m;
    twice_kinetic += m * (u * u + v * v);
  }
  const Real relative = 4 * std::sqrt(twice_kinetic / (3 * pi * mass));
  // Mean of (m1 + m2)^2: partners of the same mass, or any two.
  const Real pair = p.pair_masses == cluster::PairMasses::alike
                        ? 4 * mass2 / count
                        : 2 * (mass2 * count + mass * mass) / (count * count);
  const Real right_angle =
      pi / 32 * std::pow(relative, 3) * shell.volume() / (kStarsOfAverage * pair * initial);
  return std::pow(2 * Real{p.theta_max} / pi, 2) * right_angle;
}

/// Whole bins that have another star behind the next one; the last rank has the stars left over.
Real binned(const Stars& s, const ClusterParameters& p, Real initial) {
  Real least = std::numeric_limits<Real>::infinity();
  const std::vector<std::size_t> border = borders(s.size(), p.ranks);
  for (std::size_t rank = 0; rank < p.ranks; ++rank)
    for (std::size_t i = border[rank]; i + kStarsOfAverage + 1 < border[rank + 1];
         i += kStarsOfAverage)
      least = std::min(least,
                       deflection_time(s, i, i + kStarsOfAverage,
                                       {s.radius[i], s.radius[i + kStarsOfAverage]}, p, initial));
  return least;
}

/// Ten stars to either side; the innermost and the outermost share one shell of density.
Real sliding(const Stars& s, const ClusterParameters& p, Real initial) {
  constexpr std::size_t kSide = kStarsOfAverage / 2;
  Real least = std::numeric_limits<Real>::infinity();
  for (std::size_t k = 0; k < s.size(); ++k)
    least =
        std::min(least, deflection_time(s, k < kSide ? 0 : k - kSide, std::min(k + kSide, s.size()),
                                        shell_around(s, k), p, initial));
  return least;
}

}  // namespace

long double relaxation_step(const Stars& stars, const ClusterParameters& p, long double initial) {
  return p.timestep == cluster::TimestepScheme::bins ? binned(stars, p, initial)
                                                     : sliding(stars, p, initial);
}

}  // namespace touchstone::cmc
