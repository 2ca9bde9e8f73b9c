// checkers/mutants/longrange/faulty_forces.hpp
// Purpose   The forces and the potential energy of faulty_integrator.hpp.
#pragma once
#include <vector>

#include "checkers/mutants/longrange/faulty_integrator.hpp"

namespace touchstone::mutants {

std::vector<double> faulty_forces(IntegratorFault fault, const longrange::System& system,
                                  const std::vector<double>& q, int threads);
double faulty_potential(IntegratorFault fault, const longrange::System& system,
                        const std::vector<double>& q);

}  // namespace touchstone::mutants
