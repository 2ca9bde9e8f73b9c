// Hard shapes on the grid emulator: each queue in several orders of lanes and with checks, beside
// the serial reference and beside itself with other blocks and groups; what is refused; threads.
#include <gtest/gtest.h>

#include "gpu/exec/emulator/on_threads.hpp"
#include "gpu/hpmc/self_test.hpp"
#include "gpu/hpmc/shapes_emulated.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::gpu {
namespace {

using shapes::Configuration;
using shapes::RunParameters;

constexpr ShapeQueue kQueues[] = {ShapeQueue::registers, ShapeQueue::global, ShapeQueue::block};

std::unique_ptr<shapes::Simulation> emulated(ShapeQueue queue, const ShapeTestCase& one,
                                             Emulation emulation, ShapeBlocks blocks) {
  return std::make_unique<ShapeCheckerboard<EmulatedDevice>>(
      std::make_shared<EmulatedDevice>(emulation), queue, blocks, one.start, one.parameters,
      point_shapes(one.start.types, "test"));
}

void expect_same(const shapes::Simulation& a, const shapes::Simulation& b,
                 const std::string& where) {
  const Configuration ca = a.configuration();
  const Configuration cb = b.configuration();
  EXPECT_EQ(ca.centres, cb.centres) << where;
  EXPECT_EQ(ca.orientations, cb.orientations) << where;
  EXPECT_EQ(ca.box, cb.box) << where;
  EXPECT_EQ(a.stats().rotations.accepted, b.stats().rotations.accepted) << where;
  EXPECT_EQ(a.stats().translations.trials, b.stats().translations.trials) << where;
}

TEST(DeviceShapes, EveryQueueAndOrderGivesTheBitsOfTheReferenceAndBreaksNoRule) {
  for (const ShapeTestCase& one : shape_test_cases()) {
    const auto reference =
        shapes::shape_scheme("hpmc/checkerboard-reference").start(one.start, one.parameters);
    reference->advance(1);
    for (const ShapeQueue queue : kQueues)
      for (const Order order : {Order::forward, Order::reverse, Order::shuffled}) {
        // Without barriers one order shows as much as another.
        if (queue != ShapeQueue::block && order != Order::shuffled) continue;
        const auto run = emulated(queue, one, {order}, {.threads = 16, .group = 2, .pairs = 16});
        run->advance(1);
        expect_same(*run, *reference, one.name);
      }
  }
}

TEST(DeviceShapes, NeitherBlocksNorGroupsDecideABit) {
  for (const ShapeTestCase& one : shape_test_cases()) {
    const Emulation fast{.checks = false};
    const auto first = emulated(ShapeQueue::registers, one, fast, {.threads = 32});
    first->advance(3);
    for (const ShapeQueue queue : kQueues)
      for (const ShapeBlocks blocks : {ShapeBlocks{32, 1, 1}, {8, 8, 5}, {96, 3, 400}}) {
        const auto run = emulated(queue, one, fast, blocks);
        run->advance(1);
        run->advance(2);
        expect_same(*run, *first, one.name);
      }
  }
}

TEST(DeviceShapes, MoveInThePlaneAndInSpaceByBothKinds) {
  for (const ShapeTestCase& one : shape_test_cases()) {
    const auto run = emulated(ShapeQueue::block, one, {.checks = false}, {.threads = 32});
    run->advance(4);
    const shapes::MoveStats stats = run->stats();
    EXPECT_EQ(stats.of_bodies().trials,
              4 * static_cast<std::uint64_t>(one.parameters.sweeps_per_step) * one.start.size())
        << one.name;
    EXPECT_GT(stats.translations.accepted, 0u) << one.name;
    EXPECT_EQ(stats.rotations.accepted > 0, one.turns) << one.name;
    EXPECT_NE(run->configuration().centres, one.start.centres) << one.name;
  }
}

TEST(DeviceShapes, SelfTestGivesTheSameBytesInAnyOrder) {
  const auto run = [](Order order) {
    return shapes_self_test([order](ShapeQueue queue, const ShapeTestCase& one) {
      return emulated(queue, one, {order, 1, false}, {.threads = 32});
    });
  };
  const auto first = run(Order::forward);
  const auto other = run(Order::reverse);
  ASSERT_EQ(first.size(), other.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].bytes, other[i].bytes);
}

TEST(DeviceShapes, SayWhatTheyDoNotTake) {
  const Configuration ellipses = shapes::simple_lattice(shapes::Ellipse{1, 0.5}, 3, 0.2);
  EXPECT_THROW(shapes::shape_scheme("hpmc/checkerboard-cuda").start(ellipses, {}), InputError);
  const Configuration disks = shapes::simple_lattice(shapes::named_body("disk"), 4, 0.3);
  EXPECT_THROW(shapes::shape_scheme("hpmc/checkerboard-cuda").start(disks, {.domains = {2, 1, 1}}),
               InputError);
}

// Real threads, for ThreadSanitizer: one trial in every cell of a colour by the block queue.
TEST(DeviceShapesThreads, BlockQueueHasNoRaces) {
  const Configuration start = shapes::simple_lattice(shapes::named_body("square"), 8, 0.4);
  EmulatedDevice memory({.checks = false});
  const PointShapes types = point_shapes(start.types, "test");
  const auto held = memory.upload(types.types);
  const auto x = memory.upload(types.x), y = memory.upload(types.y), z = memory.upload(types.z);
  BodyBuffers<EmulatedDevice> by_tag(memory, 64);
  by_tag.write(memory, start);
  shapes::CellGrid grid(start.box, largest_diameter(start), start.size());
  const Philox random(1);
  grid.set_origin(random, 0);
  constexpr std::uint32_t kRoom = 9;
  CellBuffers<EmulatedDevice> cells(memory, grid.cells(), kRoom);
  auto most = memory.allocate<std::uint32_t>(8);
  auto tally = memory.allocate<std::uint64_t>(kShapeTallies * kShapeCounters);
  run_on_threads(FillCells{grid, by_tag.view(), cells.view(), kRoom, most.span()}, {2, 8});
  run_on_threads(GatherCells{grid, by_tag.view(), cells.view()}, launch_for(grid.cells(), 16));
  const ShapePass pass{grid,
                       random,
                       move_law(start, {.max_displacement = 0.2, .max_rotation = 0.4}),
                       0,
                       0,
                       0,
                       cells.view(),
                       held.span(),
                       x.span(),
                       y.span(),
                       z.span(),
                       tally.span()};
  const BlockQueue kernel{pass, 2};
  run_on_threads(kernel, kernel.launch(8));
  std::uint64_t trials = 0;
  const auto counters = memory.read(tally);
  for (std::size_t i = 0; i < counters.size(); i += 2) trials += counters[i];
  EXPECT_GT(trials, 4u);
  EXPECT_LE(trials, static_cast<std::uint64_t>(grid.active()));
}

}  // namespace
}  // namespace touchstone::gpu
