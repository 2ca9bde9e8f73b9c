// Registers Algorithm 1 as a scheme, in single precision (as the paper) and in double.
#include "reference/mpmc/checkerboard.hpp"

#include "models/disks/plane_cells.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::reference {
namespace {

template <class Real>
class CheckerboardSimulation final : public disks::Simulation {
 public:
  using Scheme = Checkerboard<disks::PlaneSpace<Real>>;

  CheckerboardSimulation(const disks::Configuration& start, const disks::RunParameters& p,
                         CheckerboardOptions options)
      : scheme_(options),
        random_(p.seed),
        cells_(disks::PlaneCells<Real>::from(start, static_cast<Real>(p.max_displacement),
                                             disks::choose_grid(start.box, p.columns, p.rows))),
        stages_(Scheme::State::kColours, options.trials_per_cell),
        sweep_(p.first_sweep) {}

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      scheme_.sub_sweeps(cells_.system, random_, sweep_, stages_);
      const auto shift = cells_.system.space().draw_shift(random_, sweep_);
      Scheme::shift_cells(cells_.system, shift);
      cells_.move_origin(shift);
    }
  }
  disks::Configuration configuration() const override { return cells_.configuration(); }
  SweepStats stats() const override { return stages_.total(); }
  const disks::StageCounters* stages() const override { return &stages_; }
  std::size_t memory_bytes() const override {
    const disks::GridShape& shape = cells_.system.shape();
    return shape.cells() * (sizeof(std::uint32_t) + shape.capacity * sizeof(disks::Vec<Real>));
  }

 private:
  Scheme scheme_;
  Philox random_;
  disks::PlaneCells<Real> cells_;
  disks::StageCounters stages_;
  std::uint64_t sweep_;
};

template <class Real>
auto starter(bool shuffle_colours) {
  return [shuffle_colours](const disks::Configuration& start,
                           const disks::RunParameters& p) -> std::unique_ptr<disks::Simulation> {
    disks::require_valid(p);
    return std::make_unique<CheckerboardSimulation<Real>>(
        start, p,
        CheckerboardOptions{.trials_per_cell = p.trials_per_cell,
                            .shuffle_colours = shuffle_colours});
  };
}

template <class Real>
disks::DiskScheme entry(const char* name, Claims claims, double tolerance, bool shuffle_colours) {
  return {.info = {.name = name,
                   .source = "Anderson et al. 2013, Algorithm 1",
                   .claims = claims | Claims::global_balance | Claims::conserves_particles |
                             Claims::thread_invariant},
          .start = starter<Real>(shuffle_colours),
          .tolerance = tolerance,
          .trials = disks::DiskScheme::Trials::per_cell,
          .start_in_ten_bits = starter<TenBits>(shuffle_colours)};
}

disks::DiskScheme baseline() {
  auto scheme = entry<float>("mpmc/checkerboard-reference", Claims::detailed_balance, 1e-5, true);
  scheme.info.baseline = true;
  return scheme;
}

const bool registered =
    disks::register_scheme(baseline()) &&
    disks::register_scheme(entry<double>("mpmc/checkerboard-reference-double",
                                         Claims::detailed_balance, 1e-12, true)) &&
    disks::register_scheme(
        entry<float>("mpmc/checkerboard-reference-fixed-colours", Claims::none, 1e-5, false));

}  // namespace
}  // namespace touchstone::reference
