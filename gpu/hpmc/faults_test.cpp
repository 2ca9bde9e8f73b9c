// Reports of the grid emulator about faults in the kernels of hard shapes: the barrier that is
// missing, by the array that is raced for, before any trajectory could show it.
#include <gmock/gmock.h>

#include "gpu/hpmc/shapes_emulated.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::gpu {
namespace {

struct QueueWithoutBarrier : ShapeFaults {
  static constexpr BlockQueueFault kQueue = BlockQueueFault::no_barrier;
};

/// The message of the first fault of a step of pentagons; empty without one.
template <class Fault>
std::string fault_of(ShapeQueue queue, Order order) {
  const shapes::Configuration start =
      shapes::simple_lattice(shapes::named_body("pentagon"), 6, 0.5);
  const shapes::RunParameters p{.max_displacement = 0.2, .max_rotation = 0.5};
  ShapeCheckerboard<EmulatedDevice, Fault> simulation(
      std::make_shared<EmulatedDevice>(Emulation{.order = order}), queue,
      {.threads = 16, .group = 4}, start, p, point_shapes(start.types, "test"));
  try {
    simulation.advance(1);
  } catch (const KernelFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(DeviceShapesFaults, AQueueWithoutABarrierIsARaceOrUnwritten) {
  // Forward, a thread mostly tests what it has put there itself.
  for (const Order order : {Order::reverse, Order::shuffled}) {
    EXPECT_EQ(fault_of<ShapeFaults>(ShapeQueue::block, order), "");
    EXPECT_THAT(fault_of<QueueWithoutBarrier>(ShapeQueue::block, order),
                testing::AllOf(testing::HasSubstr("hpmc/block-queue"),
                               testing::HasSubstr("array 'queue'")));
  }
}

}  // namespace
}  // namespace touchstone::gpu
