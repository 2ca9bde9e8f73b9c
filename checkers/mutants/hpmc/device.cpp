// checkers/mutants/hpmc/device.cpp
// Purpose   Mutants of the kernels of hard shapes for devices, on the grid emulator as it runs them
//           in production (no rule is checked on the way): the trajectories have to give them away.
//           What the emulator says when it does check is in device_test.cpp. The faults are
//           patches: checkers/mutants/planted/hpmc.
#include <string>
#include <utility>

#include "checkers/hpmc/shape_kind.hpp"
#include "planted/orientation_not_written/gpu/hpmc/shapes_emulated.hpp"
#include "planted/queue_loses_pairs/gpu/hpmc/shapes_emulated.hpp"
#include "planted/queue_without_barrier/gpu/hpmc/shapes_emulated.hpp"
#include "planted/slack_of_the_other/gpu/hpmc/shapes_emulated.hpp"
#include "planted/stale_bodies/gpu/hpmc/shapes_emulated.hpp"
#include "planted/undecided_forgotten/gpu/hpmc/shapes_emulated.hpp"
#include "planted/wrong_cell/gpu/hpmc/shapes_emulated.hpp"

namespace touchstone::mutants {
namespace {

constexpr const char* kBits = "shapes/equals reference";
constexpr const char* kLegal = "shapes/legal";

/// The copy of the kernels is that of the namespace that the queue belongs to.
template <auto kQueue>
bool add(const char* name, const Origin& origin, std::vector<std::string> killed_by) {
  const std::string full_name = std::string("mutant/shapes-device-") + name;
  return register_mutant(ShapeMutant{
      .scheme = {.info = {.name = full_name,
                          .source = "gpu/hpmc with a fault",
                          .claims = Claims::global_balance | Claims::conserves_particles |
                                    Claims::thread_invariant | Claims::equals_reference,
                          .backend = "emulated"},
                 .start =
                     [full_name](const shapes::Configuration& start,
                                 const shapes::RunParameters& p) {
                       return shapes_on_emulator<kQueue>(full_name, kQueue, start, p);
                     },
                 .equals = "hpmc/checkerboard-reference",
                 .confined = true,
                 .emulated = true},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

namespace planted = gpu::planted;

const bool registered =
    add<planted::queue_without_barrier::ShapeQueue::block>(
        "queue-without-barrier",
        Origin::invented(
            "seeded fault: threads test the queue before all have put their pairs there"),
        {kBits, kLegal}) &&
    add<planted::queue_loses_pairs::ShapeQueue::block>(
        "queue-loses-pairs",
        Origin::invented("seeded fault: a pair for which the queue has no room is not tried again"),
        {kBits, kLegal}) &&
    add<planted::wrong_cell::ShapeQueue::registers>(
        "wrong-cell", Origin::invented("seeded fault: an index in the list of cells nearby"),
        {kBits, kLegal}) &&
    add<planted::stale_bodies::ShapeQueue::global>(
        "stale-bodies",
        Origin::paper(
            "the paper's section 3.4 on sequential updates inside cells: bodies are tested "
            "where they were before the step"),
        {kBits, kLegal}) &&
    add<planted::undecided_forgotten::ShapeQueue::block>(
        "undecided-forgotten",
        Origin::invented(
            "seeded fault: a pair that single precision leaves undecided counts as apart"),
        {kBits, kLegal}) &&
    add<planted::orientation_not_written::ShapeQueue::block>(
        "orientation-not-written",
        Origin::invented("seeded fault: an accepted rotation that is not written back"),
        {kBits, "shapes/proposals"}) &&
    add<planted::slack_of_the_other::ShapeQueue::block>(
        "slack-of-the-other",
        Origin::invented("planted in production code: a plane of one rounded body allows for "
                         "the rounding in units of the other body"),
        {kBits});

}  // namespace
}  // namespace touchstone::mutants
