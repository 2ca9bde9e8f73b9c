// checkers/mutants/longrange/parameters.cpp
// Purpose   Mutants for which one parameter of a run has no effect: a correct scheme, started with
//           a value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/longrange/integrator_kind.hpp"

namespace touchstone::mutants {
namespace {

const bool registered =
    register_mutant(IntegratorMutant{
        .scheme = {.info = {.name = "mutant/integrator-softening-ignored",
                            .source = "planted fault"},
                   .claims = longrange::kAllIntegratorClaims,
                   .models = {longrange::Model::hmf, longrange::Model::ring,
                              longrange::Model::plane},
                   .start =
                       [](const longrange::State& start, longrange::RunParameters p) {
                         if (p.system.model != longrange::Model::hmf) p.system.softening = 0.1;
                         return longrange::scheme("longrange/yoshida-reference").start(start, p);
                       }},
        .origin = parameter_ignored(),
        .killed_by = {"integrator/parameters"}}) &&
    register_mutant(IntegratorMutant{
        .scheme = {.info = {.name = "mutant/integrator-tolerance-ignored",
                            .source = "planted fault"},
                   .claims = longrange::IntegratorClaims::model,
                   .models = {longrange::Model::ring},
                   .start =
                       [](const longrange::State& start, longrange::RunParameters p) {
                         if (p.tolerance > 0) p.tolerance = 1e-3;
                         return longrange::scheme("longrange/ring-nufft-portable").start(start, p);
                       },
                   .force_error = 1e-13,
                   .smallest_tolerance = 1e-12},
        .origin = parameter_ignored(),
        .killed_by = {"integrator/asked tolerance"}});

}  // namespace
}  // namespace touchstone::mutants
