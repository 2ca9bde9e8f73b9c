// checkers/mutants/cmc/structure.cpp
// Purpose   Mutants of the radii and of the core of a cluster.
// Source    Seeded faults: what is right for equal masses alone.
#include "checkers/cmc/structure_law.hpp"

namespace touchstone::mutants {
namespace {

using cluster::Stars;

/// The same stars with the mean mass each.
Stars of_equal_masses(Stars stars) {
  double sum = 0;
  for (const double mass : stars.mass) sum += mass;
  for (double& mass : stars.mass) mass = sum / static_cast<double>(stars.size());
  return stars;
}

const bool registered =
    register_observables(
        "cmc",
        cmc::structure("mutant/structure-counts-stars", {.lagrangian =
                                                             [](const Stars& stars, double share) {
                                                               return cluster::lagrangian_radius(
                                                                   of_equal_masses(stars), share);
                                                             }}),
        Origin::invented("seeded fault: stars are counted instead of their masses")) &&
    register_observables(
        "cmc",
        cmc::structure("mutant/structure-core-of-one-mass",
                       {.core =
                            [](const Stars& stars) {
                              return cluster::casertano_hut_core(of_equal_masses(stars));
                            }}),
        Origin::invented("seeded fault: shells weigh as much as if all stars were alike"));

}  // namespace
}  // namespace touchstone::mutants
