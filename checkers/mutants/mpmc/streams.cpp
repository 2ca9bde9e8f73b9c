// checkers/mutants/mpmc/streams.cpp
// Purpose   Mutants of the keys of random streams.
#include "checkers/disks/disk_kind.hpp"
#include "checkers/mutants/mpmc/faulty_scheme.hpp"

namespace touchstone::mutants {
namespace {

/// The seed counts as so many sweeps: seed s + 1 goes on where seed s is after one sweep.
disks::DiskScheme seeds_are_sweeps() {
  disks::DiskScheme scheme = faulty_scheme("seeds-are-sweeps", {});
  scheme.start = [start = scheme.start](const disks::Configuration& c, disks::RunParameters p) {
    p.first_sweep += p.seed;
    p.seed = 1;
    return start(c, p);
  };
  return scheme;
}

const bool registered =
    register_mutant(DiskMutant{
        .scheme = seeds_are_sweeps(),
        .origin = Origin::invented("seeded fault: the seed is added to the number of the sweep"),
        .killed_by = {"property/seeds apart", "property/independent choices"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("one-stream-for-all-cells", {.cell_bits = 0}),
                   .origin = Origin::public_bug("https://github.com/kokkos/kokkos/issues/296",
                                                "(correlated generators)"),
                   .killed_by = {"property/fresh random numbers"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("step-missing-from-key", {.step_bits = 0}),
        .origin = Origin::invented("seeded fault: every sweep repeats the draws of the first"),
        .killed_by = {"property/fresh random numbers"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("sixteen-bits-of-the-cell", {.cell_bits = 16}),
        .origin = Origin::invented("seeded fault: cells beyond 65536 repeat the draws of others"),
        .killed_by = {"property/draws of many cells"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("nine-bits-of-the-sweep", {.step_bits = 9}),
                   .origin = Origin::invented("seeded fault: draws repeat after 512 sweeps"),
                   .killed_by = {"property/draws of late sweeps"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("thirty-two-bits-of-the-sweep", {.step_bits = 32}),
                   .origin = Origin::invented("seeded fault: draws repeat after 2^32 sweeps"),
                   .killed_by = {"property/draws of late sweeps"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("thread-in-key", {.thread_in_key = true}),
                   .origin = Origin::public_bug("https://github.com/GOMC-WSU/GOMC/issues/179",
                                                "(result depends on threads)"),
                   .killed_by = {"property/thread invariant"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("seed-ignored", {.seed_used = false}),
        .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/1925",
                                     "(replicas share a seed)"),
        .killed_by = {"property/different seeds differ"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("hidden-counter-in-key", {.hidden_counter = true}),
                   .origin = Origin::public_bug("https://github.com/mlund/faunus/pull/419",
                                                "(generators out of step)"),
                   .killed_by = {"property/same seed, same trajectory"}});

}  // namespace
}  // namespace touchstone::mutants
