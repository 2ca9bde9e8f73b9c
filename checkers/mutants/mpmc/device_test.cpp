// Reports of the grid emulator about faults in the kernels of the checkerboard: the barrier that is
// missing, by name, before any sampling could show it.
#include <gmock/gmock.h>

#include "models/disks/start.hpp"
#include "planted/colours_without_barrier/gpu/mpmc/checkerboard_emulated.hpp"
#include "planted/vote_without_barrier/gpu/mpmc/checkerboard_emulated.hpp"

namespace touchstone::mutants {
namespace {

using gpu::EmulatedDevice;

/// The message of the first sweep's fault; empty without one.
template <class OnDevice, class Form>
std::string fault_of(Form form) {
  OnDevice simulation(std::make_shared<EmulatedDevice>(), form, {.sweep = 63},
                      disks::hexagonal_start(72, 0.65), disks::RunParameters{});
  try {
    simulation.advance(1);
  } catch (const gpu::KernelFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(DeviceCheckerboardFaults, MissingBarrierBetweenColoursOfATileIsARace) {
  using namespace gpu::planted::colours_without_barrier;
  using Run = Checkerboard<float, EmulatedDevice>;
  EXPECT_EQ(fault_of<Run>(Form::registers), "");
  EXPECT_THAT(fault_of<Run>(Form::tiles), testing::AllOf(testing::HasSubstr("mpmc/tile-sweep"),
                                                         testing::HasSubstr("slots of the tile")));
}

// Votes are atomics, which do not race; only the sampling shows that they were counted too soon
// (mutant/device-vote-without-barrier).
TEST(DeviceCheckerboardFaults, VotesByAtomicsAreNoRace) {
  using namespace gpu::planted::vote_without_barrier;
  EXPECT_EQ((fault_of<Checkerboard<float, EmulatedDevice>>(Form::nine)), "");
}

}  // namespace
}  // namespace touchstone::mutants
