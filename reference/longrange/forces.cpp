#include "reference/longrange/forces.hpp"

#include <cmath>

#include "models/longrange/pair_potential.hpp"

namespace touchstone::reference {
namespace {

using longrange::Model;
using longrange::System;

/// Equations 6 and 7.
std::vector<double> hmf_forces(const std::vector<double>& angles) {
  const longrange::Magnetisation m = longrange::magnetisation(angles);
  std::vector<double> f;
  f.reserve(angles.size());
  for (const double angle : angles) f.push_back(std::cos(angle) * m.y - std::sin(angle) * m.x);
  return f;
}

/// Equation 8 with the sign that equation 1 gives it; 1 - cos d is written 2 sin^2(d/2), and
/// 1 / (2 sqrt 2 (1 - cos d + eps)^(3/2)) is D^(-3/2) with D = 2 (1 - cos d) + 2 eps.
std::vector<double> ring_forces(double softening, const std::vector<double>& angles,
                                std::size_t first, std::size_t some) {
  const auto n = static_cast<double>(angles.size());
  std::vector<double> f;
  f.reserve(some);
  for (std::size_t i = first; i < first + some; ++i) {
    const double here = angles[i];
    double sum = 0;
    for (const double there : angles) {  // the term of i itself is 0
      const double half_chord = std::sin((here - there) / 2);
      const double d = 4 * half_chord * half_chord + 2 * softening;
      sum -= std::sin(here - there) / (d * std::sqrt(d));
    }
    f.push_back(sum / n);
  }
  return f;
}

/// Minus the derivative of equation 3.
std::vector<double> plane_forces(double softening, const std::vector<double>& q, std::size_t first,
                                 std::size_t some) {
  const std::size_t n = q.size() / 2;
  const double factor = -2 / static_cast<double>(n);
  std::vector<double> f(2 * some);
  for (std::size_t i = first; i < first + some; ++i) {
    double sum_x = 0;
    double sum_y = 0;
    for (std::size_t j = 0; j < n; ++j) {  // the term of i itself is 0
      const double dx = q[i] - q[j];
      const double dy = q[n + i] - q[n + j];
      const double inverse = 1 / (dx * dx + dy * dy + softening);
      sum_x += dx * inverse;
      sum_y += dy * inverse;
    }
    f[i - first] = factor * sum_x;
    f[some + i - first] = factor * sum_y;
  }
  return f;
}

}  // namespace

std::vector<double> forces(const System& system, const std::vector<double>& q) {
  if (system.model == Model::hmf) return hmf_forces(q);
  return forces_on(system, q, 0, q.size() / longrange::dimensions(system.model));
}

std::vector<double> forces_on(const System& system, const std::vector<double>& q, std::size_t first,
                              std::size_t some) {
  if (system.model == Model::ring) return ring_forces(system.softening, q, first, some);
  return plane_forces(system.softening, q, first, some);
}

double potential(const System& system, const std::vector<double>& q) {
  if (system.model != Model::hmf) return longrange::potential_energy<double>(system, {q, {}});
  const longrange::Magnetisation m = longrange::magnetisation(q);  // equation 5
  return 0.5 * static_cast<double>(q.size()) * (1 - m.x * m.x - m.y * m.y);
}

}  // namespace touchstone::reference
