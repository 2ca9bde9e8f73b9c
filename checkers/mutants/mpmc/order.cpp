// checkers/mutants/mpmc/order.cpp
// Purpose   Mutants of the particle shuffle (Algorithm 1 line 5): the list order becomes memory.
// Not here  The missing colour shuffle: it is no fault of sampling, and a registered scheme.
#include "checkers/disks/disk_kind.hpp"
#include "checkers/mutants/mpmc/faulty_scheme.hpp"

namespace touchstone::mutants {
namespace {

const bool registered =
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("no-particle-shuffle", {.order = ListOrder::kept}),
        .origin = Origin::paper("Anderson 2013, section 2.4, item 2, Table 1"),
        .killed_by = {"property/selection law", "stage/acceptance by trial index"},
        .pressure_trials = 9e12,
        .pressure_source = "N = 256^2, packing 0.708, shift of P* by 0.0055 (Table 1)"}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("biased-shuffle", {.order = ListOrder::biased}),
                   .origin = Origin::invented("seeded fault: each place swaps with any place"),
                   .killed_by = {"property/selection law"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("shuffle-range-off-by-one", {.order = ListOrder::one_too_few}),
        .origin =
            Origin::invented("seeded fault: the last index of the random range is never drawn"),
        .killed_by = {"property/selection law"}});

}  // namespace
}  // namespace touchstone::mutants
