// checkers/mutants/hpmc/parameters.cpp
// Purpose   Mutant for which one parameter of a run has no effect: the reference, started with a
//           value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/hpmc/shape_kind.hpp"

namespace touchstone::mutants {
namespace {

const bool registered = register_mutant(ShapeMutant{
    .scheme = {.info = {.name = "mutant/shapes-rotation-ignored",
                        .source = "planted fault",
                        .claims = Claims::global_balance},
               .start =
                   [](const shapes::Configuration& start, shapes::RunParameters p) {
                     p.max_rotation = 0.2;
                     return shapes::shape_scheme("hpmc/metropolis-reference").start(start, p);
                   }},
    .origin = parameter_ignored(),
    .killed_by = {"shapes/parameters"}});

}  // namespace
}  // namespace touchstone::mutants
