// checkers/mutants/mpmc/moves.cpp
// Purpose   Mutants of the trial move: leaving the cell, wrong neighbours, wrong rejection, wrong
//           steps.
#include "checkers/disks/disk_kind.hpp"
#include "checkers/mutants/mpmc/faulty_scheme.hpp"

namespace touchstone::mutants {
namespace {

/// It decides as the reference does, but within rounding of contact or a border.
disks::DiskScheme nearly_the_reference(const char* name, const Faults& faults) {
  disks::DiskScheme scheme = faulty_scheme(name, faults);
  scheme.info.claims = scheme.info.claims | Claims::equals_reference;
  scheme.equals = "mpmc/checkerboard-reference";
  return scheme;
}

const bool registered =
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("leaving-allowed", {.leaving_allowed = true}),
                   .origin = Origin::paper("Anderson 2013, section 2.4, item 1"),
                   .killed_by = {"stage/occupancy by colour order",
                                 "stage/acceptance by colour order", "exact start/one sweep"},
                   .pressure_trials = 5.6e7,
                   .pressure_source = "N = 72, packing 0.65, shift of P* by 0.05, static rift"}) &&
    register_mutant(DiskMutant{
        .scheme =
            faulty_scheme("each-once-and-leaving", {.leaving_allowed = true, .each_once = true}),
        .origin = Origin::paper("Anderson 2013, section 2.4, last paragraphs"),
        .killed_by = {"stage/acceptance by colour order"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("missing-diagonal-neighbour",
                                           {.neighbours = Neighbours::without_diagonal}),
                   .origin = Origin::invented("seeded fault: one of nine cells is not searched"),
                   .killed_by = {"property/legal"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("stale-neighbours", {.neighbours = Neighbours::stale}),
        .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/2022",
                                     "(stale tree: overlaps)"),
        .killed_by = {"property/legal"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("retry-instead-of-reject", {.rejection = Rejection::retried}),
        .origin = Origin::public_bug("https://github.com/espressomd/espresso/issues/2045",
                                     "(retries until valid)"),
        .killed_by = {"exact start/one sweep"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("reject-without-restoring", {.rejection = Rejection::kept}),
        .origin = Origin::public_bug("https://github.com/lammps/lammps/issues/467",
                                     "(rejected move not restored)"),
        .killed_by = {"property/legal", "property/forced reject"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("steps-shrink-at-edge", {.steps_shrink_at_edge = true}),
        .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/1595",
                                     "(state-dependent step)"),
        .killed_by = {"exact start/one sweep"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("step-size-ignored", {.step_size_used = false}),
        .origin = Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/issues/1448",
                                     "(parameter without effect)"),
        .killed_by = {"property/displacement law"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("steps-drift", {.drift = 0.03}),
        .origin =
            Origin::outsider("seeded fault of a program of a stranger: a drift of 3 % of a step"),
        .killed_by = {"property/displacement law"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("steps-of-12-bits", {.step_values = 4096}),
        .origin =
            Origin::outsider("seeded fault of a program of a stranger: random numbers of 12 bits"),
        .killed_by = {"property/displacement law"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("contact-too-far", {.contact = 1.0001}),
        .origin = Origin::outsider("seeded fault of a program of a stranger: contact at 1.0001"),
        .killed_by = {"property/contact"}}) &&
    register_mutant(DiskMutant{.scheme = faulty_scheme("contact-too-near", {.contact = 0.9999}),
                               .origin = Origin::invented("seeded fault: contact at 0.9999"),
                               .killed_by = {"property/contact"}}) &&
    register_mutant(DiskMutant{
        .scheme = nearly_the_reference("contact-by-expanded-squares", {.expanded_squares = true}),
        .origin = Origin::outsider("seeded fault: a screen whose margin is below its rounding"),
        .killed_by = {"property/near contact"}}) &&
    register_mutant(DiskMutant{
        .scheme = nearly_the_reference("contact-within-a-cell", {.contact_within = 1 - 5e-7}),
        .origin = Origin::invented("seeded fault: the test within a cell is an expression of its "
                                   "own, whose rounding is larger"),
        .killed_by = {"property/near contact"}}) &&
    register_mutant(DiskMutant{
        .scheme = nearly_the_reference("low-borders-inside", {.low_borders_inside = true}),
        .origin = Origin::invented("found by generated mutants: > for >= where cells begin"),
        .killed_by = {"property/cell borders"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("moves-not-stored", {.moves_stored = false}),
                   .origin = Origin::public_bug("https://github.com/lammps/lammps/issues/2672",
                                                "(silently does nothing)"),
                   .killed_by = {"property/displacement law", "property/visits the whole box"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("empty-cells-counted", {.counts_empty_cells = true}),
                   .origin = Origin::public_bug("https://github.com/spparks/spparks/pull/36",
                                                "(wrong counts); flatters a benchmark"),
                   .killed_by = {"property/trials counted"}}) &&
    register_mutant(
        DiskMutant{.scheme = faulty_scheme("memory-of-one-number", {.positions_in_memory = false}),
                   .origin = Origin::invented("seeded fault: a report that flatters a benchmark"),
                   .killed_by = {"property/reports itself"}}) &&
    register_mutant(DiskMutant{
        .scheme = faulty_scheme("one-side-for-both", {.sides_told_apart = false}),
        .origin = Origin::invented("seeded fault: heights are wrapped by the width of the box"),
        .killed_by = {"property/any shape"}});

}  // namespace
}  // namespace touchstone::mutants
