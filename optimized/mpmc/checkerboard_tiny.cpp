// optimized/mpmc/checkerboard_tiny.cpp
// Purpose   The body of the parallel checkerboard scheme on tiny lattices, for exact proofs. The
//           vector schemes are tied to it by equality, bit for bit.
#include <type_traits>

#include "models/disks/lattice_checkerboard.hpp"
#include "optimized/mpmc/checkerboard_body.hpp"

namespace touchstone::optimized {
namespace {

const SchemeInfo info{.name = "mpmc/checkerboard-openmp",
                      .source = "Anderson et al. 2013, Algorithms 2 and 4",
                      .claims = Claims::detailed_balance | Claims::global_balance};

template <class Base>
TinyModel model(disks::LatticeSetup setup, bool nightly = false) {
  TinyModel result = disks::lattice_model<Base>(
      info, setup, []<class Space>(std::type_identity<Space>, int trials_per_cell) {
        return CheckerboardBody<Space>(trials_per_cell);
      });
  result.nightly = nightly;
  return result;
}

bool register_rings() {
  for (int trials = 1; trials <= 8; ++trials) {
    TinyModel ring = model<disks::RingSpace>({.particles = 6, .trials_per_cell = trials});
    ring.labels.emplace_back("particle_shuffle", "Yes");
    ring.labels.emplace_back("colour_shuffle", "Yes");
    register_tiny(std::move(ring));
  }
  register_tiny(model<disks::RingSpace>({.cell_width = 3, .particles = 4, .trials_per_cell = 2}));
  register_tiny(model<disks::RingSpace>(
      {.cell_width = 6, .columns = 2, .particles = 3, .trials_per_cell = 5}));
  return register_tiny(model<disks::RingSpace>(
      {.cell_width = 5, .particles = 7, .trials_per_cell = 2, .keep_order = false}));
}

bool register_squares() {
  using disks::TorusSpace;  // 2 x 2 cells have one cell of each colour: nothing is parallel there
  register_tiny(model<TorusSpace>(
      {.cell_width = 2, .columns = 4, .rows = 4, .particles = 2, .keep_order = false}));
  return register_tiny(model<TorusSpace>(
      {.cell_width = 2, .columns = 4, .rows = 4, .particles = 3, .keep_order = false}, true));
}

const bool registered = register_rings() && register_squares();

}  // namespace
}  // namespace touchstone::optimized
