// checkers/mutants/mpmc/observables.cpp
// Purpose   Mutants of the order and of the close pairs of disks.
// Source    Seeded faults.
#include "checkers/mpmc/order_law.hpp"

namespace touchstone::mutants {
namespace {

using disks::Configuration;

const bool registered =
    register_observables(
        "mpmc",
        order_of_disks("mutant/order-of-the-mean-bond", {.order =
                                                             [](const Configuration& c) {
                                                               disks::BondOrder order =
                                                                   disks::bond_order(c);
                                                               order.mean_local =
                                                                   std::abs(order.global);
                                                               return order;
                                                             }}),
        Origin::invented("seeded fault: the modulus of the mean for the mean of moduli")) &&
    register_observables(
        "mpmc",
        order_of_disks("mutant/pairs-in-a-narrow-box-twice",
                       {.pairs =
                            [](const Configuration& c, const std::vector<double>& radii) {
                              std::vector<double> pairs = disks::pairs_within(c, radii);
                              for (std::size_t k = 0; k < radii.size(); ++k)
                                if (c.box.width < 3 * radii[k]) pairs[k] *= 2;
                              return pairs;
                            }}),
        Origin::invented("seeded fault: a neighbour on both sides of a narrow box counts twice"));

}  // namespace
}  // namespace touchstone::mutants
