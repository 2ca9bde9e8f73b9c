// The kernels of the checkerboard on the grid emulator: in every order of threads and for every
// size of blocks they do what the serial Algorithm 1 does, bit for bit, and break no rule of a
// device.
#include "gpu/mpmc/checkerboard.hpp"

#include <gtest/gtest.h>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "models/disks/start.hpp"

namespace touchstone::gpu {
namespace {

constexpr Form kForms[] = {Form::paper, Form::registers,  Form::nine,
                           Form::tiles, Form::persistent, Form::persistent_tiles};

disks::RunParameters parameters() {
  disks::RunParameters p;
  p.seed = 5;
  return p;
}

std::unique_ptr<disks::Simulation> emulated(Form form, const disks::Configuration& start,
                                            Emulation emulation = {}, Blocks blocks = {}) {
  return std::make_unique<Checkerboard<float, EmulatedDevice>>(
      std::make_shared<EmulatedDevice>(emulation), form, blocks, start, parameters());
}

TEST(DeviceCheckerboard, EveryFormAndOrderGivesTheSameBitsAndBreaksNoRule) {
  const auto start = disks::hexagonal_start(72, 0.65);
  const auto first = emulated(Form::registers, start, {.checks = false});
  first->advance(5);
  for (const Form form : kForms)
    for (const Order order : {Order::forward, Order::reverse, Order::shuffled}) {
      SCOPED_TRACE(testing::Message()
                   << "form " << static_cast<int>(form) << " order " << static_cast<int>(order));
      const auto other =
          emulated(form, start, {.order = order}, {.sweep = 63, .shift = 32, .resident = 2});
      other->advance(3);
      other->advance(2);
      EXPECT_EQ(other->configuration().centres, first->configuration().centres);
      EXPECT_EQ(other->stages()->accepted, first->stages()->accepted);
      EXPECT_EQ(other->stages()->trials, first->stages()->trials);
      EXPECT_EQ(other->stages()->occupancy, first->stages()->occupancy);
    }
}

TEST(DeviceCheckerboard, SizeOfBlocksDecidesNothing) {
  const auto start = disks::hexagonal_start(72, 0.65);
  for (const Form form : kForms) {
    const auto some = emulated(form, start, {.checks = false}, {.sweep = 32, .shift = 256});
    const auto others = emulated(form, start, {.checks = false}, {.sweep = 256, .shift = 32});
    some->advance(4);
    others->advance(4);
    EXPECT_EQ(some->configuration().centres, others->configuration().centres);
  }
}

TEST(DeviceCheckerboard, SizeOfTilesDecidesNothing) {
  const auto start = disks::hexagonal_start(300, 0.6);
  for (const Form form : {Form::tiles, Form::persistent_tiles}) {
    const auto some = emulated(form, start, {.checks = false}, {.sweep = 96, .resident = 3});
    const auto others = emulated(form, start, {.checks = false},
                                 {.sweep = 32, .resident = 2, .tile = {.width = 4, .height = 6}});
    some->advance(3);
    others->advance(3);
    EXPECT_EQ(some->configuration().centres, others->configuration().centres);
    EXPECT_EQ(some->stages()->accepted, others->stages()->accepted);
  }
}

TEST(DeviceCheckerboard, FourthDiskOfANeighbourIsInTheWay) {
  // Cells are 1.4 wide; one has four disks, each near a disk of another cell.
  const disks::Configuration start{{8.4, 8.4},
                                   {{2.85, 2.85},
                                    {4.15, 2.85},
                                    {2.85, 4.15},
                                    {4.15, 4.15},
                                    {5.2, 4.15},
                                    {4.15, 5.2},
                                    {5.2, 2.85},
                                    {2.85, 5.2},
                                    {1.8, 4.15},
                                    {1.8, 2.85}}};
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    disks::RunParameters p;
    p.seed = seed;
    const auto run = [&](Form form) {
      Checkerboard<float, EmulatedDevice> one(
          std::make_shared<EmulatedDevice>(Emulation{.checks = false}), form, {}, start, p);
      one.advance(1);
      return one.configuration().centres;
    };
    const auto expected = run(Form::paper);  // reads every slot
    for (const Form form : {Form::registers, Form::tiles}) EXPECT_EQ(run(form), expected);
  }
}

TEST(DeviceCheckerboard, ChoiceOfBlocksBeginsAgain) {
  const auto start = disks::hexagonal_start(72, 0.65);
  const auto device = std::make_shared<EmulatedDevice>(Emulation{.checks = false});
  Checkerboard<float, EmulatedDevice> tuned(device, Form::registers, {}, start, parameters());
  const Blocks chosen = tuned.choose({{.sweep = 32}, {.sweep = 64}});
  EXPECT_TRUE(chosen.sweep == 32 || chosen.sweep == 64);
  const auto other = emulated(Form::registers, start, {.checks = false});
  tuned.advance(3);
  other->advance(3);
  EXPECT_EQ(tuned.configuration().centres, other->configuration().centres);
  EXPECT_EQ(tuned.stages()->accepted, other->stages()->accepted);
}

}  // namespace
}  // namespace touchstone::gpu
