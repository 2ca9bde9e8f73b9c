// Reports of the grid emulator about faults in the kernels of hard shapes: the barrier that is
// missing, by the array that is raced for, before any trajectory could show it.
#include <gmock/gmock.h>

#include "models/hpmc/bodies/named.hpp"
#include "planted/queue_without_barrier/gpu/hpmc/shapes_emulated.hpp"

namespace touchstone::mutants {
namespace {

using gpu::EmulatedDevice;
using gpu::planted::queue_without_barrier::ShapeCheckerboard;
using gpu::planted::queue_without_barrier::ShapeQueue;

/// The message of the first fault of a step of pentagons; empty without one.
std::string fault_of(ShapeQueue queue, gpu::Order order) {
  const shapes::Configuration start =
      shapes::simple_lattice(shapes::named_body("pentagon"), 6, 0.5);
  const shapes::RunParameters p{.max_displacement = 0.2, .max_rotation = 0.5};
  ShapeCheckerboard<EmulatedDevice> simulation(
      std::make_shared<EmulatedDevice>(gpu::Emulation{.order = order}), queue,
      {.threads = 16, .group = 4}, start, p, gpu::point_shapes(start.types, "test"));
  try {
    simulation.advance(1);
  } catch (const gpu::KernelFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(DeviceShapesFaults, AQueueWithoutABarrierIsARaceOrUnwritten) {
  // Forward, a thread mostly tests what it has put there itself.
  for (const gpu::Order order : {gpu::Order::reverse, gpu::Order::shuffled}) {
    EXPECT_EQ(fault_of(ShapeQueue::registers, order), "");
    EXPECT_THAT(fault_of(ShapeQueue::block, order),
                testing::AllOf(testing::HasSubstr("hpmc/block-queue"),
                               testing::HasSubstr("array 'queue'")));
  }
}

}  // namespace
}  // namespace touchstone::mutants
