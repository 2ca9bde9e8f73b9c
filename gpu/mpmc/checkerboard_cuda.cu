// gpu/mpmc/checkerboard_cuda.cu
// Purpose   The kernels of the checkerboard, compiled for a device.
#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"
#include "gpu/exec/tune.hpp"
#include "gpu/mpmc/checkerboard_cuda.hpp"

namespace touchstone::gpu {
namespace {

using OnCuda = Checkerboard<float, CudaDevice>;

constexpr int kUsualThreads = 128;
/// Below so many cells a sweep takes less time than its launches, whatever the size of blocks.
constexpr double kTunedCells = 1e5;

/// A system for which a size was found; few per program.
struct Tuned {
  std::array<int, 4> system;  ///< form, columns, rows, trials per cell
  int threads;
};

int best_threads(Form form, const disks::Configuration& start, const disks::RunParameters& p) {
  const disks::GridShape shape = disks::choose_grid(start.box, p.columns, p.rows);
  const double cells = shape.cells();
  if (cells < kTunedCells) return kUsualThreads;
  static std::mutex one_at_a_time;  // trials side by side would time each other
  static std::vector<Tuned> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  const std::array<int, 4> system{static_cast<int>(form), static_cast<int>(shape.columns),
                                  static_cast<int>(shape.rows), p.trials_per_cell};
  for (const Tuned& tuned : known)
    if (tuned.system == system) return tuned.threads;
  const auto device = std::make_shared<CudaDevice>();
  const auto sweeps = static_cast<std::uint64_t>(std::max(20.0, 2e7 / cells));
  std::unique_ptr<OnCuda> simulation;  // of the size being tried
  int size = 0;
  const Tuning tuning = tune_threads(*device, {64, 128, 192, 256}, [&](int threads) {
    if (threads != size) {
      simulation.reset();  // two at a time may not fit into memory
      simulation = std::make_unique<OnCuda>(device, form,
                                            Blocks{.sweep = threads, .shift = threads}, start, p);
      size = threads;
    }
    simulation->advance(sweeps);
  });
  known.push_back({system, tuning.threads});
  return tuning.threads;
}

}  // namespace

std::unique_ptr<disks::Simulation> checkerboard_on_cuda(Form form,
                                                        const disks::Configuration& start,
                                                        const disks::RunParameters& p) {
  static const DeviceStatus status = device_status();
  if (!status.available) throw InputError(status.text);
  const int threads = best_threads(form, start, p);
  return std::make_unique<OnCuda>(std::make_shared<CudaDevice>(), form,
                                  Blocks{.sweep = threads, .shift = threads}, start, p);
}

}  // namespace touchstone::gpu
