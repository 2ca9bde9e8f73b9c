// optimized/mpmc/checkerboard_openmp.cpp
// Purpose   The paper's CPU code: the checkerboard sweep on OpenMP threads, one horizontal strip of
//           cells each, in single precision.
// Source    Anderson et al. 2013, section 5: "each thread processes a single horizontal strip of
//           the simulation domain and the innermost loop follows Algorithm 2".
// Samples   Uniformly, all non-overlapping configurations in a periodic box.
#include "models/disks/plane_cells.hpp"
#include "models/disks/registry.hpp"
#include "optimized/mpmc/checkerboard_body.hpp"

namespace touchstone::optimized {
namespace {

template <class Real>
class CheckerboardOpenmp final : public disks::Simulation {
 public:
  using Space = disks::PlaneSpace<Real>;
  using State = disks::CellSystem<Space>;

  CheckerboardOpenmp(const disks::Configuration& start, const disks::RunParameters& p)
      : body_(p.trials_per_cell),
        exec_(p.threads),
        random_(p.seed),
        cells_(disks::PlaneCells<Real>::from(start, static_cast<Real>(p.max_displacement),
                                             disks::choose_grid(start.box, p.columns, p.rows))),
        other_(cells_.system.space(), cells_.system.shape()),
        stages_(State::kColours, p.trials_per_cell),
        sweep_(p.first_sweep) {}

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      const auto shift = cells_.system.space().draw_shift(random_, sweep_);
      body_.sweep(cells_.system, other_, shift, random_, sweep_, exec_, stages_);
      std::swap(cells_.system, other_);
      cells_.move_origin(shift);
    }
  }
  disks::Configuration configuration() const override { return cells_.configuration(); }
  int threads() const override {
    return static_cast<int>(std::min<std::size_t>(exec_.slices(), cells_.system.lines()));
  }
  SweepStats stats() const override { return stages_.total(); }
  const disks::StageCounters* stages() const override { return &stages_; }
  std::size_t memory_bytes() const override {  // two buffers: Algorithm 4 is not in place
    return 2 * cells_.system.shape().cells() * cells_.system.bytes_per_cell();
  }

 private:
  CheckerboardBody<Space> body_;
  OpenmpExec exec_;
  Philox random_;
  disks::PlaneCells<Real> cells_;
  State other_;
  disks::StageCounters stages_;
  std::uint64_t sweep_;
};

template <class Real>
std::unique_ptr<disks::Simulation> start_simulation(const disks::Configuration& start,
                                                    const disks::RunParameters& p) {
  disks::require_valid(p);
  return std::make_unique<CheckerboardOpenmp<Real>>(start, p);
}

const bool registered = disks::register_scheme(
    {.info = {.name = "mpmc/checkerboard-openmp",
              .source = "Anderson et al. 2013, section 5, Algorithms 2 and 4",
              .claims = Claims::detailed_balance | Claims::global_balance |
                        Claims::thread_invariant | Claims::equals_reference |
                        Claims::conserves_particles,
              .backend = "openmp",
              .parallel = true},
     .start = start_simulation<float>,
     .tolerance = 1e-5,
     .equals = "mpmc/checkerboard-reference",
     .trials = disks::DiskScheme::Trials::per_cell,
     .start_in_ten_bits = start_simulation<TenBits>});

}  // namespace
}  // namespace touchstone::optimized
