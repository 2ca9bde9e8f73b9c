// Reports of the grid emulator about faults in the kernels of the checkerboard: the barrier that is
// missing, by name, before any sampling could show it.
#include <gmock/gmock.h>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/mpmc/checkerboard.hpp"
#include "models/disks/start.hpp"

namespace touchstone::gpu {
namespace {

struct VoteWithoutBarrier : Faults {
  static constexpr VoteFault kVote = VoteFault::no_barrier;
};
struct ColoursWithoutBarrier : Faults {
  static constexpr TileFault kTile = TileFault::no_barrier;
};

/// The message of the first sweep's fault; empty without one.
template <class Fault>
std::string fault_of(Form form) {
  Checkerboard<float, EmulatedDevice, Fault> simulation(
      std::make_shared<EmulatedDevice>(), form, {.sweep = 63}, disks::hexagonal_start(72, 0.65),
      disks::RunParameters{});
  try {
    simulation.advance(1);
  } catch (const KernelFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(DeviceCheckerboardFaults, MissingBarrierBetweenColoursOfATileIsARace) {
  EXPECT_EQ(fault_of<Faults>(Form::tiles), "");
  EXPECT_THAT(fault_of<ColoursWithoutBarrier>(Form::tiles),
              testing::AllOf(testing::HasSubstr("mpmc/tile-sweep"),
                             testing::HasSubstr("slots of the tile")));
}

// Votes are atomics, which do not race; only the sampling shows that they were counted too soon
// (mutant/device-vote-without-barrier).
TEST(DeviceCheckerboardFaults, VotesByAtomicsAreNoRace) {
  EXPECT_EQ(fault_of<VoteWithoutBarrier>(Form::nine), "");
}

}  // namespace
}  // namespace touchstone::gpu
