// checkers/cmc/energy_step.hpp
// Purpose   Change of the reported energy in a step that conserves that of the stars.
// Source    J. S. Stodolkiewicz, Acta Astron. 32, 63 (1982): half of the work is done in the old
//           potential and half in the new one.
// Computes  Sums over shells in long double, from the stars before and after. Own shells, which no
//           star feels, change with its place. A star that leaves is booked at its old place.
#pragma once
#include "models/cmc/stars.hpp"

namespace touchstone::cmc {

class StepOfEnergy {
 public:
  /// All stars keep the same part of their mass; `before` has those of `after`.
  StepOfEnergy(const cluster::Stars& before, const cluster::Stars& after, bool tide);

  long double own = 0;      ///< own shells, those of stars that leave among them
  long double leaving = 0;  ///< places at which stars that leave are booked
};

}  // namespace touchstone::cmc
