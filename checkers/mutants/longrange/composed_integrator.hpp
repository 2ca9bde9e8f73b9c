// checkers/mutants/longrange/composed_integrator.hpp
// Purpose   Integrators of any even order, in floating point or on a grid: the checks of orders and
//           of reversal to the bit are tested with them, rightly and wrongly claimed.
// Source    H. Yoshida, Phys. Lett. A 150, 262 (1990): three steps of order N, of lengths z, 1 - 2z
//           and z with z = 1 / (2 - 2^(1/(N+1))), are one of order N + 2. The grid: D. Levesque,
//           L. Verlet, J. Stat. Phys. 72, 519 (1993): what is added is first rounded to a multiple
//           of a fixed power of two, so that sums are exact and can be taken back. Fewest steps:
//           S. Blanes, F. Casas, A Concise Introduction to Geometric Numerical Integration (2016).
#pragma once
#include <memory>

#include "models/longrange/registry.hpp"

namespace touchstone::mutants {

enum class Grid {
  none,  ///< floating point
  nearest,
  below  ///< a fault: what is added with the other sign is not what was subtracted
};

/// A run of order 2, 4, 6 or 8. Throws InputError for what longrange::require_valid refuses.
std::unique_ptr<longrange::Simulation> composed_integrator(int order, Grid grid,
                                                           const longrange::State& start,
                                                           const longrange::RunParameters& p);

/// A run of order 6 or 8 by as few steps as REBOUND's leapfrog takes. Throws InputError likewise.
std::unique_ptr<longrange::Simulation> rebound_integrator(int order, const longrange::State& start,
                                                          const longrange::RunParameters& p);

}  // namespace touchstone::mutants
