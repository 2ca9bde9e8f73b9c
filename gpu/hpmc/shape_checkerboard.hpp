// gpu/hpmc/shape_checkerboard.hpp
// Purpose   The host's side of hard shapes on a device: buffers, launches, and what a simulation
//           tells. A template over its device, which is the grid emulator or CUDA.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.5.2 and 2.5.3.
// Samples   Uniformly, all configurations without overlap; at constant pressure the densities of
//           models/hpmc/boxes/box_moves.hpp. The same trajectory as hpmc/checkerboard-reference,
//           for each queue and any sizes of blocks and groups.
// Cost      In each step five passes over all bodies, and one launch for each colour of each sweep
//           (the global queue: three for each body that a cell has room for). Steps at constant
//           volume are a graph that is replayed; afterwards two numbers are read back: the step
//           reached, and whether a cell was too full, where the rest was not done and is done again
//           with more room. A trial move of the box is drawn on the host, since its logarithms are
//           the host's; bodies are scaled and tested on the device, and one number is read back.
// Not here  Kernels (sort_cells.hpp, *_queue.hpp), registration (shape_schemes.cpp).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu/exec/compiled.hpp"
#include "gpu/hpmc/block_queue.hpp"
#include "gpu/hpmc/find_overlap.hpp"
#include "gpu/hpmc/global_queue.hpp"
#include "gpu/hpmc/register_queue.hpp"
#include "gpu/hpmc/shape_buffers.hpp"
#include "gpu/hpmc/sort_cells.hpp"
#include "models/core/errors.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::gpu {

/// Way of sharing pairs among threads.
enum class ShapeQueue { registers, global, block };

/// Sizes that decide about speed only.
struct ShapeBlocks {
  int threads = 128;
  int group = 4;           ///< threads for each trial, of the block queue
  int cells = 128;         ///< cells of a block, of the block queue
  std::int64_t pairs = 0;  ///< room of the global queue; 0: eight for each cell of a colour
};

/// `kQueues`: the queues that are compiled; all of them, where none is given.
template <class Device, ShapeQueue... kQueues>
class ShapeCheckerboard final : public shapes::Simulation {
 public:
  ShapeCheckerboard(std::shared_ptr<Device> device, ShapeQueue queue, ShapeBlocks blocks,
                    const shapes::Configuration& start, const shapes::RunParameters& p,
                    const PointShapes& types)
      : device_owner_(std::move(device)),
        device_(*device_owner_),
        queue_(queue),
        blocks_(blocks),
        frame_(start),
        parameters_(p),
        random_(p.seed),
        diameter_(largest_diameter(start)),
        law_(move_law(start, p)),
        screens_(start.types),
        types_(device_, types, screens_),
        by_tag_(std::make_unique<BodyBuffers<Device>>(device_,
                                                      static_cast<std::int64_t>(start.size()))),
        steps_(device_, p.first_step, p.sweeps_per_step),
        tally_(device_.template allocate<std::uint64_t>(kShapeTallies * kShapeCounters)),
        found_(device_.template allocate<std::uint64_t>(1)),
        queued_(device_.template allocate<std::uint32_t>(1)) {
    if (!compiled<kQueues...>(queue))
      throw InputError("shapes on a device: expected a queue that is compiled, found another");
    for (shapes::Vec3& r : frame_.centres) r = frame_.box.wrap(r);
    by_tag_->write(device_, frame_);
    set_box(frame_.box);
    if (const std::uint64_t pair = overlap(); pair != kNoOverlap)
      throw shapes::OverlapError(pair % frame_.size(), pair / frame_.size());
  }

  void advance(std::uint64_t steps) override {
    while (steps > 0) {
      const std::uint64_t first = step_;
      make(parameters_.box.any() ? 1 : steps);
      steps -= step_ - first;
      if (step_ == first) continue;  // a cell was too full, and now has more room
      for (int k = 0; parameters_.box.any() && k < parameters_.box.per_step; ++k)
        move_box(static_cast<std::uint32_t>(k));
    }
  }

