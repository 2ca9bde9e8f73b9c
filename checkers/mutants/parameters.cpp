// checkers/mutants/parameters.cpp
// Purpose   Mutants for which one parameter of a run has no effect: the references of four kinds,
//           started with a value of their own.
// Source    https://github.com/glotzerlab/hoomd-blue/issues/1448 (a parameter without effect).
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/mpmc/disk_kind.hpp"

namespace touchstone::mutants {
namespace {

constexpr const char* kOrigin =
    "https://github.com/glotzerlab/hoomd-blue/issues/1448 (parameter without effect)";

const bool registered =
    register_mutant(DiskMutant{
        .scheme = {.info = {.name = "mutant/trials-per-cell-ignored",
                            .source = "Anderson et al. 2013, Algorithm 1, broken on purpose",
                            .claims = Claims::detailed_balance},
                   .start =
                       [](const disks::Configuration& start, disks::RunParameters p) {
                         p.trials_per_cell = 4;
                         return disks::scheme("mpmc/checkerboard-reference").start(start, p);
                       },
                   .tolerance = 1e-5,
                   .trials = disks::DiskScheme::Trials::per_cell},
        .origin = kOrigin,
        .killed_by = {"property/parameters"}}) &&
    register_mutant(ShapeMutant{
        .scheme = {.info = {.name = "mutant/shapes-rotation-ignored",
                            .source = "planted fault",
                            .claims = Claims::global_balance},
                   .start =
                       [](const shapes::Configuration& start, shapes::RunParameters p) {
                         p.max_rotation = 0.2;
                         return shapes::shape_scheme("hpmc/metropolis-reference").start(start, p);
                       }},
        .origin = kOrigin,
        .killed_by = {"shapes/parameters"}}) &&
    register_mutant(ClusterMutant{
        .scheme = {.info = {.name = "mutant/henon-angle-ignored",
                            .source = "planted fault",
                            .claims = Claims::conserves_particles},
                   .start =
                       [](const cluster::Stars& start, cluster::ClusterParameters p) {
                         p.theta_max = 1;
                         return cluster::cluster_scheme("cmc/reference").start(start, p);
                       }},
        .origin = kOrigin,
        .killed_by = {"cmc/parameters", "cmc/time step law"}}) &&
    register_mutant(
        IntegratorMutant{
            .scheme = {.info = {.name = "mutant/integrator-softening-ignored",
                                .source = "planted fault"},
                       .claims = longrange::kAllIntegratorClaims,
                       .models = {longrange::Model::hmf, longrange::Model::ring,
                                  longrange::Model::plane},
                       .start =
                           [](const longrange::State& start, longrange::RunParameters p) {
                             if (p.system.model != longrange::Model::hmf) p.system.softening = 0.1;
                             return longrange::scheme("longrange/yoshida-reference")
                                 .start(start, p);
                           }},
            .origin = kOrigin,
            .killed_by = {"integrator/parameters"}});

}  // namespace
}  // namespace touchstone::mutants
