// checkers/longrange/truth.hpp
// Purpose   Independent oracle: forces as minus the derivative of the pair potential by dual
//           numbers, trajectories by the classical Runge-Kutta method, all in long double. Shares
//           with the schemes only the definition of the potential.
// Cost      O(N^2) per evaluation.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "models/longrange/system.hpp"

namespace touchstone::integrator {

using Exact = std::vector<long double>;

/// Forces in long double, in the order of State::p.
Exact true_forces(const longrange::System& system, const Exact& q);
Exact true_forces(const longrange::System& system, const longrange::State& state);

/// Force on one particle: both components, the second 0 on the circle.
std::pair<long double, long double> true_force_on(const longrange::System& system,
                                                  const longrange::State& state,
                                                  std::size_t particle);

/// Root mean square of the true forces.
double root_mean_square(const Exact& values);

/// Root mean square, over all states on the circle, of the force on one of n particles; 0 in the
/// plane. Where particles happen to pull against each other, the true forces may be far smaller,
/// and rounding is not.
double usual_force(const longrange::System& system, std::size_t n);

/// Errors of forces, relative to the root mean square of the true ones, or absolute for a particle
/// alone; infinite when their number is wrong.
struct ForceErrors {
  double largest = 0;
  double rms = 0;
  double scale = 1;  ///< force that they are relative to
};
ForceErrors force_errors(const longrange::System& system, const longrange::State& state,
                         const std::vector<double>& found);

/// Coordinates after `time`, by `steps` Runge-Kutta steps.
Exact true_coordinates(const longrange::System& system, const longrange::State& start, double time,
                       std::uint64_t steps);

}  // namespace touchstone::integrator
