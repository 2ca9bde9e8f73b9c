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
        const auto run =
            emulated(queue, one, {order}, {.threads = 16, .group = 2, .cells = 20, .pairs = 16});
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
      for (const ShapeBlocks blocks :
           {ShapeBlocks{32, 1, 40, 1}, {8, 8, 3, 5}, {96, 3, 400, 400}}) {
        const auto run = emulated(queue, one, fast, blocks);
        run->advance(1);
        run->advance(2);
        expect_same(*run, *first, one.name);
      }
  }
}

/// Small squares in clusters about every second corner of the cells as they are at the start, four
/// in each cell; a rod makes the cells wide. Cells of a step have up to sixteen.
Configuration clusters() {
  Configuration c{.box = shapes::Box::square(4.2)};
  const auto rectangle = [](double x, double y) {
    return shapes::checked(shapes::ConvexPolygon{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}});
  };
  c.types = {rectangle(0.05, 0.05), rectangle(0.5, 0.02)};
  for (const double x : {0.0, 2.1})
    for (const double y : {0.0, 2.1})
      for (int k = 0; k < 16; ++k)
        c.centres.push_back(c.box.wrap({x + 0.15 * (k % 4 - 1.5), y + 0.15 * (k / 4 - 1.5), 0}));
  c.type.resize(c.centres.size());
  c.centres[15] = {0.6, 0.7, 0};
  c.type[15] = 1;
  c.orientations.resize(c.centres.size());
  return c;
}

TEST(DeviceShapes, FindRoomForCrowdedCellsAndLoseNothing) {
  const RunParameters p{.max_displacement = 0.02, .max_rotation = 0.05, .seed = 3};
  const Configuration start = clusters();
  const auto reference = shapes::shape_scheme("hpmc/checkerboard-reference").start(start, p);
  reference->advance(7);
  for (const ShapeQueue queue : kQueues) {
    const auto run = emulated(queue, {"crowded", start, p}, {.checks = false}, {.threads = 16});
    const std::size_t before = run->memory_bytes();
    run->advance(1);
    run->advance(6);
    expect_same(*run, *reference, "crowded");
    EXPECT_EQ(run->stats().of_bodies().accepted, reference->stats().of_bodies().accepted);
    EXPECT_GT(run->memory_bytes(), before);
  }
}

/// Eight bodies in a box of nearly two cells by four. From two by two cells a change of one length
/// leads to one by four: as many, but two of a colour instead of one.
TEST(DeviceShapes, HaveRoomForMoreCellsOfAColourAfterAMoveOfTheBox) {
  Configuration start{.box = {.lx = 2.4, .ly = 4.798, .lz = 1, .dimensions = 2}};
  start.types = {shapes::scaled(shapes::named_body("square"), 0.6)};
  for (int k = 0; k < 8; ++k)
    start.centres.push_back({1.2 * (k % 2) - 0.6, 1.2 * (k / 2) - 1.8, 0});
  start.type.resize(8);
  start.orientations.resize(8);
  int crossings = 0;
  for (std::uint32_t seed = 1; seed <= 2; ++seed) {
    const RunParameters p{.max_displacement = 0.2,
                          .max_rotation = 0.3,
                          .sweeps_per_step = 1,
                          .seed = seed,
                          .box = {.pressure = 1.2, .max_length = 0.1, .per_step = 3}};
    const auto reference = shapes::shape_scheme("hpmc/checkerboard-reference").start(start, p);
    reference->advance(12);
    for (const ShapeQueue queue : kQueues) {
      const auto run = emulated(queue, {"two by four", start, p}, {}, {.threads = 16});
      bool wide = true;  // two by two
      for (int step = 0; step < 12; ++step) {
        run->advance(1);
        const shapes::Box box = run->configuration().box;
        crossings += wide && box.ly > 2 * box.lx ? 1 : 0;
        wide = box.ly < 2 * box.lx;
      }
      expect_same(*run, *reference, "two by four");
    }
  }
  EXPECT_GE(crossings, 2);
}

// Single precision has no squares of small lengths, and none of large ones.
TEST(DeviceShapes, GiveTheBitsOfTheReferenceInAnyUnitOfLength) {
  for (const char* name : {"disk", "square"})
    for (const double unit : {1e-22, 1e20}) {
      const Configuration start =
          shapes::simple_lattice(shapes::scaled(shapes::named_body(name), unit), 12, 0.6);
      const RunParameters p{.max_displacement = 0.2 * unit, .max_rotation = 0.3, .seed = 7};
      const auto reference = shapes::shape_scheme("hpmc/checkerboard-reference").start(start, p);
      reference->advance(10);
      for (const ShapeQueue queue : kQueues) {
        const auto run = emulated(queue, {name, start, p}, {.checks = false}, {.threads = 16});
        run->advance(10);
        expect_same(*run, *reference, name);
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

// Real threads, for ThreadSanitizer: the trials of a colour by the block queue.
TEST(DeviceShapesThreads, BlockQueueHasNoRaces) {
  const Configuration start = shapes::simple_lattice(shapes::named_body("square"), 8, 0.4);
  EmulatedDevice memory({.checks = false});
  const ScreenShapes screens(start.types);
  TypeBuffers<EmulatedDevice> types(memory, point_shapes(start.types, "test"), screens);
  BodyBuffers<EmulatedDevice> by_tag(memory, 64);
  by_tag.write(memory, start);
  const shapes::CellGrid grid(start.box, largest_diameter(start), start.size());
  types.write_pairs(memory, screens.pairs(coordinate_error(grid)));
  const auto offsets = memory.upload(near_offsets(grid));
  const Philox random(1);
  constexpr std::uint32_t kRoom = 9;
  CellBuffers<EmulatedDevice> cells(memory, grid.cells(), kRoom);
  StepBuffers<EmulatedDevice> steps(memory, 0, 1);
  auto tally = memory.allocate<std::uint64_t>(kShapeTallies * kShapeCounters);
  run_on_threads(BeginStep{grid, random, steps.view(), 1}, {1, 8});
  run_on_threads(FillCells{grid, steps.view(), by_tag.view(), cells.view(), kRoom}, {2, 8});
  run_on_threads(GatherCells{grid, steps.view(), by_tag.view(), cells.view()},
                 launch_for(grid.cells(), 16));
  const ShapePass pass{grid,
                       random,
                       move_law(start, {.max_displacement = 0.2, .max_rotation = 0.4}),
                       steps.view(),
                       0,
                       0,
                       cells.view(),
                       types.view(),
                       offsets.span(),
                       tally.span()};
  const BlockQueue kernel{pass, 2, 4};
  run_on_threads(kernel, kernel.launch(8));
  std::uint64_t trials = 0;
  const auto counters = memory.read(tally);
  for (std::size_t i = 0; i < counters.size(); i += 2) trials += counters[i];
  EXPECT_GT(trials, 4u);
  EXPECT_LE(trials, start.size());
}

}  // namespace
}  // namespace touchstone::gpu
