// optimized/mpmc/checkerboard_body.hpp
// Purpose   The parallel checkerboard sweep, written once: what is proved on a tiny lattice
//           (Space = RingSpace, Random = ChoiceTape) is what ships (PlaneSpace, Philox, threads).
// Source    Anderson et al., J. Comput. Phys. 254, 27 (2013), Algorithms 2 and 4 (line numbers).
// Samples   Uniformly, all non-overlapping configurations in a periodic box.
// Cost      Per trial: the slots of nine cells, about 16 disks at packing fraction 0.7, with an
//           exit at the first overlap. Cells of one colour are independent: nobody reads a cell
//           that another cell of the same colour writes.
// Not here  Vector lanes and the layout of Algorithm 3 (checkerboard_simd.cpp).
#pragma once
#include <utility>
#include <vector>

#include "models/core/exec.hpp"
#include "models/disks/cell_system.hpp"
#include "models/disks/colour_order.hpp"
#include "models/disks/stage_counters.hpp"
#include "optimized/mpmc/wavefront.hpp"

namespace touchstone::optimized {

template <class Space>
class CheckerboardBody {
 public:
  using State = disks::CellSystem<Space>;
  using Position = typename Space::Position;
  using Shift = disks::GridShift<typename Space::Coordinate>;

  explicit CheckerboardBody(int trials_per_cell)
      : trials_per_cell_(static_cast<unsigned>(trials_per_cell)) {}

  /// Algorithm 1 lines 1-14.
  template <class Random, Exec Executor>
  void sub_sweeps(State& state, Random& random, std::uint64_t sweep, Executor& exec,
                  disks::StageCounters& stages) const {
    run(state, nullptr, {}, random, sweep, exec, stages);
  }

  /// Algorithm 1 lines 1-17: the sub-sweeps and, behind them, the shift into `to`.
  template <class Random, Exec Executor>
  void sweep(State& state, State& to, Shift shift, Random& random, std::uint64_t sweep,
             Executor& exec, disks::StageCounters& stages) const {
    run(state, &to, shift, random, sweep, exec, stages);
  }

  /// Algorithm 4 as a gather: every cell of `to` collects its particles from the cell of the same
  /// index and from the neighbour in the direction of the shift. Both ask the same question of the
  /// same expression, D - f d, so no particle is lost or taken twice, whatever its rounding.
  template <Exec Executor>
  void shift_cells(const State& from, State& to, Shift shift, Executor& exec) const {
    exec.for_each_slice(from.shape().cells(),
                        [&](std::size_t, std::size_t first, std::size_t last) {
                          gather_cells(from, to, shift, first, last);
                        });
  }

 private:
  /// A stage for each colour and, with `to`, one for the shift.
  template <class Random, Exec Executor>
  void run(State& state, State* to, Shift shift, Random& random, std::uint64_t sweep,
           Executor& exec, disks::StageCounters& stages) const {
    const auto colours = disks::shuffled_colours<State::kColours>(random, sweep);
    std::vector<disks::StageCounters> counts(  // one per slice, added up in slice order
        exec.slices(), disks::StageCounters(State::kColours, static_cast<int>(trials_per_cell_)));
    const std::size_t lines = state.lines();
    const std::size_t line = state.shape().cells() / lines;
    const Wavefront front{lines, colours.size() + (to != nullptr ? 1 : 0),
                          Wavefront::band_of(line * state.bytes_per_cell())};
    in_wavefront(
        front, exec,
        [&](const RowRun& rows) {
          if (rows.stage == colours.size())
            return gather_cells(state, *to, shift, rows.first * line, rows.last * line);
          const auto [first, last] =
              state.of_colour_in_lines(colours[rows.stage], rows.first, rows.last);
          for (std::uint32_t k = first; k < last; ++k)
            update_cell(state, state.cell_of_colour(colours[rows.stage], k), random, sweep,
                        rows.stage, counts[rows.slice]);
        },
        [](std::size_t, std::size_t) {});  // nothing to keep: the shift is not in place
    for (const disks::StageCounters& count : counts) stages += count;
    ++stages.sweeps;
  }

  static void gather_cells(const State& from, State& to, Shift shift, std::size_t first,
                           std::size_t last) {
    const Space& space = from.space();
    for (auto cell = static_cast<std::uint32_t>(first); cell < last; ++cell) {
      to.clear(cell);
      for (const Position p : from.list(cell)) {  // lines 7-14
        const Position local = space.shifted(p, shift);
        if (space.inside(local)) to.append(cell, local);
      }
      for (const Position p : from.list(from.shape().neighbour(cell, shift.direction))) {
        const Position local = space.shifted(p, shift);  // lines 18-28
        if (!space.inside(local)) to.append(cell, space.translated(local, shift.direction));
      }
    }
  }

  template <class Random>
  void update_cell(State& state, std::uint32_t cell, Random& random, std::uint64_t sweep,
                   std::size_t q, disks::StageCounters& counts) const {
    const Space& space = state.space();
    const auto particles = state.list(cell);
    if (particles.empty()) return;  // lines 5-7
    counts.occupancy[q] += particles.size();
    auto stream = space.cell_random(random, sweep, cell);
    for (auto k = static_cast<std::uint32_t>(particles.size()); k > 1; --k)  // line 9
      std::swap(particles[k - 1], particles[stream.below(k)]);
    std::size_t i = 0;  // line 10
    for (unsigned s = 0; s < trials_per_cell_; ++s) {
      const Position moved = space.proposed(particles[i], stream, s);  // line 12
      const bool accepted = space.inside(moved) && !overlaps(state, cell, i, moved);
      if (accepted) particles[i] = moved;  // lines 24-28
      ++counts.trials[counts.at(q, s)];
      counts.accepted[counts.at(q, s)] += accepted ? 1 : 0;
      if (++i == particles.size()) i = 0;  // lines 29-32
    }
  }

  static bool overlaps(const State& state, std::uint32_t cell, std::size_t self, Position moved) {
    const Space& space = state.space();
    for (const disks::CellOffset offset : disks::neighbourhood<Space>()) {  // lines 13-23
      const bool own = offset == disks::CellOffset{};
      const auto others = state.list(state.shape().neighbour(cell, offset));
      for (std::size_t j = 0; j < others.size(); ++j)
        if (!(own && j == self) && space.overlap(moved, space.translated(others[j], offset)))
          return true;
    }
    return false;
  }

  unsigned trials_per_cell_;
};

}  // namespace touchstone::optimized
