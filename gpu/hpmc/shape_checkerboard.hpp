// gpu/hpmc/shape_checkerboard.hpp
// Purpose   The host's side of hard shapes on a device: buffers, launches, and what a simulation
//           tells. A template over its device, which is the grid emulator or CUDA.
// Source    Anderson, Irrgang, Glotzer 2016, sections 2.5.2 and 2.5.3.
// Samples   Uniformly, all configurations without overlap; at constant pressure the densities of
//           models/hpmc/boxes/box_moves.hpp. The same trajectory as hpmc/checkerboard-reference,
//           for each queue and any sizes of blocks and groups.
// Cost      In each step a pass over all bodies and one number read back; in each sweep as many
//           launches for a colour as its fullest cell has bodies. Moves of the box go by the host.
// Not here  Kernels (sort_cells.hpp, *_queue.hpp), registration (shape_schemes.cpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/hpmc/block_queue.hpp"
#include "gpu/hpmc/find_overlap.hpp"
#include "gpu/hpmc/global_queue.hpp"
#include "gpu/hpmc/register_queue.hpp"
#include "gpu/hpmc/shape_buffers.hpp"
#include "gpu/hpmc/sort_cells.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::gpu {

/// Way of sharing pairs among threads.
enum class ShapeQueue { registers, global, block };

/// Sizes that decide about speed only.
struct ShapeBlocks {
  int threads = 128;
  int group = 4;           ///< threads for each cell, of the block queue
  std::int64_t pairs = 0;  ///< room of the global queue; 0: eight for each cell of a colour
};

