// checkers/mutants/hpmc/device.cpp
// Purpose   Mutants of the kernels of hard shapes for devices, on the grid emulator as it runs them
//           in production (no rule is checked on the way): the trajectories have to give them away.
//           What the emulator says when it does check is in gpu/hpmc/faults_test.cpp.
#include <string>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "gpu/hpmc/shapes_emulated.hpp"

namespace touchstone::mutants {
namespace {

using gpu::AcceptFault;
using gpu::BlockQueueFault;
using gpu::NearFault;
using gpu::ShapeFaults;
using gpu::ShapeQueue;

template <BlockQueueFault kFault>
struct InQueue : ShapeFaults {
  static constexpr BlockQueueFault kQueue = kFault;
};
struct WrongCell : ShapeFaults {
  static constexpr NearFault kNear = NearFault::wrong_cell;
};
struct NoOrientation : ShapeFaults {
  static constexpr AcceptFault kAccept = AcceptFault::no_orientation;
};
struct Stale : ShapeFaults {
  static constexpr bool kStale = true;
};

constexpr const char* kBits = "shapes/equals reference";
constexpr const char* kLegal = "shapes/legal";

template <class Fault>
bool add(const char* name, ShapeQueue queue, const Origin& origin,
         std::vector<std::string> killed_by) {
  const std::string full_name = std::string("mutant/shapes-device-") + name;
  return register_mutant(ShapeMutant{
      .scheme = {.info = {.name = full_name,
                          .source = "gpu/hpmc with a fault",
                          .claims = Claims::global_balance | Claims::conserves_particles |
                                    Claims::thread_invariant | Claims::equals_reference,
                          .backend = "emulated"},
                 .start =
                     [full_name, queue](const shapes::Configuration& start,
                                        const shapes::RunParameters& p) {
                       return gpu::shapes_on_emulator<Fault>(full_name, queue, start, p);
                     },
                 .equals = "hpmc/checkerboard-reference",
                 .confined = true,
                 .emulated = true},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

const bool registered =
    add<InQueue<BlockQueueFault::no_barrier>>(
        "queue-without-barrier", ShapeQueue::block,
        Origin::invented(
            "seeded fault: threads test the queue before all have put their pairs there"),
        {kBits, kLegal}) &&
    add<InQueue<BlockQueueFault::lost_when_full>>(
        "queue-loses-pairs", ShapeQueue::block,
        Origin::invented("seeded fault: a pair for which the queue has no room is not tried again"),
        {kBits, kLegal}) &&
    add<WrongCell>("wrong-cell", ShapeQueue::registers,
                   Origin::invented("seeded fault: an index in the list of cells nearby"),
                   {kBits, kLegal}) &&
    add<Stale>("stale-bodies", ShapeQueue::global,
               Origin::paper(
                   "the paper's section 3.4 on sequential updates inside cells: bodies are tested "
                   "where they were before the colour"),
               {kBits, kLegal}) &&
    add<NoOrientation>(
        "orientation-not-written", ShapeQueue::block,
        Origin::invented("seeded fault: an accepted rotation that is not written back"),
        {kBits, "shapes/proposals"});

}  // namespace
}  // namespace touchstone::mutants
