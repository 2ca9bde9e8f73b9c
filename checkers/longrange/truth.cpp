#include "checkers/longrange/truth.hpp"

#include <cmath>
#include <numbers>

#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/dual.hpp"
#include "models/core/larger_or_nan.hpp"
#include "models/longrange/pair_potential.hpp"

namespace touchstone::integrator {
namespace {

using longrange::System;
using Number = Dual<long double>;

/// start + factor * slope
Exact moved(const Exact& start, long double factor, const Exact& slope) {
  Exact result = start;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] += factor * slope[i];
  return result;
}

}  // namespace

Exact true_forces(const System& system, const Exact& q) {
  const bool planar = system.model == longrange::Model::plane;
  const std::size_t n = q.size() / longrange::dimensions(system.model);
  Exact f(q.size(), 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const long double dx = q[i] - q[j];
      const long double dy = planar ? q[n + i] - q[n + j] : 0;
      const long double along_x =
          longrange::pair_potential(system, Number(dx, 1), Number(dy, 0)).slope;
      f[i] -= along_x;
      f[j] += along_x;
      if (!planar) continue;
      const long double along_y =
          longrange::pair_potential(system, Number(dx, 0), Number(dy, 1)).slope;
      f[n + i] -= along_y;
      f[n + j] += along_y;
    }
  for (long double& component : f) component /= static_cast<long double>(n);
  return f;
}

Exact true_forces(const System& system, const longrange::State& state) {
  return true_forces(system, Exact(state.q.begin(), state.q.end()));
}

std::pair<long double, long double> true_force_on(const System& system,
                                                  const longrange::State& state, std::size_t i) {
  const bool planar = system.model == longrange::Model::plane;
  const std::size_t n = state.q.size() / longrange::dimensions(system.model);
  long double fx = 0, fy = 0;
  for (std::size_t j = 0; j < n; ++j) {
    if (j == i) continue;
    const long double dx = static_cast<long double>(state.q[i]) - state.q[j];
    const long double dy = planar ? static_cast<long double>(state.q[n + i]) - state.q[n + j] : 0;
    fx -= longrange::pair_potential(system, Number(dx, 1), Number(dy, 0)).slope;
    if (planar) fy -= longrange::pair_potential(system, Number(dx, 0), Number(dy, 1)).slope;
  }
  return {fx / static_cast<long double>(n), fy / static_cast<long double>(n)};
}

double root_mean_square(const Exact& values) {
  long double sum = 0;
  for (const long double value : values) sum += value * value;
  return static_cast<double>(std::sqrt(sum / static_cast<long double>(values.size())));
}

double usual_force(const System& system, std::size_t n) {
  if (system.model == longrange::Model::plane) return 0;
  constexpr int kPlaces = 20000;
  long double squares = 0;
  for (int k = 0; k < kPlaces; ++k) {
    const long double apart = 2 * std::numbers::pi_v<long double> * (k + 0.5L) / kPlaces;
    const long double force =
        longrange::pair_potential(system, Number(apart, 1), Number(0, 0)).slope;
    squares += force * force / kPlaces;
  }
  const auto count = static_cast<double>(n);
  return std::sqrt(static_cast<double>(squares) * (count - 1)) / count;
}

ForceErrors force_errors(const System& system, const longrange::State& state,
                         const std::vector<double>& found) {
  const Exact truth = true_forces(system, state);
  if (found.size() != truth.size()) return {HUGE_VAL, HUGE_VAL};
  const bool alone = truth.size() == longrange::dimensions(system.model);
  const double scale = alone ? 1 : root_mean_square(truth);
  ForceErrors errors{.scale = scale};
  Exact difference;
  for (std::size_t i = 0; i < found.size(); ++i) {
    difference.push_back(found[i] - truth[i]);
    errors.largest =
        larger_or_nan(errors.largest, static_cast<double>(std::abs(difference.back())) / scale);
  }
  errors.rms = root_mean_square(difference) / scale;
  return errors;
}

Exact true_coordinates(const System& system, const longrange::State& start, double time,
                       std::uint64_t steps) {
  const long double h = static_cast<long double>(time) / static_cast<long double>(steps);
  Exact q(start.q.begin(), start.q.end());
  Exact p(start.p.begin(), start.p.end());
  for (; steps > 0; --steps) {
    const Exact f1 = true_forces(system, q);
    const Exact p2 = moved(p, h / 2, f1);
    const Exact f2 = true_forces(system, moved(q, h / 2, p));
    const Exact p3 = moved(p, h / 2, f2);
    const Exact f3 = true_forces(system, moved(q, h / 2, p2));
    const Exact p4 = moved(p, h, f3);
    const Exact f4 = true_forces(system, moved(q, h, p3));
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += h / 6 * (p[i] + 2 * p2[i] + 2 * p3[i] + p4[i]);
      p[i] += h / 6 * (f1[i] + 2 * f2[i] + 2 * f3[i] + f4[i]);
    }
  }
  return q;
}

}  // namespace touchstone::integrator
