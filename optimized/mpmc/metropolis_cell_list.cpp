// optimized/mpmc/metropolis_cell_list.cpp
// Purpose   Serial Metropolis sampling with cell lists: the everyday code of the field, and the
//           serial baseline of the benchmarks.
// Source    Anderson et al. 2013, section 1 and Figure 1: "the cell list enables O(1) overlap
//           checks by limiting the search space to only nine local cells".
// Samples   Uniformly, all non-overlapping configurations; equals the all-pairs reference bit for
//           bit, because both ask the same question of the same pairs in double precision.
// Cost      O(1) per trial: about 16 disks in nine cells at packing fraction 0.7.
// Not here  Threads: consecutive trials depend on each other.
#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"
#include "models/disks/cell_stream.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/registry.hpp"

namespace touchstone::optimized {
namespace {

class MetropolisCellList final : public disks::Simulation {
 public:
  MetropolisCellList(const disks::Configuration& start, const disks::RunParameters& p)
      : random_(p.seed),
        max_displacement_(p.max_displacement),
        state_(start),
        sweep_(p.first_sweep) {
    disks::require_legal_start(start);
    shape_ = disks::choose_grid(start.box, p.columns, p.rows);
    disks::require_wide_cells(start.box, shape_);
    members_.resize(std::size_t{shape_.cells()} * shape_.capacity);
    count_.resize(shape_.cells());
    for (std::uint32_t i = 0; i < state_.size(); ++i) insert(cell_of(state_.centres[i]), i);
  }

  void advance(std::uint64_t sweeps) override {
    for (; sweeps > 0; --sweeps, ++sweep_) {
      PhiloxStream stream = random_.stream(Purpose::metropolis, sweep_, 0);
      for (std::size_t trial = 0; trial < state_.size(); ++trial) {
        const std::uint32_t i = stream.below(static_cast<std::uint32_t>(state_.size()));
        const std::uint32_t radial = stream.next();
        stats_.accepted +=
            move(i, disks::in_disc<double>(radial, stream.next(), max_displacement_)) ? 1 : 0;
      }
      stats_.trials += state_.size();
    }
  }
  disks::Configuration configuration() const override { return state_; }
  SweepStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override {
    return state_.size() * sizeof(disks::Vec<double>) +
           (members_.size() + count_.size()) * sizeof(std::uint32_t);
  }

 private:
  bool move(std::uint32_t i, disks::Vec<double> step) {
    const disks::Vec<double> moved = state_.box.wrap(state_.centres[i] + step);
    const std::uint32_t cell = cell_of(moved);
    for (const disks::CellOffset offset : disks::kPlaneNeighbourhood) {
      const std::uint32_t near = shape_.neighbour(cell, offset);
      for (std::uint32_t k = 0; k < count_[near]; ++k) {
        const std::uint32_t j = members_[near * shape_.capacity + k];
        if (j != i && state_.box.distance2(moved, state_.centres[j]) < 1.0) return false;
      }
    }
    const std::uint32_t old = cell_of(state_.centres[i]);
    if (old != cell) {
      remove(old, i);
      insert(cell, i);
    }
    state_.centres[i] = moved;
    return true;
  }

  std::uint32_t cell_of(disks::Vec<double> p) const {
    const auto line = [](double x, double side, std::uint32_t lines) {
      return std::min(lines - 1, static_cast<std::uint32_t>(x / side * lines));
    };
    return shape_.cell(line(p.x, state_.box.width, shape_.columns),
                       line(p.y, state_.box.height, shape_.rows));
  }
  void insert(std::uint32_t cell, std::uint32_t i) {
    if (count_[cell] == shape_.capacity)
      throw input_error("cell list", "too many disks for a cell's capacity",
                        fmt::format("at most {}", shape_.capacity), "one more");
    members_[cell * shape_.capacity + count_[cell]++] = i;
  }
  void remove(std::uint32_t cell, std::uint32_t i) {
    std::uint32_t* const first = &members_[cell * shape_.capacity];
    *std::find(first, first + count_[cell], i) = first[count_[cell] - 1];
    --count_[cell];
  }

  Philox random_;
  double max_displacement_;
  disks::Configuration state_;
  disks::GridShape shape_;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint32_t> count_;
  SweepStats stats_;
  std::uint64_t sweep_;
};

const bool registered = disks::register_scheme(
    {.info = {.name = "mpmc/metropolis-cell-list",
              .source = "Anderson et al. 2013, section 1 and Figure 1",
              .claims = Claims::detailed_balance | Claims::global_balance |
                        Claims::thread_invariant | Claims::equals_reference |
                        Claims::conserves_particles},
     .start =
         [](const disks::Configuration& start, const disks::RunParameters& p) {
           disks::require_valid(p);
           return std::make_unique<MetropolisCellList>(start, p);
         },
     .equals = "mpmc/metropolis-reference"});

}  // namespace
}  // namespace touchstone::optimized
