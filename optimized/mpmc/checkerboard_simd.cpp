// optimized/mpmc/checkerboard_simd.cpp
// Purpose   The checkerboard sweep with many cells of one colour in vector lanes and strips of rows
//           on threads: one scheme per instruction set, all equal bit for bit.
// Source    Anderson et al. 2013, Algorithms 1 to 4, single precision, cell-local coordinates.
// Samples   Uniformly, all non-overlapping configurations in a periodic box.
// Cost      See lane_sub_sweep-inl.hpp for operations; 33 bytes per cell and buffer, two buffers.
#include <fmt/format.h>

#include "models/core/exec.hpp"
#include "models/disks/registry.hpp"
#include "optimized/mpmc/checkerboard_body.hpp"
#include "optimized/mpmc/lane_kernels.hpp"

namespace touchstone::optimized {
namespace {

class CheckerboardSimd final : public disks::Simulation {
 public:
  CheckerboardSimd(const LaneKernels& kernels, const disks::Configuration& start,
                   const disks::RunParameters& p)
      : kernels_(kernels),
        exec_(p.threads),
        random_(p.seed),
        cells_(disks::PlaneCells<float>::from(start, static_cast<float>(p.max_displacement),
                                              disks::choose_grid(start.box, p.columns, p.rows))),
        now_(cells_.system.shape(), cells_.system.space().cell_width()),
        next_(cells_.system.shape(), cells_.system.space().cell_width()),
        stages_(4, p.trials_per_cell),
        sweep_(p.first_sweep) {
    now_.load(cells_.system);
  }

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      sub_sweeps();
      const auto shift = cells_.system.space().draw_shift(random_, sweep_);
      shift_cells(shift);
      cells_.move_origin(shift);
    }
  }

  disks::Configuration configuration() const override {
    disks::PlaneCells<float> copy = cells_;
    now_.store(copy.system);
    return copy.configuration();
  }
  int threads() const override {
    return static_cast<int>(std::min<std::size_t>(exec_.slices(), now_.rows() / 2));
  }
  SweepStats stats() const override { return stages_.total(); }
  const disks::StageCounters* stages() const override { return &stages_; }
  std::size_t memory_bytes() const override { return now_.memory_bytes() + next_.memory_bytes(); }

 private:
  void sub_sweeps() {
    const auto colours = disks::shuffled_colours<4>(random_, sweep_);
    const auto nm = static_cast<unsigned>(stages_.trials_per_cell);
    for (std::size_t q = 0; q < 4; ++q) {
      const SubSweep task{random_.key(),
                          sweep_,
                          cells_.system.space().max_displacement(),
                          nm,
                          static_cast<unsigned>(colours[q] % 2),
                          static_cast<unsigned>(colours[q] / 2)};
      std::vector<LaneCounts> counts(exec_.slices(), LaneCounts(nm));
      exec_.for_each_slice(now_.rows() / 2,
                           [&](std::size_t slice, std::size_t first, std::size_t last) {
                             kernels_.sub_sweep(now_, task, first, last, counts[slice]);
                           });
      for (const LaneCounts& count : counts) {
        for (unsigned s = 0; s < nm; ++s) {
          stages_.trials[stages_.at(q, s)] += count.cells;
          stages_.accepted[stages_.at(q, s)] += count.accepted[s];
        }
        stages_.occupancy[q] += count.particles;
      }
    }
    ++stages_.sweeps;
  }

  void shift_cells(disks::GridShift<float> shift) {
    exec_.for_each_slice(now_.rows(), [&](std::size_t, std::size_t first, std::size_t last) {
      if (!kernels_.shift(now_, next_, shift, first, last))
        throw input_error("cell shift", "too many particles for a cell's capacity", "at most 4",
                          "5 or more");
    });
    std::swap(now_, next_);
  }

  const LaneKernels& kernels_;
  OpenmpExec exec_;
  Philox random_;
  disks::PlaneCells<float> cells_;  // shape, space and origin; the particles live in now_
  LaneCells now_;
  LaneCells next_;
  disks::StageCounters stages_;
  std::uint64_t sweep_;
};

bool register_all() {
  for (const LaneKernels& kernels : lane_kernels())
    disks::register_scheme(
        {.info = {.name = fmt::format("mpmc/checkerboard-{}", kernels.backend),
                  .source = "Anderson et al. 2013, Algorithms 1-4, in vector lanes",
                  .claims = Claims::detailed_balance | Claims::global_balance |
                            Claims::thread_invariant | Claims::equals_reference |
                            Claims::conserves_particles,
                  .backend = kernels.backend,
                  .parallel = true,
                  .lanes = kernels.lanes},
         .start =
             [&kernels](const disks::Configuration& start, const disks::RunParameters& p) {
               disks::require_valid(p);
               return std::make_unique<CheckerboardSimd>(kernels, start, p);
             },
         .tolerance = 1e-5,
         .equals = "mpmc/checkerboard-reference",
         .trials = disks::DiskScheme::Trials::per_cell,
         .most_per_cell = kSlots,
         .available = kernels.available});
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
