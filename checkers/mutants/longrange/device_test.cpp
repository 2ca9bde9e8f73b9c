// Reports of the grid emulator about faults in the kernels of the long-range models: the barrier
// that is missing, by the array that is raced for.
#include <gmock/gmock.h>

#include "models/longrange/starts.hpp"
#include "planted/field_not_there/gpu/longrange/emulated.hpp"
#include "planted/tile_not_there/gpu/longrange/emulated.hpp"
#include "planted/tile_overwritten/gpu/longrange/emulated.hpp"

namespace touchstone::mutants {
namespace {

using gpu::EmulatedDevice;
using testing::AllOf;
using testing::HasSubstr;

/// The message of the first fault; empty without one.
template <class Run>
std::string fault_of(const Run& run) {
  try {
    run();
  } catch (const gpu::KernelFault& fault) {
    return fault.what();
  }
  return "";
}

template <class Direct>
std::string fault_of_tiles() {
  return fault_of([] {
    const longrange::State start = longrange::annulus(50, 1, 1.5, 1);
    Direct({std::make_shared<EmulatedDevice>()}, 32, start,
           {.system = {longrange::Model::plane, 0.1}})
        .advance(1);
  });
}
template <class Hmf>
std::string fault_of_hmf() {
  return fault_of([] {
    const longrange::State start = longrange::cold_circle(50, 1);
    Hmf({std::make_shared<EmulatedDevice>()}, 64, false, start, {}).advance(1);
  });
}

TEST(DeviceLongrangeFaults, ATileWithoutABarrierIsARaceOrUnwritten) {
  using namespace gpu::planted;
  EXPECT_THAT(
      (fault_of_tiles<
          tile_not_there::Direct<double, tile_not_there::SumForm::tiles, EmulatedDevice>>()),
      AllOf(HasSubstr("longrange/plane-tiles"), HasSubstr("array 'tile'")));
  EXPECT_THAT(
      (fault_of_tiles<
          tile_overwritten::Direct<double, tile_overwritten::SumForm::tiles, EmulatedDevice>>()),
      AllOf(HasSubstr("race between threads"), HasSubstr("'tile'")));
}

TEST(DeviceLongrangeFaults, AFieldWithoutABarrierIsARaceOrUnwritten) {
  using namespace gpu::planted;
  EXPECT_EQ((fault_of_hmf<tile_not_there::Hmf<tile_not_there::HmfForm::angle, EmulatedDevice>>()),
            "");
  EXPECT_THAT(
      (fault_of_hmf<field_not_there::Hmf<field_not_there::HmfForm::angle, EmulatedDevice>>()),
      AllOf(HasSubstr("longrange/hmf-pass"), HasSubstr("'sum'")));
  EXPECT_EQ(
      (fault_of_tiles<
          field_not_there::Direct<double, field_not_there::SumForm::tiles, EmulatedDevice>>()),
      "");
}

}  // namespace
}  // namespace touchstone::mutants
