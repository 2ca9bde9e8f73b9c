// models/longrange/pair_potential.hpp
// Purpose   The potential energy of a pair, as the definition of each model: from it checks derive
//           forces by automatic differentiation, and energies in any precision.
// Source    Rocha Filho, equations 1 to 3. With D = 2 (1 - cos d) + 2 eps, the square of the chord
//           and its softening, equation 1 reads -1 / sqrt(D): gravity of three dimensions.
// Not here  Forces: each scheme has its own.
#pragma once
#include <cmath>

#include "models/longrange/system.hpp"

namespace touchstone::longrange {

/// N times the energy of a pair at the difference (dx, dy) of its coordinates; dy is unused where
/// a particle has one angle. `T` is any number with sin, sqrt and log. 1 - cos d is written
/// 2 sin^2(d/2), which does not cancel.
template <class T>
T pair_potential(const System& system, const T& dx, const T& dy) {
  using std::log;
  using std::sin;
  using std::sqrt;
  if (system.model == Model::plane) return log(dx * dx + dy * dy + T(system.softening));
  const T half_chord = sin(dx / T(2));
  if (system.model == Model::hmf) return T(2) * half_chord * half_chord;
  return T(-1) / sqrt(T(4) * half_chord * half_chord + T(2 * system.softening));
}

/// Potential energy: (1/N) times the sum over pairs i < j, in the precision of `T`. O(N^2).
template <class T = long double>
T potential_energy(const System& system, const State& state) {
  const std::size_t n = particles(system, state);
  const bool planar = system.model == Model::plane;
  T sum(0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      sum = sum + pair_potential(system, T(state.q[i]) - T(state.q[j]),
                                 planar ? T(state.q[n + i]) - T(state.q[n + j]) : T(0));
  return sum / T(static_cast<double>(n));
}

}  // namespace touchstone::longrange
