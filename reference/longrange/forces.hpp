// reference/longrange/forces.hpp
// Purpose   Forces and potential energies of the three models, term by term: the oracle for every
//           fast kernel. Written to be read, not to be fast.
// Source    Rocha Filho, equations 5 to 9 and 3. Equations 8 and 9 are printed with the wrong sign:
//           the force on particle i is minus the derivative of equation 1, which attracts. The
//           force of equation 3 is not printed; its factor 2 is that of log(r^2) = 2 log r.
// Cost      HMF O(N), else O(N^2) with both halves of each pair, as the paper does.
// Not here  Time steps (yoshida_integrator.hpp).
#pragma once
#include <cstddef>
#include <vector>

#include "models/longrange/system.hpp"

namespace touchstone::reference {

/// -dV/dq_i in the order of State::q. `q` as in State::q, `system` valid.
std::vector<double> forces(const longrange::System& system, const std::vector<double>& q);

/// The same in the Ring and the plane, on `some` particles from `first` alone: first components,
/// then second ones.
std::vector<double> forces_on(const longrange::System& system, const std::vector<double>& q,
                              std::size_t first, std::size_t some);

/// V without self terms: in the Ring and in the plane a particle does not act on itself.
double potential(const longrange::System& system, const std::vector<double>& q);

}  // namespace touchstone::reference
