// gpu/mpmc/checkerboard.hpp
// Purpose   The host's side of the checkerboard on a device: buffers, launches, and what a
//           simulation tells. A template over its device, which is the grid emulator or CUDA.
// Source    Anderson et al. 2013, sections 3.1 to 3.4.
// Samples   Uniformly, all non-overlapping configurations in a periodic box; the same trajectory as
//           the serial reference, for any size of blocks.
// Not here  Kernels (sub_sweep.hpp and its neighbours), registration (checkerboard_schemes.cpp).
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu/exec/compiled.hpp"
#include "gpu/exec/cuda_error.hpp"
#include "gpu/mpmc/nine_threads.hpp"
#include "gpu/mpmc/register_sweep.hpp"
#include "gpu/mpmc/sub_sweep.hpp"
#include "gpu/mpmc/tile_sweep.hpp"
#include "models/core/errors.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::gpu {

/// Kernels that do a sweep.
enum class Form {
  paper,             ///< SubSweep four times, CellShift
  registers,         ///< RegisterSweep four times, CellShift
  nine,              ///< NineThreads four times, CellShift
  tiles,             ///< TileSweep
  persistent,        ///< PersistentSweeps, many sweeps in a launch
  persistent_tiles,  ///< PersistentTiles, many sweeps in a launch
};

/// Sizes that decide about speed only.
struct Blocks {
  int sweep = 128;  ///< threads of a block; of NineThreads the next lower multiple of nine
  int shift = 128;
  int resident = 0;  ///< blocks of a persistent form; 0: as many as the device holds at once
  TileSize tile = {};
};

/// The largest usual tile of the oldest device, which has 64 KiB.
template <class Real>
constexpr TileSize usual_tile() {
  return {32, sizeof(Real) <= 4 ? 16 : 8};
}

/// `kForms`: the forms that are compiled; all of them, where none is given.
template <class Real, class Device, Form... kForms>
class Checkerboard final : public disks::Simulation {
 public:
  using Space = disks::PlaneSpace<Real>;
  using Position = disks::Vec<Real>;

  Checkerboard(std::shared_ptr<Device> device, Form form, Blocks blocks,
               const disks::Configuration& start, const disks::RunParameters& p)
      : device_owner_(std::move(device)),
        device_(*device_owner_),
        form_(form),
        blocks_(blocks),
        random_(p.seed),
        cells_(disks::PlaneCells<Real>::from(start, static_cast<Real>(p.max_displacement),
                                             disks::choose_grid(start.box, p.columns, p.rows))),
        grid_{static_cast<int>(cells_.system.shape().columns),
              static_cast<int>(cells_.system.shape().rows)},
        trials_(p.trials_per_cell),
        slots_(device_.template allocate<Position>(kSlots * grid_.cells())),
        counts_(device_.template allocate<std::uint8_t>(grid_.cells())),
        next_slots_(device_.template allocate<Position>(kSlots * grid_.cells())),
        next_counts_(device_.template allocate<std::uint8_t>(grid_.cells())),
        plan_(device_.template allocate<SweepPlan<Real>>(1)),
        next_plan_(device_.template allocate<SweepPlan<Real>>(1)),
        tally_(device_.template allocate<std::uint64_t>(Tally::size(trials_))),
        overflow_(device_.template allocate<std::uint32_t>(1)),
        stages_(4, trials_),
        sweep_(p.first_sweep) {
    if (!compiled<kForms...>(form))
      throw InputError("checkerboard on a device: expected a form that is compiled, found another");
    if (cells_.system.shape().capacity > kSlots)
      throw input_error("checkerboard on a device", "most disks of a cell", std::to_string(kSlots),
                        std::to_string(cells_.system.shape().capacity));
    upload();
  }

