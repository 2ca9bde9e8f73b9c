// checkers/longrange/truth.hpp
// Purpose   The second route: forces as minus the derivative of the pair potential by dual numbers,
//           and trajectories by the classical Runge-Kutta method, all in long double. It shares
//           with the schemes only the definition of the potential.
// Cost      O(N^2) per evaluation.
#pragma once
#include <cstdint>
#include <vector>

#include "models/longrange/system.hpp"

namespace touchstone::integrator {

using Exact = std::vector<long double>;

/// In the order of State::p.
Exact true_forces(const longrange::System& system, const Exact& q);
Exact true_forces(const longrange::System& system, const longrange::State& state);

/// Of the true forces.
double root_mean_square(const Exact& values);

/// Coordinates after `time`, by `steps` Runge-Kutta steps.
Exact true_coordinates(const longrange::System& system, const longrange::State& start, double time,
                       std::uint64_t steps);

}  // namespace touchstone::integrator
