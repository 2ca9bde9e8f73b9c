// checkers/mutants/cmc/parameters.cpp
// Purpose   Mutant for which one parameter of a run has no effect: the reference, started with a
//           value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/cmc/cluster_kind.hpp"

namespace touchstone::mutants {
namespace {

const bool registered = register_mutant(
    ClusterMutant{.scheme = {.info = {.name = "mutant/henon-angle-ignored",
                                      .source = "planted fault",
                                      .claims = Claims::conserves_particles},
                             .start =
                                 [](const cluster::Stars& start, cluster::ClusterParameters p) {
                                   p.theta_max = 1;
                                   return cluster::cluster_scheme("cmc/reference").start(start, p);
                                 }},
                  .origin = kParameterIgnored,
                  .killed_by = {"cmc/parameters", "cmc/time step law"}});

}  // namespace
}  // namespace touchstone::mutants
