#include "checkers/mutants/longrange/faulty_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/longrange/pair_potential.hpp"
#include "reference/longrange/forces.hpp"

namespace touchstone::mutants {
namespace {

using longrange::Model;
using longrange::System;
using Fault = IntegratorFault;

/// Equation 9 with the sign put right: the difference of angles is never formed.
template <class T>
std::vector<double> equation_9(double softening, const std::vector<double>& angles) {
  std::vector<T> s;
  std::vector<T> c;
  for (const double angle : angles) {
    s.push_back(static_cast<T>(std::sin(angle)));
    c.push_back(static_cast<T>(std::cos(angle)));
  }
  const double factor = -1 / (2 * std::numbers::sqrt2 * static_cast<double>(angles.size()));
  std::vector<double> f;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < angles.size(); ++j) {
      const T d = 1 - c[i] * c[j] - s[i] * s[j] + static_cast<T>(softening);
      sum += (s[i] * c[j] - c[i] * s[j]) / (d * std::sqrt(d));
    }
    f.push_back(factor * sum);
  }
  return f;
}

/// The magnetisation through its angle, whose cosine does not know the sign of My.
std::vector<double> by_acos(const std::vector<double>& angles) {
  const longrange::Magnetisation m = longrange::magnetisation(angles);
  const double length = m.length();
  const double phi = std::acos(m.x / length);
  std::vector<double> f;
  for (const double angle : angles) f.push_back(-length * std::sin(angle - phi));
  return f;
}

/// One partial sum of each component of the magnetisation for each thread.
std::vector<double> summed_by_threads(const std::vector<double>& angles, int threads) {
  const auto team = static_cast<std::size_t>(threads);
  double mx = 0;
  double my = 0;
  for (std::size_t t = 0; t < team; ++t) {
    double x = 0;
    double y = 0;
    for (std::size_t i = t; i < angles.size(); i += team) {
      x += std::cos(angles[i]);
      y += std::sin(angles[i]);
    }
    mx += x;
    my += y;
  }
  const auto n = static_cast<double>(angles.size());
  std::vector<double> f;
  for (const double angle : angles)
    f.push_back(std::cos(angle) * (my / n) - std::sin(angle) * (mx / n));
  return f;
}

/// Takes the forces that particle `j` exerts away from `f`.
void leave_out(std::vector<double>& f, const System& system, const std::vector<double>& q,
               std::size_t j) {
  const std::size_t n = q.size() / longrange::dimensions(system.model);
  for (std::size_t i = 0; i < n; ++i) {
    if (i == j) continue;
    std::vector<double> pair;
    for (std::size_t first = 0; first < q.size(); first += n)
      pair.insert(pair.end(), {q[first + i], q[first + j]});
    const std::vector<double> by_other = reference::forces(system, pair);
    for (std::size_t k = 0; k * n < q.size(); ++k)  // a pair alone has N = 2
      f[k * n + i] -= by_other[2 * k] * 2 / static_cast<double>(n);
  }
}

/// The true forces without those that the last particle exerts.
std::vector<double> without_last_source(const System& system, const std::vector<double>& q) {
  std::vector<double> f = reference::forces(system, q);
  leave_out(f, system, q, q.size() / longrange::dimensions(system.model) - 1);
  return f;
}

/// Each particle is pulled along y by a millionth of the forces there.
std::vector<double> pulled_along_y(const System& system, const std::vector<double>& q) {
  std::vector<double> f = reference::forces(system, q);
  const std::size_t n = f.size() / 2;
  double squares = 0;
  for (std::size_t i = n; i < 2 * n; ++i) squares += f[i] * f[i];
  for (std::size_t i = n; i < 2 * n; ++i)
    f[i] += 1e-6 * std::sqrt(squares / static_cast<double>(n));
  return f;
}

/// Angles just below 0 are rounded to a whole turn, and particles there exert no forces.
std::vector<double> without_whole_turns(const System& system, const std::vector<double>& angles) {
  constexpr double kTurn = 2 * std::numbers::pi;
  std::vector<double> f = reference::forces(system, angles);
  for (std::size_t j = 0; j < angles.size(); ++j)
    if (angles[j] - kTurn * std::floor(angles[j] / kTurn) >= kTurn) leave_out(f, system, angles, j);
  return f;
}

std::vector<double> folded_once(const std::vector<double>& angles) {
  constexpr double kTurn = 2 * std::numbers::pi;
  std::vector<double> folded;
  for (double angle : angles) {
    if (angle < 0) angle += kTurn;
    if (angle >= kTurn) angle -= kTurn;
    folded.push_back(std::min(std::max(angle, 0.0), kTurn));  // an index of a table
  }
  return folded;
}

std::vector<double> times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

std::vector<double> rounded(std::vector<double> values) {
  for (double& value : values) value = static_cast<float>(value);
  return values;
}

/// Potential energy in the plane, a logarithm for every 32 pairs.
double by_long_products(const System& system, const std::vector<double>& q) {
  const std::size_t n = q.size() / 2;
  double sum = 0, product = 1;
  int factors = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double dx = q[i] - q[j], dy = q[n + i] - q[n + j];
      product *= dx * dx + dy * dy + system.softening;
      if (++factors % 32 != 0) continue;
      sum += std::log(std::clamp(product, std::numeric_limits<double>::min(),
                                 std::numeric_limits<double>::max()));
      product = 1;
    }
  return (sum + std::log(product)) / static_cast<double>(n);
}

double self_term(const System& system) {
  return longrange::pair_potential<double>(system, 0, 0) / 2;
}

}  // namespace

std::vector<double> faulty_forces(Fault fault, const System& system, const std::vector<double>& q,
                                  int threads) {
  const Model model = system.model;
  const auto n = static_cast<double>(q.size());
  if (fault == Fault::sign_of_equation_8 && model == Model::ring)
    return times(reference::forces(system, q), -1);
  if (fault == Fault::equation_9_double && model == Model::ring)
    return equation_9<double>(system.softening, q);
  if (fault == Fault::equation_9_single && model == Model::ring)
    return equation_9<float>(system.softening, q);
  if (fault == Fault::acos_of_magnetisation && model == Model::hmf) return by_acos(q);
  if (fault == Fault::mean_force_over_n && model == Model::hmf)
    return times(reference::forces(system, q), 1 / n);
  if (fault == Fault::sum_by_threads && model == Model::hmf) return summed_by_threads(q, threads);
  if (fault == Fault::no_factor_2 && model == Model::plane)
    return times(reference::forces(system, q), 0.5);
  if (fault == Fault::softening_squared && model != Model::hmf)
    return reference::forces({model, system.softening * system.softening}, q);
  if (fault == Fault::last_source_missing) return without_last_source(system, q);
  if (fault == Fault::angles_folded_once && model != Model::plane)
    return reference::forces(system, folded_once(q));
  if (fault == Fault::whole_turn_lost && model != Model::plane)
    return without_whole_turns(system, q);
  if (fault == Fault::pull_along_y && model == Model::plane) return pulled_along_y(system, q);
  if (fault == Fault::force_in_single) return rounded(reference::forces(system, q));
  return reference::forces(system, q);
}

double faulty_potential(Fault fault, const System& system, const std::vector<double>& q) {
  const double v = reference::potential(system, q);
  if (fault == Fault::self_terms && system.model != Model::hmf) return v + self_term(system);
  if (fault == Fault::pair_counted_twice) return 2 * v;
  if (fault == Fault::long_products && system.model == Model::plane)
    return by_long_products(system, q);
  return v;
}

}  // namespace touchstone::mutants
