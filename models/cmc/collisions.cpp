#include "models/cmc/collisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/cmc/centre.hpp"
#include "models/cmc/start_word.hpp"
#include "models/cmc/timesteps.hpp"
#include "models/cmc/vectors.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

Vector3 relative_velocity(const SinglePair& pair) {
  return plus(pair.velocity[1], -1, pair.velocity[0]);
}

void expect(bool right, const char* what, const char* expected, double found) {
  if (!right) throw input_error("collisions", what, expected, fmt::format("{}", found));
}

}  // namespace

std::shared_ptr<const Collisions> collisions_of(const std::string& words) {
  const StartWord word = start_word("--collisions", kCollisionsText, words);
  if (word.name == "none" && word.numbers.empty()) return nullptr;
  if (word.name != "spheres" || word.numbers.empty() || word.numbers.size() > 2)
    throw input_error("--collisions", "value", kCollisionsText, "'" + words + "'");
  Collisions how{.radius = word.numbers[0]};
  if (word.numbers.size() == 2) how.exponent = word.numbers[1];
  require_valid(how);
  return std::make_shared<const Collisions>(how);
}

void require_valid(const Collisions& how) {
  expect(how.radius > 0 && how.radius <= 1, "radius of a star, in virial radii",
         "above 0, at most 1", how.radius);
  expect(how.exponent >= 0 && how.exponent <= 3, "power of the mass that radii grow with",
         "in [0, 3]", how.exponent);
  expect(how.part_of_time > 0 && how.part_of_time <= 1,
         "longest step as a part of the time of equation 8", "above 0, at most 1",
         how.part_of_time);
}

double radius_of_star(double mass, const Collisions& how, double initial_stars) {
  return how.radius * std::pow(mass * initial_stars, how.exponent);
}

double collisions_of_pair(const SinglePair& pair, const Collisions& how, double initial_stars,
                          double time) {
  const Vector3 w = relative_velocity(pair);
  const double speed = std::sqrt(dot(w, w));
  if (!(speed > 0)) return 0;
  const double touching = radius_of_star(pair.mass[0], how, initial_stars) +
                          radius_of_star(pair.mass[1], how, initial_stars);
  return meetings_within(touching, pair.mass[0] + pair.mass[1], speed, pair.density, time);
}

Merged merged(const SinglePair& pair) {
  const double mass = pair.mass[0] + pair.mass[1], share = pair.mass[1] / mass;
  const Vector3 w = relative_velocity(pair);
  return {.mass = mass,
          .velocity = plus(pair.velocity[0], share, w),
          .lost = 0.5 * pair.mass[0] * share * dot(w, w),
          .outer = pair.mass[1] > pair.mass[0]};
}

double radius_of_merged(const SinglePair& pair, double inner, double outer) {
  const double share = pair.mass[1] / (pair.mass[0] + pair.mass[1]);
  return std::min(outer, inner + share * (outer - inner));
}

double step_of_collisions(const Stars& stars, const std::vector<Binary>& binaries,
                          const Collisions& how, double initial_stars) {
  const Centre centre = centre_of(stars);
  double radius2 = 0, mass_radius = 0;
  std::size_t single = 0;
  for (std::size_t i = 0; i < centre.stars; ++i) {
    if (binary_of(binaries, stars.id[i]) != nullptr) continue;
    const double radius = radius_of_star(stars.mass[i], how, initial_stars);
    radius2 += radius * radius;
    mass_radius += stars.mass[i] * radius;
    ++single;
  }
  if (single == 0) return std::numeric_limits<double>::infinity();
  const auto some = static_cast<double>(single);
  const double time = collision_time({.dispersion = centre.dispersion,
                                      .single_density = some / centre.volume,
                                      .radius2 = radius2 / some,
                                      .mass_radius = mass_radius / some});
  return how.part_of_time * time / dynamical_time(1, initial_stars);
}

}  // namespace touchstone::cluster
