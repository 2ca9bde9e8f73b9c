// reference/mpmc/checkerboard.hpp
// Purpose   Algorithm 1 literally and serially: the oracle that every checkerboard scheme equals,
//           bit for bit, from the same random stream.
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), Algorithm 1 (line numbers below) and
//           Algorithm 2 lines 13-28 for the acceptance rule.
// Samples   Uniformly, all non-overlapping configurations in a periodic box.
// Cost      nM trials per cell and sweep, each against all particles of nine cells.
// Not here  Any parallel order, any data layout (optimized/mpmc).
#pragma once
#include <array>
#include <numeric>
#include <utility>

#include "models/disks/cell_system.hpp"
#include "models/disks/stage_counters.hpp"

namespace touchstone::reference {

/// The switches of the paper's Table 1. Both shuffles are on in the correct algorithm; without the
/// particle shuffle the list order carries memory and the sampling is wrong.
struct CheckerboardOptions {
  int trials_per_cell = 4;  ///< the paper's nM
  bool shuffle_particles = true;
  bool shuffle_colours = true;
};

template <class Space>
class Checkerboard {
 public:
  using State = disks::CellSystem<Space>;
  using Shift = disks::GridShift<typename Space::Coordinate>;

  explicit Checkerboard(CheckerboardOptions options) : options_(options) {}

  /// Lines 1-14: all sub-sweeps of sweep number `sweep`; counts into `stages`.
  template <class Random>
  void sub_sweeps(State& state, Random& random, std::uint64_t sweep,
                  disks::StageCounters& stages) const {
    std::array<int, State::kColours> colours{};  // line 1
    std::iota(colours.begin(), colours.end(), 0);
    if (options_.shuffle_colours) {  // line 2
      auto stream = random.stream(Purpose::colour_order, sweep, 0);
      fisher_yates(colours, stream);
    }
    for (std::size_t q = 0; q < colours.size(); ++q)               // line 3
      for (std::uint32_t k = 0; k < state.cells_of_colour(); ++k)  // line 4
        update_cell(state, state.cell_of_colour(colours[q], k), random, sweep, q, stages);
    for (std::size_t q = 0; q < colours.size(); ++q)
      stages.occupancy[q] += state.occupancy(colours[q]);
    ++stages.sweeps;
  }

  /// Lines 15-17: moves the grid; particles stay where they are and get a new cell and new local
  /// coordinates. Those that stay keep their order, those that enter are appended (section 2.4).
  static void shift_cells(State& state, Shift shift) {
    const Space& space = state.space();
    State moved(space, state.shape());
    for (const bool staying : {true, false})
      for (std::uint32_t cell = 0; cell < state.shape().cells(); ++cell)
        for (const auto p : std::as_const(state).list(cell)) {
          const auto local = space.shifted(p, shift);
          if (space.inside(local) != staying) continue;
          if (staying) {
            moved.append(cell, local);
          } else {  // the grid moved by +f, so the particle fell behind, into the cell at -f
            const disks::CellOffset back{-shift.direction.x, -shift.direction.y};
            moved.append(state.shape().neighbour(cell, back),
                         space.translated(local, shift.direction));
          }
        }
    state = std::move(moved);
  }

 private:
  /// Durstenfeld's form of the Fisher-Yates shuffle (the paper's reference 35).
  template <class Sequence, class Stream>
  static void fisher_yates(Sequence&& sequence, Stream& stream) {
    for (auto k = static_cast<std::uint32_t>(sequence.size()); k > 1; --k)
      std::swap(sequence[k - 1], sequence[stream.below(k)]);
  }

  /// Lines 5-12.
  template <class Random>
  void update_cell(State& state, std::uint32_t cell, Random& random, std::uint64_t sweep,
                   std::size_t q, disks::StageCounters& stages) const {
    const Space& space = state.space();
    const auto particles = state.list(cell);
    if (particles.empty()) return;
    auto stream = space.cell_random(random, sweep, cell);
    if (options_.shuffle_particles) fisher_yates(particles, stream);  // line 5
    for (int s = 0; s < options_.trials_per_cell; ++s) {              // line 6
      const auto trial = static_cast<unsigned>(s);
      const std::size_t i = trial % particles.size();                                 // line 7
      const auto moved = space.proposed(particles[i], stream, trial);                 // line 8
      const bool accepted = space.inside(moved) && !overlaps(state, cell, i, moved);  // line 9
      if (accepted) particles[i] = moved;                                             // line 10
      ++stages.trials[stages.at(q, trial)];
      stages.accepted[stages.at(q, trial)] += accepted ? 1 : 0;
    }
  }

  static bool overlaps(const State& state, std::uint32_t cell, std::size_t self,
                       typename State::Position moved) {
    for (const disks::CellOffset offset : disks::neighbourhood<Space>()) {
      const auto others = state.list(state.shape().neighbour(cell, offset));
      for (std::size_t j = 0; j < others.size(); ++j) {
        if (offset == disks::CellOffset{} && j == self) continue;
        if (state.space().overlap(moved, state.space().translated(others[j], offset))) return true;
      }
    }
    return false;
  }

  CheckerboardOptions options_;
};

}  // namespace touchstone::reference
