// checkers/mutants/mpmc/grid.cpp
// Purpose   Mutants of the cell grid: its width, its capacity, its shift.
#include "checkers/disks/disk_kind.hpp"
#include "checkers/mutants/mpmc/faulty_scheme.hpp"

namespace touchstone::mutants {
namespace {

const Origin kAlgorithm4 =
    Origin::paper("Anderson 2013, section 3.2, discussion of Algorithm 4 line 20");

const bool registered =
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("no-grid-shift", {.grid_shifts = false}),
                   .origin = Origin::invented("seeded fault: no disk ever leaves its cell"),
                   .killed_by = {"property/visits the whole box"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("cells-too-narrow", {.cells_wide_enough = false}),
                   .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/554",
                                                "(cells below the range)"),
                   .killed_by = {"property/legal"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("overflow-dropped", {.overflow_reported = false}),
        .origin = Origin::paper(
            "Anderson 2013, section 3.1: cells 1e-4 wider than the capacity argument allows"),
        .killed_by = {"property/conserves particles", "property/refuses bad input"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("origin-not-shifted", {.origin_follows = false}),
        .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/issues/1562",
                                     "(shifted coordinates)"),
        .killed_by = {"property/forced reject"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("positions-not-wrapped", {.positions_wrapped = false}),
                   .origin = Origin::public_bug("https://github.com/BLAST-WarpX/warpx/issues/3347",
                                                "(particles beyond the edge)"),
                   .killed_by = {"property/inside the box"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("positions-of-seven-digits", {.positions_in_double = false}),
        .origin = Origin::invented(
            "planted in production code: the corner of a cell in single precision"),
        .killed_by = {"property/long boxes"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("shift-moved-then-tested", {.shift_rule = ShiftRule::moved_closed}),
        .origin = kAlgorithm4,
        .killed_by = {"round-off/ten bits"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("shift-translated-then-tested",
                                           {.shift_rule = ShiftRule::translated_closed}),
                   .origin = kAlgorithm4,
                   .killed_by = {"round-off/ten bits"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("shift-open-boundary", {.shift_rule = ShiftRule::moved_open}),
        .origin = kAlgorithm4,
        .killed_by = {"round-off/ten bits"}});

}  // namespace
}  // namespace touchstone::mutants
