#include "checkers/mutants/mpmc/faulty_scheme.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "checkers/mutants/mpmc/faulty_body.hpp"
#include "checkers/mutants/mpmc/faulty_shift.hpp"
#include "checkers/mutants/mpmc/leaving_body.hpp"
#include "models/core/rounded.hpp"
#include "models/disks/plane_cells.hpp"

namespace touchstone::mutants {
namespace {

std::atomic<std::uint64_t> simulations_started{0};

std::uint64_t seed_of(const disks::RunParameters& p, const Faults& faults) {
  const std::uint64_t seed = faults.seed_used ? p.seed : 1;
  return faults.hidden_counter ? seed + (simulations_started++ << 32) : seed;
}

/// The largest even number of cells that are narrower than a diameter by at least a tenth.
std::uint32_t narrow_lines(double side) {
  const auto lines = static_cast<std::uint32_t>(std::ceil(side / 0.9));
  return std::max(2u, lines + lines % 2);
}

/// Sorts disks into cells without asking whether the grid is legal.
template <class Real>
disks::PlaneCells<Real> sort_into(const disks::Configuration& start, Real max_displacement,
                                  disks::GridShape shape, bool report_overflow) {
  const disks::Vec<double> w{start.box.width / shape.columns, start.box.height / shape.rows};
  const disks::Vec<Real> width{static_cast<Real>(w.x), static_cast<Real>(w.y)};
  disks::PlaneCells<Real> cells{
      {disks::PlaneSpace<Real>(width, max_displacement), shape}, start.box, {0, 0}};
  const auto line = [](double x, double side, std::uint32_t lines) {
    return std::min(static_cast<std::uint32_t>(x / side), lines - 1);
  };
  for (const disks::Vec<double> p : start.centres) {
    const std::uint32_t column = line(p.x, w.x, shape.columns);
    const std::uint32_t row = line(p.y, w.y, shape.rows);
    const auto local = [](double x, Real side) {
      const Real rounded = static_cast<Real>(x);
      return rounded > Real(0) ? (rounded <= side ? rounded : side) : Real(1e-6);
    };
    const std::uint32_t cell = shape.cell(column, row);
    if (report_overflow || cells.system.list(cell).size() < shape.capacity)
      cells.system.append(cell,
                          {local(p.x - column * w.x, width.x), local(p.y - row * w.y, width.y)});
  }
  return cells;
}

template <class Real>
disks::PlaneCells<Real> faulty_cells(const disks::Configuration& start,
                                     const disks::RunParameters& p, const Faults& faults) {
  const Real step = static_cast<Real>(faults.step_size_used ? p.max_displacement : 0.16);
  disks::GridShape shape = disks::choose_grid(start.box, p.columns, p.rows);
  if (faults.cells_wide_enough && faults.overflow_reported)
    return disks::PlaneCells<Real>::from(start, step, shape);
  if (!faults.cells_wide_enough)
    shape = {narrow_lines(start.box.width), narrow_lines(start.box.height), shape.capacity};
  if (!faults.overflow_reported) shape.capacity = 3;  // "a fourth disk hardly ever fits"
  return sort_into(start, step, shape, faults.overflow_reported);
}

template <class Real>
class FaultySimulation final : public disks::Simulation {
 public:
  using Space = disks::PlaneSpace<Real>;

  FaultySimulation(const disks::Configuration& start, const disks::RunParameters& p, Faults faults)
      : faults_(faults),
        random_(seed_of(p, faults)),
        body_(static_cast<unsigned>(p.trials_per_cell), static_cast<unsigned>(p.threads), faults),
        leaving_(static_cast<unsigned>(p.trials_per_cell), faults.each_once),
        cells_(faulty_cells<Real>(start, p, faults)),
        other_(cells_.system),
        stages_(4, p.trials_per_cell),
        sweep_(p.first_sweep) {}

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      if (faults_.leaving_allowed)
        leaving_.sub_sweeps(cells_.system, random_, sweep_, stages_);
      else
        body_.sub_sweeps(cells_.system, random_, sweep_, stages_);
      if (!faults_.grid_shifts) continue;
      const auto shift = cells_.system.space().draw_shift(random_, sweep_);
      shift_cells(cells_.system, other_, shift, faults_);
      std::swap(cells_.system, other_);
      if (faults_.origin_follows) cells_.move_origin(shift);
    }
  }

  disks::Configuration configuration() const override {
    disks::Configuration c = cells_.configuration();
    if (!faults_.positions_wrapped)  // what adding the origin to each cell's corner gives
      for (disks::Vec<double>& p : c.centres)
        if (p.x < cells_.origin.x) p.x += c.box.width;
    if (!faults_.positions_in_double)
      for (disks::Vec<double>& p : c.centres)
        p = c.box.wrap({static_cast<float>(p.x), static_cast<float>(p.y)});
    if (!faults_.sides_told_apart)
      for (disks::Vec<double>& p : c.centres)
        if (p.y >= c.box.width) p.y -= c.box.width;
    return c;
  }
  SweepStats stats() const override { return stages_.total(); }
  const disks::StageCounters* stages() const override { return &stages_; }
  std::size_t memory_bytes() const override {
    const disks::GridShape& shape = cells_.system.shape();
    const std::size_t positions = shape.capacity * sizeof(disks::Vec<Real>);
    const std::size_t counts = sizeof(std::uint32_t);
    return faults_.positions_in_memory ? 2 * shape.cells() * (counts + positions) : counts;
  }

 private:
  Faults faults_;
  Philox random_;
  FaultyBody<Space> body_;
  LeavingBody<Space> leaving_;
  disks::PlaneCells<Real> cells_;
  disks::CellSystem<Space> other_;
  disks::StageCounters stages_;
  std::uint64_t sweep_;
};

template <class Real>
auto starter(const Faults& faults) {
  return [faults](const disks::Configuration& start,
                  const disks::RunParameters& p) -> std::unique_ptr<disks::Simulation> {
    disks::require_valid(p);
    return std::make_unique<FaultySimulation<Real>>(start, p, faults);
  };
}

}  // namespace

disks::DiskScheme faulty_scheme(const std::string& name, const Faults& faults) {
  return {.info = {.name = "mutant/" + name,
                   .source = "Anderson et al. 2013, Algorithm 1, broken on purpose",
                   .claims = Claims::detailed_balance | Claims::global_balance |
                             Claims::thread_invariant | Claims::conserves_particles},
          .start = starter<float>(faults),
          .tolerance = 1e-5,
          .trials = disks::DiskScheme::Trials::per_cell,
          .start_in_ten_bits = starter<TenBits>(faults),
          .mutant = true};
}

}  // namespace touchstone::mutants
