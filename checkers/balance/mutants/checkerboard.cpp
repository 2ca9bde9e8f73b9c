// checkers/balance/mutants/checkerboard.cpp
// Purpose   Mutants of the checkerboard algorithm on tiny lattices, each with the verdicts that
//           must fail on it.
// Source    Anderson et al. 2013, section 2.4; faults of public codes as cited.
#include "checkers/balance/mutants/lattice_faults.hpp"

namespace touchstone::balance {
namespace {

using disks::RingSpace;
using disks::TorusSpace;
using mutants::Faults;
using mutants::ListOrder;
using mutants::Neighbours;
using mutants::Rejection;

constexpr Claims kReversible = Claims::detailed_balance | Claims::global_balance;

void label_shuffles(TinyModel& model, const char* particles, const char* colours) {
  model.labels.emplace_back("particle_shuffle", particles);
  model.labels.emplace_back("colour_shuffle", colours);
}

bool add(TinyModel model, Origin origin, std::vector<std::string> killed_by,
         double pressure_trials = 0) {
  model.family = "mpmc";
  model.origin = std::move(origin);
  model.killed_by = std::move(killed_by);
  model.pressure_trials = pressure_trials;
  return register_tiny(std::move(model));
}

disks::LatticeSetup ring(int trials) { return {.particles = 6, .trials_per_cell = trials}; }

bool register_pitfalls() {
  for (int trials = 1; trials <= 4; ++trials)
    add(leaving_lattice<RingSpace>("ring-leaving-allowed", ring(trials), false),
        Origin::paper("Anderson 2013, section 2.4, item 1"), {"detailed balance", "global balance"},
        5.6e7);
  for (const int trials : {1, 2, 3})
    add(faulty_lattice<SharedStreamRing>("ring-one-stream-for-all-cells", ring(trials), {}),
        Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/1925",
                           "(correlated moves)"),
        {"global balance", "fresh streams"});
  return add(leaving_lattice<RingSpace>("ring-each-once-and-leaving", ring(1), true),
             Origin::paper("Anderson 2013, section 2.4, last paragraphs"),
             {"detailed balance", "global balance"});
}

/// The four variants of the paper's Table 1; the one with both shuffles is the production body.
bool register_shuffles() {
  const Origin kTable = Origin::paper("Anderson 2013, section 2.4, item 2, Table 1");
  for (int trials = 1; trials <= 8; ++trials) {
    TinyModel none = faulty_lattice<RingSpace>("ring-no-particle-shuffle", ring(trials),
                                               {.order = ListOrder::kept});
    label_shuffles(none, "No", "Yes");
    add(std::move(none), kTable, {"hidden memory"}, 9e12);
    TinyModel neither = fixed_colours("mutant/ring-no-particle-shuffle-fixed-colours",
                                      Claims::global_balance, ring(trials), ListOrder::kept);
    label_shuffles(neither, "No", "No");
    add(std::move(neither), kTable, {"hidden memory"}, 9e12);
    TinyModel colours = fixed_colours("variant/fixed-colours", Claims::global_balance, ring(trials),
                                      ListOrder::shuffled);
    label_shuffles(colours, "Yes", "No");
    colours.family = "mpmc";
    register_tiny(std::move(colours));
  }
  return add(fixed_colours("mutant/ring-fixed-colours-called-reversible", kReversible, ring(2),
                           ListOrder::shuffled),
             Origin::paper("Anderson 2013, section 2.4, item 3: only reversibility is lost"),
             {"detailed balance"});
}

bool register_orders() {
  // Two particles in a cell are shuffled rightly by chance; three are not.
  const disks::LatticeSetup wide{
      .cell_width = 6, .columns = 2, .particles = 3, .trials_per_cell = 1};
  return add(faulty_lattice<RingSpace>("ring-biased-shuffle", wide, {.order = ListOrder::biased}),
             Origin::invented("seeded fault: each place swaps with any place"),
             {"hidden memory"}) &&
         add(faulty_lattice<RingSpace>("ring-shuffle-range-off-by-one", ring(1),
                                       {.order = ListOrder::one_too_few}),
             Origin::invented("seeded fault: the last index of the random range is never drawn"),
             {"hidden memory"});
}

bool register_moves() {
  disks::LatticeSetup roomy{.cell_width = 3, .particles = 4, .trials_per_cell = 1};
  roomy.capacity = roomy.cell_width;  // overlapping particles are not lost but seen
  const disks::LatticeSetup small{.cell_width = 3, .particles = 4, .trials_per_cell = 1};
  const disks::LatticeSetup torus{
      .cell_width = 2, .columns = 4, .rows = 4, .particles = 2, .keep_order = false};
  return add(faulty_lattice<RingSpace>("ring-retry-instead-of-reject", ring(1),
                                       {.rejection = Rejection::retried, .most_retries = 3}),
             Origin::public_bug("https://github.com/espressomd/espresso/issues/2045",
                                "(retries until valid)"),
             {"detailed balance", "global balance"}) &&
         add(faulty_lattice<RingSpace>("ring-reject-without-restoring", roomy,
                                       {.rejection = Rejection::kept}),
             Origin::public_bug("https://github.com/lammps/lammps/issues/467",
                                "(rejected move not restored)"),
             {"stochastic"}) &&
         add(faulty_lattice<RingSpace>("ring-no-step-from-the-edge", small,
                                       {.steps_shrink_at_edge = true}),
             Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/1595",
                                "(state-dependent step)"),
             {"detailed balance", "global balance"}) &&
         add(faulty_lattice<RingSpace>("ring-stale-neighbours", ring(1),
                                       {.neighbours = Neighbours::stale}),
             Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/2022",
                                "(stale tree: overlaps)"),
             {"stochastic"}) &&
         add(faulty_lattice<TorusSpace>("squares-missing-diagonal-neighbour", torus,
                                        {.neighbours = Neighbours::without_diagonal}),
             Origin::invented("seeded fault: one of nine cells is not searched"), {"stochastic"});
}

