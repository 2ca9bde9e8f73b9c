// Report of the grid emulator about a fault in the kernels of orbits, before any sampling could
// show it.
#include <gmock/gmock.h>

#include "models/cmc/plummer.hpp"
#include "planted/shared_stream/gpu/cmc/orbits_emulated.hpp"

namespace touchstone::mutants {
namespace {

TEST(DeviceOrbitsFaults, AStreamOfTwoBlocksIsAConflict) {
  std::vector<cluster::Lfsr113> streams = cluster::separate_streams(1, 2);
  try {
    gpu::planted::shared_stream::OrbitsOnDevice<gpu::EmulatedDevice>(
        std::make_shared<gpu::EmulatedDevice>(), 1, cluster::plummer::sample(40, 5))
        .sample_positions(streams, true);
    ADD_FAILURE() << "no fault was found";
  } catch (const gpu::KernelFault& fault) {
    EXPECT_THAT(fault.what(), testing::HasSubstr("streams"));
  }
}

}  // namespace
}  // namespace touchstone::mutants