template <class Device>
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
        types_(device_.upload(types.types)),
        x_(device_.upload(types.x)),
        y_(device_.upload(types.y)),
        z_(device_.upload(types.z)),
        by_tag_(device_, static_cast<std::int64_t>(start.size())),
        tally_(device_.template allocate<std::uint64_t>(kShapeTallies * kShapeCounters)),
        most_(device_.template allocate<std::uint32_t>(8)),
        found_(device_.template allocate<std::uint64_t>(1)),
        queued_(device_.template allocate<std::uint32_t>(1)) {
    for (shapes::Vec3& r : frame_.centres) r = frame_.box.wrap(r);
    by_tag_.write(device_, frame_);
    set_box(frame_.box);
    if (const std::uint64_t pair = overlap(); pair != kNoOverlap)
      shapes::refuse_overlap(pair % frame_.size(), pair / frame_.size());
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps, ++step_) {
      grid_.set_origin(random_, step_);
      const std::vector<std::uint32_t> most = sort();
      const auto sweeps = static_cast<std::uint64_t>(parameters_.sweeps_per_step);
      for (std::uint64_t sweep = step_ * sweeps; sweep < (step_ + 1) * sweeps; ++sweep)
        for (const int colour : grid_.order(random_, sweep))
          for (std::uint32_t k = 0; k < most[static_cast<std::size_t>(colour)]; ++k)
            run(pass(sweep, colour, static_cast<int>(k)));
      device_.launch(ScatterCells{grid_, cells_->view(), by_tag_.view()}, per_cell());
      for (int k = 0; parameters_.box.any() && k < parameters_.box.per_step; ++k)
        move_box(static_cast<std::uint32_t>(k));
    }
  }

  shapes::Configuration configuration() const override {
    shapes::Configuration now = frame_;
    by_tag_.read(device_, now);
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
  std::size_t memory_bytes() const override {
    return by_tag_.bytes() + cells_->bodies.bytes() +
           static_cast<std::size_t>(cells_->tags.size() + cells_->counts.size()) *
               sizeof(std::uint32_t);
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  static constexpr std::uint32_t kFirstCapacity = 4;

  Launch per_cell() const { return launch_for(grid_.cells(), blocks_.threads); }
  Launch per_body() const { return launch_for(by_tag_.size(), blocks_.threads); }

  /// Cells for a box; their origin is 0.
  void set_box(const shapes::Box& box) {
    frame_.box = box;
    // Boxes with as many cells may have fewer colours, and then more cells of each.
    const int cells = grid_.cells(), active = grid_.active();
    grid_ = shapes::CellGrid(box, diameter_, frame_.size());
    if (!cells_ || cells != grid_.cells() || active != grid_.active()) allocate(kFirstCapacity);
  }
  void allocate(std::uint32_t capacity) {
    cells_.reset();  // two at a time may not fit into memory
    cells_ = std::make_unique<CellBuffers<Device>>(device_, grid_.cells(), capacity);
    if (queue_ == ShapeQueue::global)
      pairs_ = std::make_unique<PairBuffers<Device>>(
          device_, grid_.active(),
          blocks_.pairs > 0 ? blocks_.pairs : 8 * std::int64_t{grid_.active()});
  }

  /// Bodies into cells; the most of a cell, for each colour.
  std::vector<std::uint32_t> sort() {
    for (;;) {
      const ShapeCells cells = cells_->view();
      device_.launch(ClearCells{cells.counts, most_.span()}, per_cell());
      device_.launch(FillCells{grid_, by_tag_.view(), cells, cells_->capacity, most_.span()},
                     per_body());
      const std::vector<std::uint32_t> most = device_.read(most_);
      const std::uint32_t needed = *std::max_element(most.begin(), most.end());
      if (needed <= static_cast<std::uint32_t>(cells_->capacity)) {
        device_.launch(GatherCells{grid_, by_tag_.view(), cells}, per_cell());
        return most;
      }
      allocate(needed + needed / 2);
    }
  }

  ShapePass pass(std::uint64_t sweep, int colour, int number) {
    return {grid_,          random_,       law_,      sweep,     colour,    number,
            cells_->view(), types_.span(), x_.span(), y_.span(), z_.span(), tally_.span()};
  }

  void run(const ShapePass& pass) {
    const Launch launch = launch_for(grid_.active(), blocks_.threads);
    if (queue_ == ShapeQueue::registers) {
      device_.launch(RegisterQueue{pass}, launch);
    } else if (queue_ == ShapeQueue::block) {
      const BlockQueue kernel{pass, blocks_.group};
      device_.launch(kernel, kernel.launch(blocks_.threads));
    } else {
      const PairQueue queue = pairs_->view(queued_.span());
      device_.launch(CollectPairs{pass, queue}, launch);
      device_.launch(TestPairs{pass, queue}, launch);
      device_.launch(DecideTrials{pass, queue}, launch);
    }
  }

  /// A pair of bodies that overlap, the larger tag times their number plus the other.
  std::uint64_t overlap() {
    sort();
    device_.write(found_, {kNoOverlap});
    device_.launch(FindOverlap{pass(0, 0, 0), found_.span(), frame_.size()}, per_cell());
    return device_.read(found_)[0];
  }

  void move_box(std::uint32_t number) {
    const shapes::BoxTrial trial =
        draw_box_trial(random_, step_, number, frame_.box, frame_.size(), parameters_.box);
    SweepStats& stats = box_stats_.box[static_cast<std::size_t>(trial.kind)];
    ++stats.trials;
    if (!trial.passes() || !box_is_wide_enough(trial.box, frame_, parameters_)) return;
    by_tag_.read(device_, frame_);
    const shapes::Configuration before = frame_;
    for (shapes::Vec3& r : frame_.centres)
      r = trial.box.wrap(trial.box.from_fractional(before.box.fractional(r)));
    by_tag_.write(device_, frame_);
    set_box(trial.box);
    if (overlap() == kNoOverlap) {
      ++stats.accepted;
      return;
    }
    frame_ = before;
    by_tag_.write(device_, frame_);
    set_box(before.box);
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
  Buffer<PointShape> types_;
  Buffer<double> x_, y_, z_;
  BodyBuffers<Device> by_tag_;
  Buffer<std::uint64_t> tally_;
  Buffer<std::uint32_t> most_;
  Buffer<std::uint64_t> found_;
  Buffer<std::uint32_t> queued_;
  shapes::CellGrid grid_;
  std::unique_ptr<CellBuffers<Device>> cells_;
  std::unique_ptr<PairBuffers<Device>> pairs_;  ///< used by the global queue
  shapes::MoveStats box_stats_;
  std::uint64_t step_ = parameters_.first_step;
};

}  // namespace touchstone::gpu
