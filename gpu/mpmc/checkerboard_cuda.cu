// gpu/mpmc/checkerboard_cuda.cu
// Purpose   The kernels of the checkerboard, compiled for a device.
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/exec/cuda_device.cuh"
#include "gpu/exec/device_status.hpp"
#include "gpu/mpmc/checkerboard_cuda.hpp"

namespace touchstone::gpu {
namespace {

using OnCuda = Checkerboard<float, CudaDevice>;

Blocks blocks_of(int threads, TileSize tile = {}) {
  return {.sweep = threads, .shift = threads, .tile = tile};
}

/// Sizes to try. Small tiles are for systems that have few cells for each multiprocessor, large
/// ones do less work twice; a device refuses those that it has no shared memory for, and persistent
/// tiles refuse more than 384 threads.
std::vector<Blocks> candidates(Form form) {
  if (form == Form::tiles || form == Form::persistent_tiles)
    return {blocks_of(192, {16, 20}), blocks_of(256, {32, 16}), blocks_of(320, {32, 32}),
            blocks_of(512, {24, 48}), blocks_of(320, {64, 32}), blocks_of(384, {64, 32}),
            blocks_of(512, {64, 32}), blocks_of(512, {64, 64})};
  return {blocks_of(64), blocks_of(128), blocks_of(256)};
}

/// A system for which sizes were chosen; few per program.
struct Tuned {
  std::array<int, 4> system;  ///< form, columns, rows, trials per cell
  Blocks blocks;
};

}  // namespace

std::unique_ptr<disks::Simulation> checkerboard_on_cuda(Form form,
                                                        const disks::Configuration& start,
                                                        const disks::RunParameters& p) {
  require_device();
  const disks::GridShape shape = disks::choose_grid(start.box, p.columns, p.rows);
  auto simulation = std::make_unique<OnCuda>(
      std::make_shared<CudaDevice>(), form,
      blocks_of(form == Form::tiles || form == Form::persistent_tiles ? 192 : 128, {16, 20}), start,
      p);
  constexpr double kTunedCells = 1e4;  // below, a sweep lasts as long as its barriers or launches
  if (shape.cells() < kTunedCells) return simulation;
  static std::mutex one_at_a_time;  // trials side by side would time each other
  static std::vector<Tuned> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  const std::array<int, 4> system{static_cast<int>(form), static_cast<int>(shape.columns),
                                  static_cast<int>(shape.rows), p.trials_per_cell};
  for (const Tuned& tuned : known)
    if (tuned.system == system) {
      simulation->use(tuned.blocks);
      return simulation;
    }
  known.push_back({system, simulation->choose(candidates(form))});
  return simulation;
}

}  // namespace touchstone::gpu
