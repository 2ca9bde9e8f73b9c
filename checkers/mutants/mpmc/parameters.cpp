// checkers/mutants/mpmc/parameters.cpp
// Purpose   Mutant for which one parameter of a run has no effect: the reference, started with a
//           value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/disks/disk_kind.hpp"

namespace touchstone::mutants {
namespace {

const bool registered = register_mutant(
    DiskMutant{.scheme = {.info = {.name = "mutant/trials-per-cell-ignored",
                                   .source = "Anderson et al. 2013, Algorithm 1, broken on purpose",
                                   .claims = Claims::detailed_balance},
                          .start =
                              [](const disks::Configuration& start, disks::RunParameters p) {
                                p.trials_per_cell = 4;
                                return disks::scheme("mpmc/checkerboard-reference").start(start, p);
                              },
                          .tolerance = 1e-5,
                          .trials = disks::DiskScheme::Trials::per_cell},
               .origin = parameter_ignored(),
               .killed_by = {"property/parameters"}});

}  // namespace
}  // namespace touchstone::mutants
