// optimized/mpmc/checkerboard_simd.cpp
// Purpose   The checkerboard sweep with many cells of one colour in vector lanes and strips of rows
//           on threads: one scheme per instruction set, all equal bit for bit.
// Source    Anderson et al. 2013, Algorithms 1 to 4, single precision, cell-local coordinates.
// Samples   Uniformly, all non-overlapping configurations in a periodic box.
// Cost      See lane_sub_sweep-inl.hpp for operations; 33 bytes per cell, in one buffer, of which a
//           sweep moves 50 to or from memory (wavefront.hpp).
#include <fmt/format.h>

#include "models/core/exec.hpp"
#include "models/disks/registry.hpp"
#include "optimized/mpmc/checkerboard_body.hpp"
#include "optimized/mpmc/lane_kernels.hpp"
#include "optimized/mpmc/wavefront.hpp"

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
        lanes_(cells_.system.shape(), cells_.system.space().cell_width(), exec_.slices()),
        stages_(4, p.trials_per_cell),
        sweep_(p.first_sweep) {
    lanes_.load(cells_.system);
  }

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      const auto shift = cells_.system.space().draw_shift(random_, sweep_);
      sweep(shift);
      if (shift.direction.y < 0) lanes_.turn();
      cells_.move_origin(shift);
    }
  }

  disks::Configuration configuration() const override {
    disks::PlaneCells<float> copy = cells_;
    lanes_.store(copy.system);
    return copy.configuration();
  }
  int threads() const override {
    return static_cast<int>(std::min<std::size_t>(exec_.slices(), lanes_.rows()));
  }
  SweepStats stats() const override { return stages_.total(); }
  const disks::StageCounters* stages() const override { return &stages_; }
  std::size_t memory_bytes() const override { return lanes_.memory_bytes(); }

 private:
  void sweep(disks::GridShift<float> shift) {
    const auto colours = disks::shuffled_colours<4>(random_, sweep_);
    std::vector<disks::StageCounters> counts(
        exec_.slices(), disks::StageCounters(4, static_cast<int>(stages_.trials_per_cell)));
    in_wavefront(
        {lanes_.rows(), 5, Wavefront::band_of(lanes_.bytes_per_row())}, exec_,
        [&](const RowRun& run) {
          if (run.stage == 4) return shift_rows(shift, run);
          sub_sweep(colours[run.stage], run, counts[run.slice]);
        },
        [&](std::size_t slice, std::size_t row) { lanes_.keep(slice, row); });
    for (const disks::StageCounters& count : counts) stages_ += count;
    ++stages_.sweeps;
  }

  void sub_sweep(int colour, const RowRun& run, disks::StageCounters& stages) {
    const auto nm = static_cast<unsigned>(stages.trials_per_cell);
    LaneCounts counts(nm);
    kernels_.sub_sweep(lanes_,
                       {random_.key(), sweep_, cells_.system.space().max_displacement(), nm,
                        static_cast<unsigned>(colour % 2), static_cast<unsigned>(colour / 2)},
                       run.first, run.last, counts);
    for (unsigned s = 0; s < nm; ++s) {
      stages.trials[stages.at(run.stage, s)] += counts.cells;
      stages.accepted[stages.at(run.stage, s)] += counts.accepted[s];
    }
    stages.occupancy[run.stage] += counts.particles;
  }

  void shift_rows(disks::GridShift<float> shift, const RowRun& run) {
    const std::size_t next =
        run.closing ? lanes_.rows() + (run.slice + 1) % exec_.slices() : run.last % lanes_.rows();
    if (!kernels_.shift(lanes_, shift, run.first, run.last, next))
      throw input_error("cell shift", "too many particles for a cell's capacity", "at most 4",
                        "5 or more");
  }

  const LaneKernels& kernels_;
  OpenmpExec exec_;
  Philox random_;
  disks::PlaneCells<float> cells_;  // shape, space and origin; the particles live in lanes_
  LaneCells lanes_;
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
