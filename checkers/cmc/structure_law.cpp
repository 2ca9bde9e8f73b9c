// checkers/cmc/structure_law.cpp
// Purpose   Lagrangian radii and the core of clusters of any masses, a second time.
// Source    S. Casertano, P. Hut, Astrophys. J. 298, 80 (1985); B. Pattabiraman et al., Astrophys.
//           J. Suppl. 204, 15 (2013), equation 19.
// Computes  Sums from the centre in long double, for each radius anew. Where the mass inside is
//           within rounding of the share that is asked for, the cluster is left out.
#include "checkers/cmc/structure_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/draws.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Core;
using cluster::Stars;
using Real = long double;

constexpr Real kRounding = 1e-11L;

/// Stars of equal masses, of two, or of any; in radial order, from close together to far apart.
Stars draw_stars(Draws& draw) {
  const auto count = static_cast<std::size_t>(draw.scale(8, 1500));
  const int masses = draw.whole(1, 3);
  const double heavy = draw.scale(2, 50), width = draw.scale(1.5, 100);
  Stars stars;
  for (std::size_t i = 0; i < count; ++i) {
    stars.radius.push_back(draw.scale(1, width));
    const double one = masses == 1 ? 1 : draw.one_in(3) ? heavy : 1;
    stars.mass.push_back((masses == 3 ? draw.scale(0.1, 10) : one) / static_cast<double>(count));
    stars.radial_velocity.push_back(0);
    stars.tangential_velocity.push_back(1);
    stars.id.push_back(static_cast<std::uint32_t>(i));
  }
  std::sort(stars.radius.begin(), stars.radius.end());
  return stars;
}

Real mass_of_first(const Stars& stars, std::size_t count) {
  Real sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += stars.mass[i];
  return sum;
}

/// The first star with more than the share inside; the number of stars where rounding decides.
std::size_t first_beyond(const Stars& stars, Real share) {
  const Real all = mass_of_first(stars, stars.size());
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const Real more = mass_of_first(stars, i + 1) / all - share;
    if (std::abs(more) < kRounding) return stars.size();
    if (more > 0) return i;
  }
  return stars.size();
}

Real cube(Real x) { return x * x * x; }

/// Mean of r, and of rho, over the stars up to the half-mass star, weighted with rho.
Core core_of(const Stars& stars, std::size_t half) {
  const std::size_t last = std::min(half, stars.size() - 4);
  Real densities = 0, squares = 0, radii = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::size_t inner = std::max<std::size_t>(i, 3) - 3;
    const Real shell = cube(stars.radius[inner + 6]) - cube(stars.radius[inner]);
    const Real density = 5 * stars.mass[i] / (4 * std::numbers::pi_v<Real> / 3 * shell);
    densities += density;
    squares += density * density;
    radii += density * stars.radius[i];
  }
  const Real density = squares / densities, radius = radii / densities;
  const Real mean_mass = mass_of_first(stars, last + 1) / static_cast<Real>(last + 1);
  const Real inside = 4 * std::numbers::pi_v<Real> / 3 * cube(radius) * (0.8L * density);
  return {static_cast<double>(density), static_cast<double>(radius),
          static_cast<double>(inside / mean_mass)};
}

std::vector<Reading> read(const StructureCode& code, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0);
  Draws draw(random);
  const Stars stars = draw_stars(draw);
  std::vector<Reading> readings;
  const auto add = [&](const std::string& what, double found, double expected, double tolerance) {
    readings.push_back({fmt::format("{} stars, {}", stars.size(), what), found, expected,
                        tolerance * std::abs(expected)});
  };
  for (const double share : {0.0, draw.from(0, 0.1), draw.from(0, 1), draw.from(0.9, 1)}) {
    const std::size_t star = first_beyond(stars, share);
    if (star == stars.size()) return {};
    add(fmt::format("radius of {:.3g} of the mass", share), code.lagrangian(stars, share),
        stars.radius[star], 0);
  }
  const std::size_t middle = first_beyond(stars, 0.5L);
  if (middle == stars.size()) return {};
  const std::size_t half = std::min(middle + 1, stars.size() - 1);
  add("half-mass radius", code.half_mass(stars), stars.radius[half], 0);
  const Core found = code.core(stars), expected = core_of(stars, half);
  // A shell of neighbours is a small difference of large cubes.
  constexpr double kCancelled = 1e-8;
  add("density of the core", found.density, expected.density, kCancelled);
  add("radius of the core", found.radius, expected.radius, kCancelled);
  add("stars of the core", found.stars, expected.stars, kCancelled);
  return readings;
}

const bool registered = register_observables("cmc", structure("cmc/structure", {}));

}  // namespace

Observables structure(const std::string& name, const StructureCode& code) {
  return {name, [code](std::uint64_t seed) { return read(code, seed); }};
}

}  // namespace touchstone::cmc
