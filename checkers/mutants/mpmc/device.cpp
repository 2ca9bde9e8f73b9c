// checkers/mutants/mpmc/device.cpp
// Purpose   Mutants of the device kernels, on the grid emulator as it runs them in production (no
//           rule is checked on the way): the sampling itself has to give them away. What the
//           emulator says when it does check is in device_test.cpp. The faults are patches:
//           checkers/mutants/planted/mpmc.
#include <string>
#include <utility>
#include <vector>

#include "checkers/disks/disk_kind.hpp"
#include "planted/colours_without_barrier/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/last_neighbour_full/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/narrow_margin/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/plan_left_out/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/screen_without_margin/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/shift_by_two_expressions/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/vote_without_barrier/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/wrong_neighbour/gpu/mpmc/checkerboard_emulated.hpp"

namespace touchstone::mutants {
namespace {

/// The copy of the kernels is that of the namespace that the form belongs to.
template <auto kForm>
bool add(const char* name, const Origin& origin, std::vector<std::string> killed_by) {
  return register_mutant(
      DiskMutant{.scheme = {.info = {.name = std::string("mutant/device-") + name,
                                     .source = "gpu/mpmc with a fault",
                                     .claims = Claims::detailed_balance | Claims::global_balance |
                                               Claims::thread_invariant | Claims::equals_reference |
                                               Claims::conserves_particles,
                                     .backend = "emulated"},
                            .start = checkerboard_on_emulator<float, kForm>(kForm),
                            .tolerance = 1e-5,
                            .equals = "mpmc/checkerboard-reference",
                            .trials = disks::DiskScheme::Trials::per_cell,
                            .emulated = true,
                            .start_in_ten_bits = checkerboard_on_emulator<TenBits, kForm>(kForm),
                            .mutant = true},
                 .origin = origin,
                 .killed_by = std::move(killed_by)});
}

namespace planted = gpu::planted;

const bool registered =
    add<planted::wrong_neighbour::Form::registers>(
        "wrong-neighbour", Origin::invented("seeded fault: an index in the neighbour table"),
        {"property/legal"}) &&
    add<planted::vote_without_barrier::Form::nine>(
        "vote-without-barrier", Origin::invented("seeded fault: a missing barrier"),
        {"property/legal"}) &&
    add<planted::colours_without_barrier::Form::tiles>(
        "colours-without-barrier", Origin::invented("seeded fault: a missing barrier"),
        {"property/equals reference"}) &&
    add<planted::last_neighbour_full::Form::registers>(
        "last-neighbour-full",
        Origin::outsider("seeded fault: whether a neighbour has a fourth disk is forgotten"),
        {"property/full cells"}) &&
    add<planted::narrow_margin::Form::tiles>(
        "narrow-margin",
        Origin::invented("seeded fault: a halo that is right for one colour, not for four"),
        {"property/equals reference", "property/drawn systems"}) &&
    add<planted::screen_without_margin::Form::registers>(
        "screen-without-margin",
        Origin::invented("seeded fault: a margin for rounding that is left out"),
        {"property/near contact"}) &&
    add<planted::plan_left_out::Form::registers>(
        "plan-left-out", Origin::invented("seeded fault: a counter that is one too far"),
        {"property/equals reference"}) &&
    add<planted::shift_by_two_expressions::Form::paper>(
        "shift-by-two-expressions",
        Origin::paper("Anderson 2013, section 3.2, discussion of Algorithm 4 line 20"),
        {"round-off/ten bits"});

}  // namespace
}  // namespace touchstone::mutants