  /// Makes a few sweeps with each of some sizes, keeps the fastest for good, and begins again from
  /// the start. Those that the device refuses are left out; it must accept one.
  const Blocks& choose(const std::vector<Blocks>& candidates) {
    constexpr std::int64_t kCells = 4'000'000;  // in so many cells, at most 50 pairs
    const auto pairs =
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(kCells / grid_.cells(), 1, 50));
    const Blocks* best = nullptr;
    double least = 0;
    for (const Blocks& one : candidates) {
      blocks_ = one;
      try {
        make(2);  // to warm up
        const double seconds = device_.seconds([&] { make(2 * pairs); });
        if (best == nullptr || seconds < least) {
          best = &one;
          least = seconds;
        }
      } catch (const LaunchRefused&) {
        if (&one == &candidates.back() && best == nullptr) throw;
      }
    }
    if (best != nullptr) blocks_ = *best;
    upload();
    return blocks_;
  }

  /// Sizes that choose() has found for the same system.
  void use(const Blocks& blocks) { blocks_ = blocks; }

  void advance(std::uint64_t sweeps) override {
    const std::uint64_t last = sweep_ + sweeps;
    make(sweeps);
    for (; sweep_ < last; ++sweep_)
      cells_.move_origin(cells_.system.space().draw_shift(random_, sweep_));
    stages_.sweeps += sweeps;
    if (device_.read(overflow_)[0] != 0)
      throw input_error("cell shift", "too many particles for a cell's capacity", "at most 4",
                        "5 or more");
  }

  disks::Configuration configuration() const override {
    disks::PlaneCells<Real> copy = cells_;
    const std::vector<Position> slots = device_.read(slots_);
    const std::vector<std::uint8_t> counts = device_.read(counts_);
    for (int y = 0; y < grid_.rows; ++y)
      for (int x = 0; x < grid_.columns; ++x) {
        const Cell cell{x, y};
        copy.system.clear(grid_.number(cell));
        for (int j = 0; j < counts[at(0, cell)]; ++j)
          copy.system.append(grid_.number(cell), slots[at(j, cell)]);
      }
    return copy.configuration();
  }

  SweepStats stats() const override { return stages()->total(); }
  const disks::StageCounters* stages() const override {
    const std::vector<std::uint64_t> counters = device_.read(tally_);
    const Tally tally = tally_view();
    const auto sum = [&](int q, int k) {
      std::uint64_t total = 0;
      for (int set = 0; set < kTallySets; ++set)
        total += counters[static_cast<std::size_t>(tally.index(set, q, k))];
      return total;
    };
    for (int q = 0; q < 4; ++q) {
      const auto order = static_cast<std::size_t>(q);
      stages_.occupancy[order] = sum(q, tally.cells()) + sum(q, tally.more_disks());
      for (int s = 0; s < trials_; ++s) {
        const std::size_t stage = stages_.at(order, static_cast<std::size_t>(s));
        stages_.trials[stage] = sum(q, tally.cells());
        stages_.accepted[stage] = sum(q, s);
      }
    }
    return &stages_;
  }
  std::size_t memory_bytes() const override {
    return 2 * static_cast<std::size_t>(grid_.cells()) *
           (kSlots * sizeof(Position) + sizeof(std::uint8_t));
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;

  static DeviceCells<Real> cells_of(Buffer<Position>& slots, Buffer<std::uint8_t>& counts) {
    return {slots.span(), counts.span()};
  }
  std::size_t at(int slot, Cell cell) const {
    return static_cast<std::size_t>(grid_.index(slot, cell));
  }
  Tally tally_view() const { return {const_cast<Buffer<std::uint64_t>&>(tally_).span(), trials_}; }

  void upload() {
    const auto cells = static_cast<std::size_t>(grid_.cells());
    std::vector<Position> slots(kSlots * cells, empty_slot<Real>());
    std::vector<std::uint8_t> counts(cells);
    for (int y = 0; y < grid_.rows; ++y)
      for (int x = 0; x < grid_.columns; ++x) {
        const Cell cell{x, y};
        const auto list = std::as_const(cells_.system).list(grid_.number(cell));
        counts[at(0, cell)] = static_cast<std::uint8_t>(list.size());
        for (std::size_t j = 0; j < list.size(); ++j)
          slots[at(static_cast<int>(j), cell)] = list[j];
      }
    device_.write(slots_, slots);
    device_.write(counts_, counts);
    device_.write(plan_, std::vector{planned(cells_.system.space(), random_, sweep_)});
    device_.write(tally_, std::vector<std::uint64_t>(static_cast<std::size_t>(tally_.size())));
    device_.write(overflow_, std::vector<std::uint32_t>(1));
  }

  /// `sweeps` sweeps on the device, from number sweep_ on.
  void make(std::uint64_t sweeps) {
    if (form_ == Form::persistent || form_ == Form::persistent_tiles) {
      // Devices with a screen stop launches that take seconds.
      const std::uint64_t most = std::clamp<std::uint64_t>(
          1'000'000'000 / static_cast<std::uint64_t>(grid_.cells()), 1, 1024);
      for (std::uint64_t left = sweeps; left > 0;) {
        const std::uint64_t now = std::min(left, most);
        persist(sweep_ + (sweeps - left), now);
        left -= now;
      }
      return;
    }
    if (sweeps >= 2)
      device_.repeat(sweeps / 2, [&] {  // two: then the buffers are again where the graph has them
        sweep();
        sweep();
      });
    if (sweeps % 2 != 0) sweep();
  }

  /// Launches one sweep.
  void sweep() {
    const DeviceCells<Real> from = cells_of(slots_, counts_);
    const DeviceCells<Real> to = cells_of(next_slots_, next_counts_);
    launch_sweep(from, to);
    swap_buffers();
  }
  void launch_sweep(DeviceCells<Real> from, DeviceCells<Real> to) {
    const Space& space = cells_.system.space();
    const Tally tally = tally_view();
    if (form_ == Form::tiles) {
      if constexpr (compiled<kForms...>(Form::tiles)) {
        const TileSweep<Real> kernel{tile(), plan_.span(), next_plan_.span(), from, to};
        device_.launch(kernel, kernel.launch(blocks_.sweep));
      }
      return;
    }
    const std::int64_t active = grid_.cells() / 4;
    for (int q = 0; q < 4; ++q) {
      if constexpr (compiled<kForms...>(Form::paper))
        if (form_ == Form::paper)
          device_.launch(SubSweep<Real>{space, random_, grid_, plan_.span(), from, tally, q},
                         launch_for(active, blocks_.sweep));
      if constexpr (compiled<kForms...>(Form::registers))
        if (form_ == Form::registers)
          device_.launch(RegisterSweep<Real>{space, random_, grid_, plan_.span(), from, tally, q},
                         launch_for(active, blocks_.sweep));
      if constexpr (compiled<kForms...>(Form::nine))
        if (form_ == Form::nine) {
          const int groups = std::max(1, blocks_.sweep / 9);
          device_.launch(NineThreads<Real>{space, random_, grid_, plan_.span(), from, tally, q},
                         {launch_for(active, groups).blocks, 9 * groups});
        }
    }
    device_.launch(CellShift<Real>{space, random_, grid_, plan_.span(), next_plan_.span(), from, to,
                                   overflow_.span()},
                   launch_for(grid_.cells(), blocks_.shift));
  }

  Tile<Real> tile() {
    return {cells_.system.space(), random_, grid_, tally_view(), overflow_.span(), blocks_.tile};
  }

  void persist(std::uint64_t first, std::uint64_t sweeps) {
    const DeviceCells<Real> a = cells_of(slots_, counts_);
    const DeviceCells<Real> b = cells_of(next_slots_, next_counts_);
    const int count = static_cast<int>(sweeps);
    if constexpr (compiled<kForms...>(Form::persistent_tiles))
      if (form_ == Form::persistent_tiles)
        persist(PersistentTiles<Real>{tile(), a, b, first, count}, tile().tiles());
    if constexpr (compiled<kForms...>(Form::persistent))
      if (form_ == Form::persistent)
        persist(PersistentSweeps<Real>{cells_.system.space(), random_, grid_, a, b, tally_view(),
                                       overflow_.span(), first, count},
                launch_for(grid_.cells(), blocks_.sweep).blocks);
    if (sweeps % 2 != 0) swap_buffers();
  }
  /// `useful`: the most blocks that have something to do.
  template <class Kernel>
  void persist(const Kernel& kernel, int useful) {
    const int resident = blocks_.resident > 0
                             ? blocks_.resident
                             : std::min(useful, device_.resident_blocks(kernel, blocks_.sweep));
    device_.launch(kernel, {resident, blocks_.sweep});
  }

  void swap_buffers() {
    std::swap(slots_, next_slots_);
    std::swap(counts_, next_counts_);
    std::swap(plan_, next_plan_);
  }

  std::shared_ptr<Device> device_owner_;  // before the buffers
  Device& device_;
  Form form_;
  Blocks blocks_;
  Philox random_;
  disks::PlaneCells<Real> cells_;  // shape, space and origin; the disks are on the device
  Grid grid_;
  int trials_;
  Buffer<Position> slots_;
  Buffer<std::uint8_t> counts_;
  Buffer<Position> next_slots_;
  Buffer<std::uint8_t> next_counts_;
  Buffer<SweepPlan<Real>> plan_;
  Buffer<SweepPlan<Real>> next_plan_;
  Buffer<std::uint64_t> tally_;
  Buffer<std::uint32_t> overflow_;
  mutable disks::StageCounters stages_;
  std::uint64_t sweep_;
};

}  // namespace touchstone::gpu
