// gpu/hpmc/shapes_cuda.cu
// Purpose   The kernels of hard shapes, compiled for a device.
#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"
#include "gpu/exec/tune.hpp"
#include "gpu/hpmc/self_test.hpp"
#include "gpu/hpmc/shapes_cuda.hpp"

namespace touchstone::gpu {
namespace {

using OnCuda = ShapeCheckerboard<CudaDevice>;

/// Below so many bodies a sweep takes less time than its launches, whatever the sizes.
constexpr std::size_t kTunedBodies = 30000;

/// A system for which sizes were found; few per program.
struct TunedShapes {
  ShapeQueue queue;
  std::size_t bodies;
  double volume;
  std::vector<std::int32_t> points;  ///< number of points of each type
  ShapeBlocks blocks;
};

/// Threads of a block to try: the usual ones, and the one that keeps most of the device busy.
std::vector<int> candidates(const CudaDevice& device, ShapeQueue queue, int group) {
  std::vector<int> all{64, 128, 256};
  const int busy = queue == ShapeQueue::block ? device.occupancy_threads(BlockQueue{{}, group})
                                              : device.occupancy_threads(RegisterQueue{{}});
  if (std::find(all.begin(), all.end(), busy) == all.end() && busy % group == 0 &&
      busy % kWarpSize == 0)
    all.push_back(busy);
  return all;
}

/// Groups and cells of the block queue to try: few cells keep small systems on all of the device,
/// many keep threads of large ones busy.
std::vector<ShapeBlocks> forms(ShapeQueue queue) {
  if (queue != ShapeQueue::block) return {ShapeBlocks{}};
  std::vector<ShapeBlocks> all;
  for (const int group : {1, 2, 4, 8})
    for (const int cells : {32, 128, 512}) all.push_back({.group = group, .cells = cells});
  return all;
}

/// Fastest of all combinations, tried one after another on one simulation.
ShapeBlocks fastest(ShapeQueue queue, const shapes::Configuration& start,
                    const shapes::RunParameters& p, const PointShapes& types) {
  const auto device = std::make_shared<CudaDevice>();
  shapes::RunParameters one_step = p;
  one_step.box = {};
  OnCuda simulation(device, queue, ShapeBlocks{}, start, one_step, types);
  ShapeBlocks best;
  double seconds = 0;
  for (const ShapeBlocks& form : forms(queue)) {
    const Tuning tuning =
        tune_threads(*device, candidates(*device, queue, form.group), [&](int threads) {
          ShapeBlocks blocks = form;
          blocks.threads = threads;
          simulation.use(blocks);
          simulation.advance(1);
        });
    for (const TunedThreads& tried : tuning.candidates)
      if (tried.cannot_run.empty() && (seconds == 0 || tried.seconds < seconds)) {
        seconds = tried.seconds;
        best = form;
        best.threads = tried.threads;
      }
  }
  return best;
}

ShapeBlocks best_blocks(ShapeQueue queue, const shapes::Configuration& start,
                        const shapes::RunParameters& p, const PointShapes& types) {
  if (start.size() < kTunedBodies) return {};
  static std::mutex one_at_a_time;  // trials side by side would time each other
  static std::vector<TunedShapes> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  std::vector<std::int32_t> points;
  for (const PointShape& type : types.types) points.push_back(type.count);
  for (const TunedShapes& one : known)
    if (one.queue == queue && one.bodies == start.size() && one.volume == start.box.volume() &&
        one.points == points)
      return one.blocks;
  known.push_back(
      {queue, start.size(), start.box.volume(), points, fastest(queue, start, p, types)});
  return known.back().blocks;
}

}  // namespace

std::vector<SelfTestResult> shapes_self_test_on_cuda() {
  return shapes_self_test([](ShapeQueue queue, const ShapeTestCase& one) {
    return std::make_unique<OnCuda>(std::make_shared<CudaDevice>(), queue, ShapeBlocks{}, one.start,
                                    one.parameters, point_shapes(one.start.types, "self test"));
  });
}

std::unique_ptr<shapes::Simulation> shapes_on_cuda(ShapeQueue queue,
                                                   const shapes::Configuration& start,
                                                   const shapes::RunParameters& p,
                                                   const PointShapes& types) {
  static const DeviceStatus status = device_status();
  if (!status.available) throw InputError(status.text);
  return std::make_unique<OnCuda>(std::make_shared<CudaDevice>(), queue,
                                  best_blocks(queue, start, p, types), start, p, types);
}

}  // namespace touchstone::gpu
