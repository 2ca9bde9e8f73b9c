// Registers Algorithm 1 as a scheme, in single precision (as the paper) and in double, and the
// variants without shuffles of the paper's Table 1.
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
auto starter(CheckerboardOptions options) {
  return [options](const disks::Configuration& start,
                   const disks::RunParameters& p) -> std::unique_ptr<disks::Simulation> {
    disks::require_valid(p);
    CheckerboardOptions run = options;
    run.trials_per_cell = p.trials_per_cell;
    return std::make_unique<CheckerboardSimulation<Real>>(start, p, run);
  };
}

template <class Real>
disks::DiskScheme entry(const char* name, Claims claims, double tolerance,
                        CheckerboardOptions options) {
  return {.info = {.name = name,
                   .source = "Anderson et al. 2013, Algorithm 1",
                   .claims = claims | Claims::conserves_particles | Claims::thread_invariant},
          .start = starter<Real>(options),
          .tolerance = tolerance,
          .trials = disks::DiskScheme::Trials::per_cell,
          .start_in_ten_bits = starter<TenBits>(options)};
}

constexpr Claims kReversible = Claims::detailed_balance | Claims::global_balance;

disks::DiskScheme baseline() {
  auto scheme = entry<float>("mpmc/checkerboard-reference", kReversible, 1e-5, {});
  scheme.info.baseline = true;
  return scheme;
}

/// Rows of the paper's Table 1 that sample wrongly.
disks::DiskScheme without_particle_shuffle(const char* name, bool shuffle_colours) {
  auto scheme = entry<float>(name, Claims::none, 1e-5,
                             {.shuffle_particles = false, .shuffle_colours = shuffle_colours});
  scheme.mutant = true;
  return scheme;
}

const bool registered = disks::register_scheme(baseline()) &&
                        disks::register_scheme(entry<double>("mpmc/checkerboard-reference-double",
                                                             kReversible, 1e-12, {})) &&
                        disks::register_scheme(entry<float>(
                            "mpmc/checkerboard-reference-fixed-colours", Claims::global_balance,
                            1e-5, {.shuffle_colours = false})) &&
                        disks::register_variant(without_particle_shuffle(
                            "mpmc/checkerboard-reference-fixed-lists", true)) &&
                        disks::register_variant(without_particle_shuffle(
                            "mpmc/checkerboard-reference-fixed-lists-and-colours", false));

}  // namespace
}  // namespace touchstone::reference
