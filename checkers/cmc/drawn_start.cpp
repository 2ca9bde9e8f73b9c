#include "checkers/cmc/drawn_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "checkers/cmc/in_double.hpp"

namespace touchstone::starts {
namespace {

using cluster::Stars;

/// Twice the kinetic energy, and the potential energy with the halves of each shell's own.
double twice_kinetic(const Stars& s) {
  double sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i) sum += s.mass[i] * s.speed2(i);
  return sum;
}
double potential(const Stars& s) {
  double sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; j < s.size(); ++j)
      sum -= s.mass[i] * s.mass[j] / std::max(s.radius[i], s.radius[j]) / 2;
  return sum;
}

std::string wrong_with(const Stars& s, bool equal) {
  if (s.size() != kStars || s.mass.size() != kStars || s.radial_velocity.size() != kStars ||
      s.tangential_velocity.size() != kStars || s.id.size() != kStars)
    return fmt::format("{} stars of {}", s.size(), kStars);
  double mass = 0;
  for (std::size_t i = 0; i < kStars; ++i) {
    if (equal && s.mass[i] != 1 / static_cast<double>(kStars)) return "a mass that is not 1 / N";
    if (!(s.mass[i] > 0)) return "a mass that is not above 0";
    if (i > 0 && !(s.radius[i] > s.radius[i - 1])) return "radii that do not ascend";
    if (!(s.tangential_velocity[i] >= 0)) return "a tangential velocity below 0";
    if (s.id[i] != i) return "numbers of stars that are not in order";
    mass += s.mass[i];
  }
  if (!(std::abs(mass - 1) < 1e-12)) return "masses do not sum to 1";
  if (!(std::abs(twice_kinetic(s) - 0.5) < 1e-12)) return "kinetic energy is not 1/4";
  if (!(std::abs(potential(s) + 0.5) < 1e-7)) return "potential energy is not -1/2";
  return {};
}

}  // namespace

Drawn numbers_of(const Stars& s, bool equal) {
  Drawn drawn{.wrong = wrong_with(s, equal)};
  if (!drawn.wrong.empty()) return drawn;
  double radial = 0, inner = 0, outer = 0, speed = 0, square = 0, fourth = 0, half = 0, moment = 0;
  for (std::size_t i = 0; i < kStars; ++i) {
    radial += std::pow(s.radial_velocity[i], 2) / kStars;
    (i < kStars / 2 ? inner : outer) += s.speed2(i);
    speed += std::sqrt(s.speed2(i)) / kStars;
    square += s.speed2(i) / kStars;
    fourth += std::pow(s.speed2(i), 2) / kStars;
    if (i < kStars / 2) half += s.mass[i];
    moment += s.mass[i] * s.mass[i];
  }
  drawn.values = {{"mean square of radial velocities", {radial}},
                  {"mean speed", {speed}},  // that of the squares is the kinetic energy
                  {"fourth moment of speeds", {fourth / (square * square)}},
                  {"heat inside over outside", {inner / outer}}};
  if (!equal) {
    drawn.values["mass of the inner half of the stars"] = {half};
    drawn.values["sum of squares of masses"] = {moment};
  }
  for (const std::size_t i : {std::size_t{0}, kStars / 2, kStars - 1}) {
    drawn.values[fmt::format("radius of star {}", i)] = {s.radius[i]};
    drawn.values[fmt::format("radial velocity of star {}", i)] = {s.radial_velocity[i]};
    drawn.values[fmt::format("tangential velocity of star {}", i)] = {s.tangential_velocity[i]};
    if (!equal) drawn.values[fmt::format("mass of star {}", i)] = {s.mass[i]};
  }
  return drawn;
}

Stars scaled(const std::vector<double>& radius, const std::vector<double>& speed,
             const std::vector<double>& mass, std::mt19937_64& random) {
  Stars s;
  s.mass = mass;
  s.radius = radius;
  double total = 0;
  for (const double m : mass) total += m;
  for (std::size_t i = 0; i < radius.size(); ++i) {
    s.mass[i] /= total;
    const double cosine = 2 * uniform(random) - 1;
    s.radial_velocity.push_back(speed[i] * cosine);
    s.tangential_velocity.push_back(speed[i] * std::sqrt(1 - cosine * cosine));
    s.id.push_back(static_cast<std::uint32_t>(i));
  }
  const double length = -2 * potential(s), velocity = std::sqrt(0.5 / twice_kinetic(s));
  for (std::size_t i = 0; i < radius.size(); ++i) {
    s.radius[i] *= length;
    s.radial_velocity[i] *= velocity;
    s.tangential_velocity[i] *= velocity;
  }
  return s;
}

Stars plummer_stars(double outermost, const std::vector<double>& mass, std::mt19937_64& random) {
  const double inside = std::pow(1 + std::pow(outermost, -2), -1.5);
  std::vector<double> radius, speed;
  for (std::size_t i = 0; i < kStars; ++i)
    radius.push_back(1 / std::sqrt(std::pow(inside * (1 - uniform(random)), -2.0 / 3) - 1));
  std::sort(radius.begin(), radius.end());
  for (const double r : radius)
    speed.push_back(std::sqrt(2 / std::sqrt(1 + r * r) *
                              boost::math::ibeta_inv(1.5, 4.5, uniform(random), cmc::kInDouble)));
  return scaled(radius, speed, mass, random);
}

}  // namespace touchstone::starts
