// checkers/mutants/longrange/parameters.cpp
// Purpose   Mutant for which one parameter of a run has no effect: the reference, started with a
//           value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/longrange/integrator_kind.hpp"

namespace touchstone::mutants {
namespace {

const bool registered = register_mutant(IntegratorMutant{
    .scheme = {.info = {.name = "mutant/integrator-softening-ignored", .source = "planted fault"},
               .claims = longrange::kAllIntegratorClaims,
               .models = {longrange::Model::hmf, longrange::Model::ring, longrange::Model::plane},
               .start =
                   [](const longrange::State& start, longrange::RunParameters p) {
                     if (p.system.model != longrange::Model::hmf) p.system.softening = 0.1;
                     return longrange::scheme("longrange/yoshida-reference").start(start, p);
                   }},
    .origin = parameter_ignored(),
    .killed_by = {"integrator/parameters"}});

}  // namespace
}  // namespace touchstone::mutants
