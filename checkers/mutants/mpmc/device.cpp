// checkers/mutants/mpmc/device.cpp
// Purpose   Mutants of the device kernels, on the grid emulator as it runs them in production (no
//           rule is checked on the way): the sampling itself has to give them away. What the
//           emulator says when it does check is in gpu/mpmc/faults_test.cpp.
#include <string>
#include <utility>
#include <vector>

#include "checkers/disks/disk_kind.hpp"
#include "gpu/mpmc/checkerboard_emulated.hpp"

namespace touchstone::mutants {
namespace {

struct WrongNeighbour : gpu::Faults {
  static constexpr gpu::CellFault kCell = gpu::CellFault::wrong_neighbour;
};
struct VoteWithoutBarrier : gpu::Faults {
  static constexpr gpu::VoteFault kVote = gpu::VoteFault::no_barrier;
};
struct ColoursWithoutBarrier : gpu::Faults {
  static constexpr gpu::TileFault kTile = gpu::TileFault::no_barrier;
};
struct NarrowMargin : gpu::Faults {
  static constexpr gpu::TileFault kTile = gpu::TileFault::narrow_margin;
};
struct SecondExpression : gpu::Faults {
  static constexpr gpu::ShiftFault kShift = gpu::ShiftFault::second_expression;
};

template <class Fault>
bool add(const char* name, gpu::Form form, const Origin& origin,
         std::vector<std::string> killed_by) {
  return register_mutant(DiskMutant{
      .scheme = {.info = {.name = std::string("mutant/") + name,
                          .source = "gpu/mpmc with a fault",
                          .claims = Claims::detailed_balance | Claims::global_balance |
                                    Claims::thread_invariant | Claims::equals_reference |
                                    Claims::conserves_particles,
                          .backend = "emulated"},
                 .start = gpu::checkerboard_on_emulator<float, Fault>(form),
                 .tolerance = 1e-5,
                 .equals = "mpmc/checkerboard-reference",
                 .trials = disks::DiskScheme::Trials::per_cell,
                 .emulated = true,
                 .start_in_ten_bits = gpu::checkerboard_on_emulator<TenBits, Fault>(form),
                 .mutant = true},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

const bool registered =
    add<WrongNeighbour>("device-wrong-neighbour", gpu::Form::registers,
                        Origin::invented("seeded fault: an index in the neighbour table"),
                        {"property/legal"}) &&
    add<VoteWithoutBarrier>("device-vote-without-barrier", gpu::Form::nine,
                            Origin::invented("seeded fault: a missing barrier"),
                            {"property/legal"}) &&
    add<ColoursWithoutBarrier>("device-colours-without-barrier", gpu::Form::tiles,
                               Origin::invented("seeded fault: a missing barrier"),
                               {"property/equals reference"}) &&
    add<NarrowMargin>(
        "device-narrow-margin", gpu::Form::tiles,
        Origin::invented("seeded fault: a halo that is right for one colour, not for four"),
        {"property/equals reference", "property/drawn systems"}) &&
    add<SecondExpression>(
        "device-shift-by-two-expressions", gpu::Form::paper,
        Origin::paper("Anderson 2013, section 3.2, discussion of Algorithm 4 line 20"),
        {"round-off/ten bits"});

}  // namespace
}  // namespace touchstone::mutants
