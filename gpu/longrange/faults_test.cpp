// Reports of the grid emulator about faults in the kernels of the long-range models: the barrier
// that is missing, by the array that is raced for.
#include <gmock/gmock.h>

#include "gpu/longrange/emulated.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::gpu {
namespace {

template <TileForceFault kFault>
struct InTile : DirectFaults {
  static constexpr TileForceFault kTile = kFault;
};
struct FieldWithoutBarrier : HmfFaults {
  static constexpr HmfFault kPass = HmfFault::no_barrier_for_field;
};

/// The message of the first fault; empty without one.
template <class Run>
std::string fault_of(const Run& run) {
  try {
    run();
  } catch (const KernelFault& fault) {
    return fault.what();
  }
  return "";
}

template <class Fault>
std::string fault_of_tiles() {
  return fault_of([] {
    const longrange::State start = longrange::annulus(50, 1, 1.5, 1);
    Direct<double, SumForm::tiles, EmulatedDevice, Fault>(
        emulated_devices(1, {}), 32, start, {.system = {longrange::Model::plane, 0.1}})
        .advance(1);
  });
}
template <class Fault>
std::string fault_of_hmf() {
  return fault_of([] {
    const longrange::State start = longrange::cold_circle(50, 1);
    Hmf<HmfForm::angle, EmulatedDevice, Fault>(emulated_devices(1, {}), 64, false, start, {})
        .advance(1);
  });
}

TEST(DeviceLongrangeFaults, ATileWithoutABarrierIsARaceOrUnwritten) {
  EXPECT_EQ(fault_of_tiles<DirectFaults>(), "");
  EXPECT_THAT(fault_of_tiles<InTile<TileForceFault::no_barrier_after_load>>(),
              testing::AllOf(testing::HasSubstr("longrange/plane-tiles"),
                             testing::HasSubstr("array 'tile'")));
  EXPECT_THAT(
      fault_of_tiles<InTile<TileForceFault::no_barrier_before_load>>(),
      testing::AllOf(testing::HasSubstr("race between threads"), testing::HasSubstr("'tile'")));
}

TEST(DeviceLongrangeFaults, AFieldWithoutABarrierIsARaceOrUnwritten) {
  EXPECT_EQ(fault_of_hmf<HmfFaults>(), "");
  EXPECT_THAT(
      fault_of_hmf<FieldWithoutBarrier>(),
      testing::AllOf(testing::HasSubstr("longrange/hmf-pass"), testing::HasSubstr("'sum'")));
}

}  // namespace
}  // namespace touchstone::gpu