  /// Other sizes from now on: they decide about speed only.
  void use(ShapeBlocks blocks) {
    blocks_ = blocks;
    allocate_pairs();
  }

  shapes::Configuration configuration() const override {
    shapes::Configuration now = frame_;
    by_tag_->read(device_, now);
    return now;
  }

  shapes::MoveStats stats() const override {
    shapes::MoveStats sum = box_stats_;
    const std::vector<std::uint64_t> counters = device_.read(tally_);
    for (std::size_t i = 0; i < counters.size(); i += kShapeCounters) {
      sum.translations += {counters[i], counters[i + 1]};
      sum.rotations += {counters[i + 2], counters[i + 3]};
    }
    return sum;
  }
  std::size_t memory_bytes() const override { return by_tag_->bytes() + cells_->bytes(); }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  static constexpr std::uint32_t kFirstCapacity = 4;
  /// Fewer steps take less time than to make a graph of one.
  static constexpr std::uint64_t kWorthAGraph = 3;

  Launch per_cell() const { return launch_for(grid_.cells(), blocks_.threads); }
  Launch per_body() const { return launch_for(by_tag_->size(), blocks_.threads); }

  /// Cells for a box.
  void set_box(const shapes::Box& box) {
    frame_.box = box;
    // Boxes with as many cells may have fewer colours, and then more cells of each.
    const int cells = grid_.cells(), active = grid_.active();
    grid_ = shapes::CellGrid(box, diameter_, frame_.size());
    offsets_ = std::make_unique<Buffer<NearOffset>>(device_.upload(near_offsets(grid_)));
    types_.write_pairs(device_, screens_.pairs(coordinate_error(grid_)));
    if (!cells_ || cells != grid_.cells() || active != grid_.active()) allocate(kFirstCapacity);
  }
  void allocate(std::uint32_t capacity) {
    if (static_cast<std::uint64_t>(grid_.cells()) * capacity > 0xFFFFFFFFu)
      throw input_error("cells of a device", "bodies that there is room for", "below 2^32",
                        std::to_string(grid_.cells()) + " cells of " + std::to_string(capacity));
    cells_.reset();  // two at a time may not fit into memory
    cells_ = std::make_unique<CellBuffers<Device>>(device_, grid_.cells(), capacity);
    allocate_pairs();
  }
  void allocate_pairs() {
    if (queue_ == ShapeQueue::global)
      pairs_ = std::make_unique<PairBuffers<Device>>(
          device_, grid_.active(),
          blocks_.pairs > 0 ? blocks_.pairs : 8 * std::int64_t{grid_.active()});
  }
  /// Whether a cell was too full; it has more room now.
  bool was_crowded() {
    const std::uint32_t most = device_.read(steps_.crowded)[0];
    if (most == 0) return false;
    allocate(most + most / 2);
    device_.write(steps_.crowded, {0u});
    return true;
  }

  /// As many steps as are possible before a cell is too full.
  void make(std::uint64_t steps) {
    const auto one = [this] { launch_step(); };
    if (steps < kWorthAGraph)
      for (std::uint64_t k = 0; k < steps; ++k) one();
    else
      device_.repeat(steps, one);
    step_ = device_.read(steps_.step)[0];
    was_crowded();
  }
  void launch_step() {
    const int sweeps = parameters_.sweeps_per_step;
    const StepState state = steps_.view();
    device_.launch(BeginStep{grid_, random_, state, sweeps}, launch_for(sweeps, kWarpSize));
    launch_sort();
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (int number = 0; number < grid_.colours(); ++number) launch_colour(pass(sweep, number));
    device_.launch(ScatterCells{grid_, state, cells_->view(), by_tag_->view()}, per_cell());
  }
  /// Bodies into cells.
  void launch_sort() {
    const ShapeCells cells = cells_->view();
    const StepState state = steps_.view();
    device_.launch(ClearCells{cells.counts}, per_cell());
    device_.launch(FillCells{grid_, state, by_tag_->view(), cells, cells_->capacity}, per_body());
    device_.launch(GatherCells{grid_, state, by_tag_->view(), cells}, per_cell());
  }

