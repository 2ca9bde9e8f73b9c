// models/cmc/shell_potential.hpp
// Purpose   The potential of concentric shells of mass.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equations 1 to 6.
// Computes  Between two shells the potential is a straight line in u = 1/r, of slope -M_k, the
//           mass inside: phi(r) = phi_k + M_k (u_k - u) is equation 6 without its division.
// Cost      O(N) to set up.
// Not here  What a star feels, which is not its own shell (reference/cmc/orbit.hpp).
#pragma once
#include <cstddef>
#include <vector>

#include "models/cmc/stars.hpp"

namespace touchstone::cluster {

constexpr double kInnermost = 1e-20;  ///< r_0, below every star
constexpr double kOutermost = 1e10;   ///< r_{N+1}, where the public program sets the potential to 0

/// Shells are numbered from 1 as in the paper; 0 and N + 1 are the ends, without mass.
struct ShellPotential {
  std::vector<double> radius;          ///< r_0 ... r_{N+1}, ascending
  std::vector<double> inverse_radius;  ///< u_k = 1 / r_k
  std::vector<double> potential;       ///< phi_k; phi_0 = phi_1, as there is no central mass
  std::vector<double> enclosed;        ///< M_k = m_1 + ... + m_k; M_0 = 0

  std::size_t shells() const { return radius.size() - 2; }
  /// Potential at any radius above 0, shells or not. O(log N)
  double at(double r) const;
  /// The k of r_k <= r < r_{k+1}.
  std::size_t interval(double r) const;
};

/// Potential by the paper's recursion, from the outermost star in. The stars must be in radial
/// order: nothing checks it.
ShellPotential shell_potential(const Stars& stars);

/// Sum of m phi / 2, each star's own shell included, star by star from the centre.
double potential_energy(const Stars& stars, const ShellPotential& potential);

/// Part of it that is of own shells, the sum of -m^2 / (2 r). No star feels its own shell, so that
/// this part changes with the places of stars without any work: a step does not conserve it.
double own_shell_energy(const Stars& stars);

}  // namespace touchstone::cluster
