// checkers/mutants/longrange/device.cpp
// Purpose   Mutants of the kernels of the long-range models for devices, on the grid emulator as it
//           runs them in production (no rule is checked on the way): forces, energies and states
//           have to give them away. What the emulator says when it does check is in
//           gpu/longrange/faults_test.cpp.
#include <string>
#include <utility>

#include "checkers/longrange/integrator_kind.hpp"
#include "gpu/longrange/emulated.hpp"

namespace touchstone::mutants {
namespace {

using gpu::DirectFaults;
using gpu::ExchangeFault;
using gpu::HmfFault;
using gpu::HmfFaults;
using gpu::HmfForm;
using gpu::SelfTerm;
using gpu::SumForm;
using gpu::TileForceFault;
using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

template <TileForceFault kFault>
struct InTile : DirectFaults {
  static constexpr TileForceFault kTile = kFault;
};
struct SelfLeftIn : DirectFaults {
  static constexpr SelfTerm kSelf = SelfTerm::left_in;
};
template <ExchangeFault kFault>
struct InExchange : DirectFaults {
  static constexpr ExchangeFault kExchange = kFault;
};
template <HmfFault kFault>
struct InPass : HmfFaults {
  static constexpr HmfFault kPass = kFault;
};
struct OwnSumsOnly : HmfFaults {
  static constexpr bool kOwnSumsOnly = true;
};

using Start = decltype(LongrangeScheme::start);

template <class Fault>
Start tiles(int devices = 1) {
  return [devices](const State& start, const RunParameters& p) {
    return gpu::direct_on_emulator<double, SumForm::tiles, Fault>(devices, start, p);
  };
}
template <class Fault>
Start hmf(int devices = 1) {
  return [devices](const State& start, const RunParameters& p) {
    return gpu::hmf_on_emulator<HmfForm::angle, Fault>(devices, false, start, p);
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

const bool registered =
    add("tile-not-there", kPairs, tiles<InTile<TileForceFault::no_barrier_after_load>>(),
        Origin::paper(
            "Rocha Filho, section 3.2, step 3 without \"and synchronize threads in the block\""),
        {kGradient, kAccuracy}) &&
    add("tile-overwritten", kPairs, tiles<InTile<TileForceFault::no_barrier_before_load>>(),
        Origin::paper("Rocha Filho, section 3.2: steps 4 and 5 have no synchronization before step "
                      "3 comes again"),
        {kAccuracy, kThirdLaw}) &&
    add("full-last-tile", kPairs, tiles<InTile<TileForceFault::full_last_tile>>(),
        Origin::paper(
            "Rocha Filho, section 3.2: N as if it were a multiple of the threads of a block"),
        {kAccuracy, kThirdLaw}) &&
    add("self-terms", kPairs, tiles<SelfLeftIn>(),
        Origin::paper("Rocha Filho, Figure 1: the tile on the diagonal contains i = j"),
        {"integrator/energies"}) &&
    add("padding-counts", kHmf, hmf<InPass<HmfFault::padding_counts>>(),
        Origin::invented("seeded fault: particles that fill the last chunk have weight 1"),
        {kGradient}) &&
    add("chunk-of-a-block", kHmf, hmf<InPass<HmfFault::chunk_of_a_block>>(),
        Origin::invented(
            "seeded fault: sums by blocks, so that their rounding depends on the size of a block"),
        {"integrator/thread invariance"}) &&
    add("field-not-there", kHmf, hmf<InPass<HmfFault::no_barrier_for_field>>(),
        Origin::invented("seeded fault: the other warps of a block do not wait for the sum"),
        {"integrator/thread invariance"}) &&
    add("equal-shares", kPairs, tiles<InExchange<ExchangeFault::equal_shares>>(2),
        Origin::paper(
            "Rocha Filho, section 3.2, two devices, steps 1 and 2: N/2, also where N is odd"),
        {kEquality}, "longrange/tiles-double-cuda") &&
    add("sent-too-early", kPairs, tiles<InExchange<ExchangeFault::too_early>>(2),
        Origin::paper(
            "Rocha Filho, section 3.2, two devices: copies without stream synchronization, step 9"),
        {kEquality}, "longrange/tiles-double-cuda") &&
    add("own-sums-only", kHmf, hmf<OwnSumsOnly>(2),
        Origin::paper("Rocha Filho, section 3.1, two devices: sums are not exchanged"), {kEquality},
        "longrange/hmf-angle-cuda");

}  // namespace
}  // namespace touchstone::mutants
