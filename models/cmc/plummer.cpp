#include "models/cmc/plummer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/shell_potential.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster::plummer {
namespace {

double cube(double x) { return x * x * x; }

/// Radius in units of the scale length, from the mass fraction inside.
double scaled_radius(double fraction) { return 1 / std::sqrt(std::pow(fraction, -2.0 / 3) - 1); }

std::vector<double> radii(std::size_t stars, Lfsr113& random) {
  const double inside = cube(kTruncation) * std::pow(1 + kTruncation * kTruncation, -1.5);
  std::vector<double> all;
  while (all.size() < stars) {
    while (all.size() < stars) {
      const double x = random.uniform();
      if (x > 0) all.push_back(scaled_radius(x * inside));
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());  // drawn again
  }
  return all;
}

/// Speed in units of the escape speed: density proportional to q^2 (1 - q^2)^(7/2), at most 0.0922.
double speed(Lfsr113& random) {
  while (true) {
    const double q = random.uniform();
    const double y = 0.1 * random.uniform();
    if (y < q * q * std::pow(1 - q * q, 3.5)) return q;
  }
}

}  // namespace

double density(double r) {
  const double x = r / kScale;
  return 3 / (4 * std::numbers::pi * cube(kScale)) * std::pow(1 + x * x, -2.5);
}

double potential(double r) { return -1 / std::sqrt(r * r + kScale * kScale); }

double enclosed_mass(double r) { return cube(r) / std::pow(r * r + kScale * kScale, 1.5); }

double radius_of_mass(double fraction) { return kScale * scaled_radius(fraction); }

double dispersion2(double r) { return -potential(r) / 6; }

double half_mass_radius() { return radius_of_mass(0.5); }

Stars sample(std::size_t stars, std::uint32_t seed) {
  if (stars < 2)
    throw input_error("Plummer's model", "number of stars", "2 or more", fmt::format("{}", stars));
  Lfsr113 random(seed);
  Stars result;
  result.radius = radii(stars, random);
  result.mass.assign(stars, 1 / static_cast<double>(stars));
  for (std::size_t i = 0; i < stars; ++i) {
    const double r = result.radius[i];
    const double v = std::sqrt(2.0) * std::pow(1 + r * r, -0.25) * speed(random);
    const double radial = (1 - 2 * random.uniform()) * v;
    result.radial_velocity.push_back(radial);
    result.tangential_velocity.push_back(std::sqrt(std::max(0.0, v * v - radial * radial)));
    result.id.push_back(static_cast<std::uint32_t>(i));
  }
  scale_to_nbody_units(result);
  return result;
}

void scale_to_nbody_units(Stars& stars) {
  const double length = -2 * potential_energy(stars, shell_potential(stars));
  const double velocity = 1 / std::sqrt(4 * kinetic_energy(stars));
  for (std::size_t i = 0; i < stars.size(); ++i) {
    stars.radius[i] *= length;
    stars.radial_velocity[i] *= velocity;
    stars.tangential_velocity[i] *= velocity;
  }
}

}  // namespace touchstone::cluster::plummer
