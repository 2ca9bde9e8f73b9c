#include "models/cmc/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

double total_mass(const Stars& stars) {
  double sum = 0;
  for (const double m : stars.mass) sum += m;
  return sum;
}

/// The first star with more than this mass inside, or the last one.
std::size_t star_at(const Stars& stars, double mass) {
  double inside = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    inside += stars.mass[i];
    if (inside > mass) return i;
  }
  return stars.size() - 1;
}

double cube(double x) { return x * x * x; }

constexpr std::size_t kShell = 6;

}  // namespace

double lagrangian_radius(const Stars& stars, double share) {
  if (!(share >= 0 && share < 1))
    throw input_error("Lagrangian radius", "share of the mass", "0 to below 1",
                      fmt::format("{}", share));
  if (stars.size() == 0) throw InputError("Lagrangian radius: there are no stars");
  return stars.radius[star_at(stars, share * total_mass(stars))];
}

std::size_t half_mass_star(const Stars& stars) {
  return std::min(star_at(stars, 0.5 * total_mass(stars)) + 1, stars.size() - 1);
}

double half_mass_radius(const Stars& stars) { return stars.radius[half_mass_star(stars)]; }

Core casertano_hut_core(const Stars& stars) {
  if (stars.size() < kShell + 2)
    throw input_error("core", "number of stars", fmt::format("{} or more", kShell + 2),
                      fmt::format("{}", stars.size()));
  const std::size_t last = std::min(half_mass_star(stars), stars.size() - 1 - kShell / 2);
  double sum = 0, square = 0, moment = 0, mass = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::size_t inner = i < kShell / 2 ? 0 : i - kShell / 2;
    const double volume =
        4 * std::numbers::pi / 3 * (cube(stars.radius[inner + kShell]) - cube(stars.radius[inner]));
    const double density = (kShell - 1) * stars.mass[i] / volume;
    sum += density;
    square += density * density;
    moment += density * stars.radius[i];
    mass += stars.mass[i];
  }
  Core core{.density = square / sum, .radius = moment / sum};
  const double star = mass / static_cast<double>(last + 1);
  core.stars = 4 * std::numbers::pi / 3 * cube(core.radius) * (core.printed_density() / star) / 2;
  return core;
}

double half_mass_relaxation_time(double half_mass_radius) {
  return 0.138 * half_mass_radius * std::sqrt(half_mass_radius);
}

}  // namespace touchstone::cluster
