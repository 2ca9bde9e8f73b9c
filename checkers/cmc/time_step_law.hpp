// checkers/cmc/time_step_law.hpp
// Purpose   Time step of relaxation a second time, in long double.
// Source    J. M. Fregeau, F. A. Rasio, Astrophys. J. 658, 1047 (2007); B. Pattabiraman et al.,
//           Astrophys. J. Suppl. 204, 15 (2013), section 3.2.
#pragma once
#include "models/cmc/registry.hpp"

namespace touchstone::cmc {

/// The step that these stars make next; `initial` is the number of stars of the start.
long double relaxation_step(const cluster::Stars& stars, const cluster::ClusterParameters& p,
                            long double initial);

}  // namespace touchstone::cmc
