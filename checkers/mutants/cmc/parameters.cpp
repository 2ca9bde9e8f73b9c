// checkers/mutants/cmc/parameters.cpp
// Purpose   Mutants for which one parameter of a run has no effect: the reference, started with a
//           value of its own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/cmc/cluster_kind.hpp"

namespace touchstone::mutants {
namespace {

using Ignore = void (*)(cluster::ClusterParameters&);

bool add(const char* name, std::vector<std::string> killed_by, Ignore ignore) {
  return register_mutant(ClusterMutant{
      .scheme = {.info = {.name = std::string("mutant/henon-") + name,
                          .source = "planted fault",
                          .claims = Claims::conserves_particles},
                 .start =
                     [ignore](const cluster::Stars& start, cluster::ClusterParameters p) {
                       ignore(p);
                       return cluster::cluster_scheme("cmc/reference").start(start, p);
                     }},
      .origin = parameter_ignored(),
      .killed_by = std::move(killed_by)});
}

const bool registered =
    add("angle-ignored", {"cmc/parameters", "cmc/time step law"},
        [](auto& p) { p.theta_max = 1; }) &&
    add("seed-ignored", {"cmc/parameters", "cmc/seeds"}, [](auto& p) { p.seed = 1; });

}  // namespace
}  // namespace touchstone::mutants
