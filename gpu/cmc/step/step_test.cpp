// Whole steps on the grid emulator with checks, in several orders of lanes and with several sizes
// of blocks of the grid, beside the serial reference.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/cmc/step/step_emulated.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::gpu {
namespace {

using cluster::ClusterParameters;
using cluster::ClusterRun;
using cluster::Stars;

/// Unequal masses, and some stars that are not bound.
Stars start_of(std::size_t count, bool losing = true) {
  Stars stars = cluster::plummer::sample(count, 7);
  double total = 0;
  for (std::size_t i = 0; i < count; ++i)
    total += stars.mass[i] *= 1 + static_cast<double>(stars.id[i] % 5);
  for (double& m : stars.mass) m /= total;
  if (losing)
    for (std::size_t i = 5; i < count; i += 41) stars.radial_velocity[i] = 3;
  return stars;
}

void expect_the_same(const ClusterRun& run, const ClusterRun& expected) {
  EXPECT_EQ(run.stars(), expected.stars());
  EXPECT_EQ(run.streams(), expected.streams());
  const cluster::StepReport a = run.report(), b = expected.report();
  EXPECT_EQ(a.stars, b.stars);
  EXPECT_EQ(a.timestep, b.timestep);
  EXPECT_EQ(a.kinetic, b.kinetic);
  EXPECT_EQ(a.potential, b.potential);
  EXPECT_EQ(a.escaped_energy, b.escaped_energy);
  EXPECT_EQ(a.unplaced_energy, b.unplaced_energy);
  EXPECT_EQ(a.lost_energy, b.lost_energy);
  EXPECT_EQ(a.tidal_radius, b.tidal_radius);
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.above_bound, b.above_bound);
}

void expect_the_reference(const Stars& start, const ClusterParameters& p,
                          const Emulation& emulation, const StepThreads& threads, int steps = 3) {
  HenonOnDevice<EmulatedDevice> run(std::make_shared<EmulatedDevice>(emulation), threads, start, p);
  const auto expected = cluster::cluster_scheme("cmc/reference").start(start, p);
  expect_the_same(run, *expected);
  for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
    run.step();
    expected->step();
    expect_the_same(run, *expected);
  }
}

TEST(DeviceSteps, AreThoseOfTheSerialEmulationBitForBitInEveryOrder) {
  const Stars start = start_of(487);
  for (const Order order : {Order::forward, Order::reverse, Order::shuffled})
    for (const std::size_t ranks : {1u, 12u, 23u})
      expect_the_reference(start, {.seed = 3, .ranks = ranks}, {.order = order}, {64, 32}, 2);
}

TEST(DeviceSteps, OfManyStarsAndSmallBlocksOfTheGrid) {
  const Stars start = start_of(3011);
  expect_the_reference(start, {.seed = 5, .ranks = 75}, {.checks = false}, {48, 4}, 4);
  expect_the_reference(start_of(3000, false), {.seed = 5, .ranks = 120},
                       {.order = Order::shuffled, .checks = false}, {256, 128}, 4);
}

TEST(DeviceSteps, WithEveryParameter) {
  const Stars start = start_of(331);
  ClusterParameters p{.seed = 9, .ranks = 6, .theta_max = 0.5};
  const Emulation emulation{.order = Order::shuffled, .checks = false};
  p.timestep = cluster::TimestepScheme::sliding;
  p.pair_masses = cluster::PairMasses::any;
  expect_the_reference(start, p, emulation, {});
  p.mass_loss = std::make_shared<const cluster::MassTable>(
      std::vector<std::pair<double, double>>{{0, 1}, {1e-4, 0.95}, {1, 0.5}});
  expect_the_reference(start, p, emulation, {});
  for (const auto criterion : {cluster::TideCriterion::radius, cluster::TideCriterion::energy}) {
    p.tide = {criterion, 3};
    expect_the_reference(start, p, emulation, {});
  }
}

/// The order of stars at one radius is that of their ids, wherever they were.
TEST(DeviceSteps, OrderStarsOfEqualRadii) {
  EmulatedDevice device(Emulation{.order = Order::shuffled});
  const auto keys = device.upload(std::vector<std::uint64_t>{1, 4, 4, 4, 5, 6, 6});
  const auto ids = device.upload(std::vector<std::uint32_t>{10, 9, 8, 7, 6, 5, 4});
  auto order = device.upload(std::vector<std::uint32_t>{0, 2, 1, 3, 4, 5, 6});
  device.launch(OrderEqualRadii{6, keys.span(), ids.span(), order.span()}, {2, 4});
  // Stars 3, 2, 1 have the ids 7, 8, 9. The last one does not stay.
  EXPECT_EQ(device.read(order), (std::vector<std::uint32_t>{0, 3, 2, 1, 4, 5, 6}));
}

TEST(DeviceSteps, BlocksAreThoseOfThePartition) {
  for (const std::size_t stars : {21u, 487u, 1000u, 1019u})
    for (std::size_t ranks = 1; ranks <= stars / cluster::kBin; ++ranks) {
      const auto expected = cluster::partition(stars, ranks);
      const StepBlocks blocks = step_blocks(static_cast<std::int64_t>(stars), ranks);
      for (std::size_t r = 0; r < ranks; ++r) {
        const DeviceBlock found = blocks.block(static_cast<std::int64_t>(r));
        EXPECT_EQ(static_cast<std::size_t>(found.first), expected[r].first);
        EXPECT_EQ(static_cast<std::size_t>(found.end), expected[r].end);
      }
    }
}

TEST(DeviceSteps, EndWhereTooFewStarsAreLeft) {
  Stars start = cluster::plummer::sample(45, 7);
  for (std::size_t i = 5; i < 40; ++i) start.radial_velocity[i] = 5;
  const auto run = henon_on_emulator(start, {.seed = 1, .ranks = 1});
  EXPECT_THROW(run->step(), InputError);
}

}  // namespace
}  // namespace touchstone::gpu
