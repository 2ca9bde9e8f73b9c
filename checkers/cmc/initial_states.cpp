// checkers/cmc/initial_states.cpp
// Purpose   Stars of Plummer's model in N-body units, and their law a second time: speeds by the
//           quantiles of a beta distribution, energies by the sum over all pairs of shells.
// Source    S. J. Aarseth, M. Henon, R. Wielen, Astron. Astrophys. 37, 183 (1974), with the square
//           of the speed, in units of that of escape, beta distributed with 3/2 and 9/2.
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "checkers/starts/start_kind.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::starts {
namespace {

using cluster::Stars;

constexpr std::size_t kStars = 50;

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

std::string wrong_with(const Stars& s) {
  if (s.size() != kStars || s.mass.size() != kStars || s.radial_velocity.size() != kStars ||
      s.tangential_velocity.size() != kStars || s.id.size() != kStars)
    return fmt::format("{} stars of {}", s.size(), kStars);
  for (std::size_t i = 0; i < kStars; ++i) {
    if (s.mass[i] != 1 / static_cast<double>(kStars)) return "a mass that is not 1 / N";
    if (i > 0 && !(s.radius[i] > s.radius[i - 1])) return "radii that do not ascend";
    if (!(s.tangential_velocity[i] >= 0)) return "a tangential velocity below 0";
    if (s.id[i] != i) return "numbers of stars that are not in order";
  }
  if (!(std::abs(twice_kinetic(s) - 0.5) < 1e-12)) return "kinetic energy is not 1/4";
  if (!(std::abs(potential(s) + 0.5) < 1e-7)) return "potential energy is not -1/2";
  return {};
}

/// Radius and velocities of three stars, and sums over all: independent between starts.
Drawn numbers_of(const Stars& s) {
  Drawn drawn{.wrong = wrong_with(s)};
  if (!drawn.wrong.empty()) return drawn;
  double radial = 0, inner = 0, outer = 0, speed = 0, square = 0, fourth = 0;
  for (std::size_t i = 0; i < kStars; ++i) {
    radial += std::pow(s.radial_velocity[i], 2) / kStars;
    (i < kStars / 2 ? inner : outer) += s.speed2(i);
    speed += std::sqrt(s.speed2(i)) / kStars;
    square += s.speed2(i) / kStars;
    fourth += std::pow(s.speed2(i), 2) / kStars;
  }
  drawn.values = {{"mean square of radial velocities", {radial}},
                  {"mean speed", {speed}},  // that of the squares is the kinetic energy
                  {"fourth moment of speeds", {fourth / (square * square)}},
                  {"heat inside over outside", {inner / outer}}};
  for (const std::size_t i : {std::size_t{0}, kStars / 2, kStars - 1}) {
    drawn.values[fmt::format("radius of star {}", i)] = {s.radius[i]};
    drawn.values[fmt::format("radial velocity of star {}", i)] = {s.radial_velocity[i]};
    drawn.values[fmt::format("tangential velocity of star {}", i)] = {s.tangential_velocity[i]};
  }
  return drawn;
}

Drawn plummer(std::mt19937_64& random) {
  constexpr double kOutermost = 300;  // in units of the scale length
  const double inside = std::pow(1 + std::pow(kOutermost, -2), -1.5);
  Stars s;
  for (std::size_t i = 0; i < kStars; ++i)
    s.radius.push_back(1 / std::sqrt(std::pow(inside * (1 - uniform(random)), -2.0 / 3) - 1));
  std::sort(s.radius.begin(), s.radius.end());
  for (std::size_t i = 0; i < kStars; ++i) {
    const double escape2 = 2 / std::sqrt(1 + s.radius[i] * s.radius[i]);
    const double v = std::sqrt(escape2 * boost::math::ibeta_inv(1.5, 4.5, uniform(random)));
    const double cosine = 2 * uniform(random) - 1;
    s.mass.push_back(1 / static_cast<double>(kStars));
    s.radial_velocity.push_back(v * cosine);
    s.tangential_velocity.push_back(v * std::sqrt(1 - cosine * cosine));
    s.id.push_back(static_cast<std::uint32_t>(i));
  }
  const double length = -2 * potential(s), velocity = std::sqrt(0.5 / twice_kinetic(s));
  for (std::size_t i = 0; i < kStars; ++i) {
    s.radius[i] *= length;
    s.radial_velocity[i] *= velocity;
    s.tangential_velocity[i] *= velocity;
  }
  return numbers_of(s);
}

const bool registered = register_generator(
    "cmc",
    {.info = {.name = "cmc/plummer", .source = "Aarseth, Henon, Wielen 1974"},
     .draw =
         [](std::uint64_t seed) {
           return numbers_of(cluster::plummer::sample(kStars, static_cast<std::uint32_t>(seed)));
         },
     .law = plummer,
     .starts = 8000,
     .refused = {[] { cluster::plummer::sample(1, 1); }}});

}  // namespace
}  // namespace touchstone::starts
