// checkers/mutants/longrange/device.cpp
// Purpose   Mutants of the kernels of the long-range models for devices, on the grid emulator as it
//           runs them in production (no rule is checked on the way): forces, energies and states
//           have to give them away. What the emulator says when it does check is in
//           device_test.cpp. The faults are patches: checkers/mutants/planted/longrange.
#include <string>
#include <utility>

#include "checkers/longrange/integrator_kind.hpp"
#include "planted/chunk_of_a_block/gpu/longrange/emulated.hpp"
#include "planted/equal_shares/gpu/longrange/emulated.hpp"
#include "planted/field_not_there/gpu/longrange/emulated.hpp"
#include "planted/full_last_tile/gpu/longrange/emulated.hpp"
#include "planted/lanes_not_added/gpu/longrange/emulated.hpp"
#include "planted/own_pair_subtracted/gpu/longrange/emulated.hpp"
#include "planted/own_sums_only/gpu/longrange/emulated.hpp"
#include "planted/padding_counts/gpu/longrange/emulated.hpp"
#include "planted/self_terms/gpu/longrange/emulated.hpp"
#include "planted/sent_too_early/gpu/longrange/emulated.hpp"
#include "planted/tile_not_there/gpu/longrange/emulated.hpp"
#include "planted/tile_overwritten/gpu/longrange/emulated.hpp"

namespace touchstone::mutants {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

using Start = decltype(LongrangeScheme::start);
using Run = std::unique_ptr<longrange::Simulation>;

Start tiles(Run (*on_emulator)(int, const State&, const RunParameters&), int devices = 1) {
  return [=](const State& start, const RunParameters& p) { return on_emulator(devices, start, p); };
}
Start hmf(Run (*on_emulator)(int, bool, const State&, const RunParameters&), int devices = 1) {
  return [=](const State& start, const RunParameters& p) {
    return on_emulator(devices, false, start, p);
  };
}

/// `equals`: of two devices, the scheme of one.
bool add(const char* name, const std::vector<Model>& models, const Start& start,
         const Origin& origin, std::vector<std::string> killed_by, const char* equals = "") {
  const bool dual = *equals != '\0';
  const std::string full_name = std::string("mutant/integrator-device-") + name;
  // Input is checked as in the schemes: bad input is none of the faults.
  const Start checked = [=](const State& state, const RunParameters& p) {
    longrange::require_startable(full_name, models, p, state);
    return start(state, p);
  };
  return register_mutant(IntegratorMutant{
      .scheme = {.info = {.name = full_name,
                          .source = "gpu/longrange with a fault",
                          .claims = dual ? Claims::thread_invariant | Claims::equals_reference
                                         : Claims::thread_invariant,
                          .backend = "emulated"},
                 .claims = dual ? IntegratorClaims::none : longrange::kAllIntegratorClaims,
                 .models = models,
                 .start = checked,
                 .emulated = true,
                 .equals = equals},
      .origin = origin,
      .killed_by = std::move(killed_by)});
}

constexpr const char* kGradient = "integrator/force is -grad V";
constexpr const char* kAccuracy = "integrator/force accuracy";
constexpr const char* kThirdLaw = "integrator/third law";
constexpr const char* kEquality = "integrator/equality";
const std::vector<Model> kPairs{Model::ring, Model::plane};
const std::vector<Model> kHmf{Model::hmf};

namespace planted = gpu::planted;

const bool registered =
    add("tile-not-there", kPairs,
        tiles(planted::tile_not_there::direct_on_emulator<double,
                                                          planted::tile_not_there::SumForm::tiles>),
        Origin::paper(
            "Rocha Filho, section 3.2, step 3 without \"and synchronize threads in the block\""),
        {kGradient, kAccuracy}) &&
    add("tile-overwritten", kPairs,
        tiles(planted::tile_overwritten::direct_on_emulator<
              double, planted::tile_overwritten::SumForm::tiles>),
        Origin::paper("Rocha Filho, section 3.2: steps 4 and 5 have no synchronization before step "
                      "3 comes again"),
        {kAccuracy, kThirdLaw}) &&
    add("full-last-tile", kPairs,
        tiles(planted::full_last_tile::direct_on_emulator<double,
                                                          planted::full_last_tile::SumForm::tiles>),
        Origin::paper(
            "Rocha Filho, section 3.2: N as if it were a multiple of the threads of a block"),
        {kAccuracy, kThirdLaw}) &&
    add("self-terms", kPairs,
        tiles(planted::self_terms::direct_on_emulator<double, planted::self_terms::SumForm::tiles>),
        Origin::paper("Rocha Filho, Figure 1: the tile on the diagonal contains i = j"),
        {"integrator/energies"}) &&
    add("own-pair-subtracted", kPairs,
        tiles(planted::own_pair_subtracted::direct_on_emulator<
              double, planted::own_pair_subtracted::SumForm::tiles>),
        Origin::public_code("Touchstone until 2026: with little softening the potential of a "
                            "particle and itself took the digits of all others"),
        {"integrator/small softening"}) &&
    add("padding-counts", kHmf,
        hmf(planted::padding_counts::hmf_on_emulator<planted::padding_counts::HmfForm::angle>),
        Origin::invented("seeded fault: particles that fill the last chunk have weight 1"),
        {kGradient}) &&
    add("chunk-of-a-block", kHmf,
        hmf(planted::chunk_of_a_block::hmf_on_emulator<planted::chunk_of_a_block::HmfForm::angle>),
        Origin::invented(
            "seeded fault: sums by blocks, so that their rounding depends on the size of a block"),
        {"integrator/thread invariance"}) &&
    add("field-not-there", kHmf,
        hmf(planted::field_not_there::hmf_on_emulator<planted::field_not_there::HmfForm::angle>),
        Origin::invented("seeded fault: the other warps of a block do not wait for the sum"),
        {"integrator/thread invariance"}) &&
    add("lanes-not-added", kHmf,
        hmf(planted::lanes_not_added::hmf_on_emulator<planted::lanes_not_added::HmfForm::angle>),
        Origin::invented("generated fault: the field of one lane in 32"),
        {"integrator/many angles"}) &&
    add("equal-shares", kPairs,
        tiles(planted::equal_shares::direct_on_emulator<double,
                                                        planted::equal_shares::SumForm::tiles>,
              2),
        Origin::paper(
            "Rocha Filho, section 3.2, two devices, steps 1 and 2: N/2, also where N is odd"),
        {kEquality}, "longrange/tiles-double-cuda") &&
    add("sent-too-early", kPairs,
        tiles(planted::sent_too_early::direct_on_emulator<double,
                                                          planted::sent_too_early::SumForm::tiles>,
              2),
        Origin::paper(
            "Rocha Filho, section 3.2, two devices: copies without stream synchronization, step 9"),
        {kEquality}, "longrange/tiles-double-cuda") &&
    add("own-sums-only", kHmf,
        hmf(planted::own_sums_only::hmf_on_emulator<planted::own_sums_only::HmfForm::angle>, 2),
        Origin::paper("Rocha Filho, section 3.1, two devices: sums are not exchanged"), {kEquality},
        "longrange/hmf-angle-cuda");

}  // namespace
}  // namespace touchstone::mutants