bool register_grid() {
  TinyModel fixed = faulty_lattice<RingSpace>("ring-no-grid-shift", ring(1), {});
  fixed.operators.pop_back();
  const disks::LatticeSetup narrow{
      .cell_width = 2, .columns = 6, .particles = 2, .trials_per_cell = 1, .range = 4};
  return add(std::move(fixed), Origin::invented("seeded fault: no particle ever leaves its cell"),
             {"irreducible"}) &&
         add(faulty_lattice<LongRing>("ring-cells-too-narrow", narrow, {}),
             Origin::public_bug("https://github.com/glotzerlab/hoomd-blue/pull/554",
                                "(cells below the range)"),
             {"stochastic"}) &&
         add(faulty_lattice<RingSpace>("ring-overflow-dropped", ring(1),
                                       {.overflow_reported = false}),
             Origin::paper(
                 "Anderson 2013, section 3.1: cells 1e-4 wider than the capacity argument allows"),
             {"stochastic"}) &&
         add(faulty_lattice<RingSpace>("ring-step-missing-from-key", ring(1), {.step_bits = 0}),
             Origin::invented("seeded fault: every sweep repeats the draws of the first"),
             {"fresh streams"}) &&
         add(faulty_lattice<RingSpace>("ring-nine-bits-of-the-sweep", ring(1), {.step_bits = 9}),
             Origin::invented("seeded fault: draws repeat after 512 sweeps"), {"fresh streams"}) &&
         add(faulty_lattice<RingSpace>("ring-half-of-the-sweeps-not-shuffled", ring(1),
                                       {.order = ListOrder::kept, .order_in_all_sweeps = false}),
             Origin::invented("seeded fault: the shuffle is left out in sweeps 2 and 3 of four"),
             {"every sweep"});
}

const bool registered = register_pitfalls() && register_shuffles() && register_orders() &&
                        register_moves() && register_grid();

}  // namespace
}  // namespace touchstone::balance
