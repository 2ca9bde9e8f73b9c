// gpu/hpmc/shapes_cuda.cu
// Purpose   The kernels of hard shapes, compiled for a device.
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

/// Fewer bodies are not worth a search.
constexpr std::size_t kTunedBodies = 4000;

/// Small blocks of few cells, so that small systems are on many multiprocessors.
constexpr ShapeBlocks kSmall{.threads = 64, .group = 4, .cells = 16};

/// A system for which sizes were found; few per program.
struct TunedShapes {
  ShapeQueue queue;
  std::size_t bodies;
  double volume;
  std::vector<std::int32_t> points;  ///< number of points of each type
  ShapeBlocks blocks;
};

/// Tries sizes, one kind after another with the best of the others, on one simulation.
class Tuner {
 public:
  Tuner(ShapeQueue queue, const shapes::Configuration& start, const shapes::RunParameters& p,
        const PointShapes& types)
      : simulation_(device_, queue, best_, start, at_constant_volume(p), types) {}

  /// One of the values of a size: the fastest, if it is faster than what was found so far.
  void choose(int ShapeBlocks::*size, const std::vector<int>& values) {
    const Tuning tuning = tune_threads(*device_, values, [&](int value) {
      ShapeBlocks tried = best_;
      tried.*size = value;
      simulation_.use(tried);
      simulation_.advance(1);
    });
    best_.*size = tuning.threads;
  }
  ShapeBlocks best() const { return best_; }

 private:
  static shapes::RunParameters at_constant_volume(shapes::RunParameters p) {
    p.box = {};
    return p;
  }

  std::shared_ptr<CudaDevice> device_ = std::make_shared<CudaDevice>();
  ShapeBlocks best_ = kSmall;
  OnCuda simulation_;
};

ShapeBlocks fastest(ShapeQueue queue, const shapes::Configuration& start,
                    const shapes::RunParameters& p, const PointShapes& types) {
  Tuner tuner(queue, start, p, types);
  if (queue == ShapeQueue::block)  // few cells: on all of the device; many: full threads
    tuner.choose(&ShapeBlocks::cells, {16, 32, 64, 128, 256, 512});
  tuner.choose(&ShapeBlocks::threads, {32, 64, 128, 256});
  if (queue != ShapeQueue::block) return tuner.best();
  tuner.choose(&ShapeBlocks::group, {1, 2, 4, 8});
  return tuner.best();
}

ShapeBlocks best_blocks(ShapeQueue queue, const shapes::Configuration& start,
                        const shapes::RunParameters& p, const PointShapes& types) {
  if (start.size() < kTunedBodies) return kSmall;
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
  require_device();
  return std::make_unique<OnCuda>(std::make_shared<CudaDevice>(), queue,
                                  best_blocks(queue, start, p, types), start, p, types);
}

}  // namespace touchstone::gpu
