// validation/experiments/cmc/two_masses_theory.cpp
// Purpose   Rate at which heavy stars give energy to light ones in Plummer's model, by integrals.
// Source    J. Binney, S. Tremaine, Galactic Dynamics, 2nd ed. (2008), section 7.4 (diffusion
//           coefficients of stars in stars of another mass); B. Pattabiraman et al., Astrophys. J.
//           Suppl. 204, 15 (2013), section 2.1, step 2 and equation 7 (Henon's angle).
// Computes  Stars of both kinds have the same velocities. By symmetry a star of mass m that meets
//           one of mass m' gains per mass m' (m' - m) w^2 (1 - cos b) / (2 M^2) on average, w
//           being their relative velocity, b Henon's angle and M = m + m': for small angles a
//           diffusion coefficient. Pairs of equal stars exchange nothing on average.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "models/cmc/partition.hpp"
#include "models/cmc/plummer.hpp"
#include "validation/experiments/cmc/two_masses.hpp"

namespace touchstone::validation::cmc {
namespace {

using cluster::Stars;
using std::numbers::pi;

constexpr double kShell = 20;  // stars around one give its density

/// Values with weights, by the midpoint rule.
struct Weighted {
  std::vector<double> value, weight;
};
template <class Weight>
Weighted midpoints(double from, double to, int parts, Weight weight) {
  Weighted all;
  for (int k = 0; k < parts; ++k) {
    all.value.push_back(from + (to - from) * (k + 0.5) / parts);
    all.weight.push_back(weight(all.value.back()));
  }
  return all;
}

/// Relative speed y of two stars over that of escape, weighted with 1 / y. Speeds q have the
/// density q^2 (1 - q^2)^(7/2); the angle between two of them is integrated in closed form.
Weighted relative_speeds() {
  constexpr int kParts = 400;
  const auto faster = [](double q) { return q < 1 ? std::pow(1 - q * q, 4.5) / 9 : 0; };
  return midpoints(0, 2, 300, [&](double y) {
    double sum = 0;
    for (int k = 0; k < kParts; ++k) {
      const double q = (k + 0.5) / kParts;
      sum += q * std::pow(1 - q * q, 3.5) * (faster(std::abs(q - y)) - faster(q + y));
    }
    return sum;
  });
}

/// Volume of a shell that holds 20 stars where one is expected in a unit of volume, weighted with
/// the density that it gives.
Weighted volumes() {
  return midpoints(4, 54, 60, [](double v) { return std::exp(18 * std::log(v / 19) - (v - 19)); });
}

/// Angle whose tangent is the radius in scale lengths, weighted with what stars there exchange.
Weighted places() {
  return midpoints(0, pi / 2, 40, [](double angle) {
    const double x = std::tan(angle), s = 1 + x * x;  // rho^2 goes as s^-5, 1 / w as s^(1/4)
    return x * x * std::pow(s, -4.75) * s;
  });
}

/// Mass of a light and a heavy star.
double mass_of_pair(const TwoMasses& start) {
  const double heavy = start.share / (start.share + start.ratio * (1 - start.share));  // in number
  return (1 + start.ratio) / (1 - heavy + heavy * start.ratio) / static_cast<double>(start.stars);
}

/// Equation 7 for the stars first ... first + 19, without the part of a right angle.
double relaxation_time(const Stars& s, std::size_t first, double initial_stars) {
  double mass = 0, mass2 = 0, momentum2 = 0;
  for (std::size_t i = first; i < first + cluster::kBin; ++i) {
    mass += s.mass[i] / kShell;
    mass2 += s.mass[i] * s.mass[i] / kShell;
    momentum2 += s.mass[i] * s.speed2(i) / kShell;
  }
  const double volume =
      4 * pi / 3 * (std::pow(s.radius[first + cluster::kBin], 3) - std::pow(s.radius[first], 3));
  const double relative = 4 * std::sqrt(momentum2 / mass / (3 * pi));
  return pi / 32 * std::pow(relative, 3) * volume /
         (kShell * 2 * (mass2 + mass * mass) * initial_stars);
}

}  // namespace

double exchange_by_diffusion() {
  const double a = cluster::plummer::kScale;
  const double f = 24 * std::sqrt(2.0) / (7 * pi * pi * pi) * a * a;  // f = this times E^(7/2)
  const auto half_beta = [](double x, double y) {
    return 0.5 * std::tgamma(x) * std::tgamma(y) / std::tgamma(x + y);
  };
  const double speeds = 2.0 / 9 * f * f * std::pow(2, 1.5) * half_beta(1.5, 9);
  const double space = 4 * pi * std::pow(a, -6.5) * half_beta(1.5, 3.25);
  return -kShell / (kShell - 1) * 16 * pi * pi * 4 * pi * speeds * space;
}

double share_exchanged(const TwoMasses& start, double timestep) {
  const Weighted speeds = relative_speeds(), shells = volumes(), radii = places();
  const double n = static_cast<double>(start.stars), mass = mass_of_pair(start);
  // Square of the angle at the centre, of stars with the speed of escape and the true density.
  const double centre = 8 * pi * n * (n * cluster::plummer::density(0)) * mass * mass * timestep *
                        std::pow(-2 * cluster::plummer::potential(0), -1.5);
  double found = 0, all = 0;
  for (std::size_t k = 0; k < radii.value.size(); ++k)
    for (std::size_t j = 0; j < shells.value.size(); ++j)
      for (std::size_t i = 0; i < speeds.value.size(); ++i) {
        const double weight = radii.weight[k] * shells.weight[j] * speeds.weight[i];
        const double angle2 = centre * std::pow(std::cos(radii.value[k]), 3.5) * kShell /
                              shells.value[j] / std::pow(speeds.value[i], 3);
        const double half = std::sin(std::min(pi / 2, std::sqrt(angle2)) / 2);
        found += weight * 4 * half * half / angle2;  // 1 - cos over its value for small angles
        all += weight;
      }
  return found / all;
}

double first_timestep(const Stars& start, const TwoMasses& wanted, std::size_t ranks) {
  double least = std::numeric_limits<double>::infinity();
  for (const cluster::Block& block : cluster::partition(start.size(), ranks))
    for (std::size_t i = block.first; i + cluster::kBin + 1 < block.end; i += cluster::kBin)
      least = std::min(least, relaxation_time(start, i, static_cast<double>(start.size())));
  return std::pow(wanted.theta_max / (pi / 2), 2) * least;
}

}  // namespace touchstone::validation::cmc