  ShapePass pass(int sweep, int number) {
    return {grid_,  random_,        law_,          steps_.view(),    sweep,
            number, cells_->view(), types_.view(), offsets_->span(), tally_.span()};
  }

  void launch_colour(const ShapePass& pass) {
    const Launch launch = launch_for(grid_.active(), blocks_.threads);
    if constexpr (compiled<kQueues...>(ShapeQueue::registers))
      if (queue_ == ShapeQueue::registers) device_.launch(RegisterQueue{pass}, launch);
    if constexpr (compiled<kQueues...>(ShapeQueue::block))
      if (queue_ == ShapeQueue::block) {
        const BlockQueue kernel{pass, blocks_.group, blocks_.cells};
        device_.launch(kernel, kernel.launch(blocks_.threads));
      }
    if constexpr (compiled<kQueues...>(ShapeQueue::global))
      if (queue_ == ShapeQueue::global) {
        const PairQueue queue = pairs_->view(queued_.span());
        for (int number = 0; number < cells_->capacity; ++number) {
          device_.launch(CollectPairs{pass, queue, number}, launch);
          device_.launch(TestPairs{pass, queue}, launch);
          device_.launch(DecideTrials{pass, queue}, launch);
        }
      }
  }

  /// A pair of bodies that overlap, the larger tag times their number plus the other.
  std::uint64_t overlap() {
    device_.write(steps_.now, {StepNumbers{}});
    do {
      device_.write(found_, {kNoOverlap});
      launch_sort();
      device_.launch(FindOverlap{pass(0, 0), found_.span(), frame_.size()}, per_cell());
    } while (was_crowded());
    return device_.read(found_)[0];
  }

  void move_box(std::uint32_t number) {
    const shapes::BoxTrial trial =
        draw_box_trial(random_, step_ - 1, number, frame_.box, frame_.size(), parameters_.box);
    SweepStats& stats = box_stats_.box[static_cast<std::size_t>(trial.kind)];
    ++stats.trials;
    if (!trial.passes() || !box_is_wide_enough(trial.box, frame_, parameters_)) return;
    if (!rescaled_) rescaled_ = std::make_unique<BodyBuffers<Device>>(device_, by_tag_->size());
    const shapes::Box before = frame_.box;
    device_.launch(RescaleBodies{before, trial.box, by_tag_->view(), rescaled_->view()},
                   per_body());
    std::swap(by_tag_, rescaled_);
    set_box(trial.box);
    if (overlap() == kNoOverlap) {
      ++stats.accepted;
      return;
    }
    std::swap(by_tag_, rescaled_);
    set_box(before);
  }

  std::shared_ptr<Device> device_owner_;  // before the buffers
  Device& device_;
  ShapeQueue queue_;
  ShapeBlocks blocks_;
  shapes::Configuration frame_;  ///< box and types; the bodies are on the device
  shapes::RunParameters parameters_;
  Philox random_;
  double diameter_;
  shapes::MoveLaw law_;
  ScreenShapes screens_;
  TypeBuffers<Device> types_;
  std::unique_ptr<BodyBuffers<Device>> by_tag_;
  std::unique_ptr<BodyBuffers<Device>> rescaled_;  ///< bodies in a box that is tried
  StepBuffers<Device> steps_;
  Buffer<std::uint64_t> tally_;
  Buffer<std::uint64_t> found_;
  Buffer<std::uint32_t> queued_;
  shapes::CellGrid grid_;  ///< with origin 0: that of a step is on the device
  std::unique_ptr<Buffer<NearOffset>> offsets_;
  std::unique_ptr<CellBuffers<Device>> cells_;
  std::unique_ptr<PairBuffers<Device>> pairs_;  ///< used by the global queue
  shapes::MoveStats box_stats_;
  std::uint64_t step_ = parameters_.first_step;
};

}  // namespace touchstone::gpu
