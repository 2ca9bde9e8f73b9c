// reference/mpmc/checkerboard_tiny.cpp
// Purpose   Algorithm 1 on tiny lattices, for exact proofs: as it is, and with the colours in fixed
//           order, which keeps the distribution but not reversibility (Table 1 of the paper).
#include <type_traits>

#include "models/disks/lattice_checkerboard.hpp"
#include "reference/mpmc/checkerboard.hpp"

namespace touchstone::reference {
namespace {

template <class Space>
struct OnLattice {
  using State = disks::CellSystem<Space>;
  Checkerboard<Space> scheme;

  void sub_sweeps(State& state, ChoiceTape& tape, std::uint64_t sweep, ProofExec&,
                  disks::StageCounters& stages) const {
    scheme.sub_sweeps(state, tape, sweep, stages);
  }
  void shift_cells(const State& from, State& to, disks::GridShift<int> shift, ProofExec&) const {
    to = from;
    scheme.shift_cells(to, shift);
  }
};

bool add(const char* name, bool shuffle_colours, disks::LatticeSetup setup) {
  const Claims reversible = shuffle_colours ? Claims::detailed_balance : Claims::none;
  return register_tiny(disks::lattice_model<disks::RingSpace>(
      {.name = name,
       .source = "Anderson et al. 2013, Algorithm 1",
       .claims = reversible | Claims::global_balance},
      setup, [shuffle_colours]<class Space>(std::type_identity<Space>, int trials) {
        return OnLattice<Space>{Checkerboard<Space>(
            CheckerboardOptions{.trials_per_cell = trials, .shuffle_colours = shuffle_colours})};
      }));
}

bool register_rings() {
  for (const int trials : {1, 2, 3}) {
    const disks::LatticeSetup small{.cell_width = 3, .particles = 4, .trials_per_cell = trials};
    add("mpmc/checkerboard-reference", true, small);
    add("mpmc/checkerboard-reference-fixed-colours", false, small);
  }
  return true;
}

const bool registered = register_rings();

}  // namespace
}  // namespace touchstone::reference
