// checkers/mutants/longrange/faulty_integrator.hpp
// Purpose   The serial integrator with one fault planted in it: the misprints of the paper, faults
//           of public codes, and seeded ones. Without a fault it is the reference bit for bit.
// Source    Rocha Filho, section 3 and equations 8 and 9, as printed.
#pragma once
#include <memory>

#include "models/longrange/registry.hpp"

namespace touchstone::mutants {

enum class IntegratorFault {
  none,
  // misprints of the paper
  sign_of_equation_8,      ///< the Ring repels
  step_11_old_force,       ///< the last kick uses f(I)
  step_12_force_not_kept,  ///< step 2 always uses the force of the first step
  self_terms,              ///< i = j counts in the potential energy
  equation_9_double,       ///< 1 - cos cos - sin sin cancels
  equation_9_single,
  // faults of public codes
  acos_of_magnetisation,  ///< phi = acos(Mx / M)
  // seeded
  leapfrog,                ///< second order, with the claims of fourth
  no_factor_2,             ///< missing in the force in the plane
  softening_squared,       ///< eps^2 for eps, in the force
  mean_force_over_n,       ///< the HMF force divided by N once more
  pair_counted_twice,      ///< potential energy of all i, j
  last_source_missing,     ///< an off-by-one in the sum over j
  friction,                ///< momenta lose a millionth of themselves in a step
  unsynchronised_momenta,  ///< kicks of two steps merged, also where the state is looked at
  angles_folded_once,      ///< into [0, 2 pi), by at most one addition
  whole_turn_lost,         ///< who is put at 2 pi by this, rounded, is in no cell of a table
  pull_along_y,            ///< forces in the plane have a common part along y
  force_in_single,         ///< rounded, though double precision is claimed
  long_products,           ///< logarithms of products of 32 squared distances, which overflow
  sum_by_threads,          ///< partial sums by thread: their number changes the rounding
  input_not_looked_at      ///< anything is accepted
};

std::unique_ptr<longrange::Simulation> faulty_integrator(IntegratorFault fault,
                                                         const longrange::State& start,
                                                         const longrange::RunParameters& p);

}  // namespace touchstone::mutants
