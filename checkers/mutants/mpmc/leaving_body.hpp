// checkers/mutants/mpmc/leaving_body.hpp
// Purpose   The sub-sweeps with moves that may leave the cell: the first pitfall of the paper, and
//           the tempting repair of moving each particle exactly once per sweep.
// Source    Anderson et al. 2013, section 2.4, item 1 and the two paragraphs after item 3.
// Cost      As the serial reference.
#pragma once
#include <algorithm>
#include <vector>

#include "checkers/mutants/mpmc/faulty_body.hpp"

namespace touchstone::mutants {

template <class Space>
class LeavingBody {
 public:
  using State = disks::CellSystem<Space>;
  using Position = typename Space::Position;

  LeavingBody(unsigned trials_per_cell, bool each_once)
      : trials_per_cell_(trials_per_cell), each_once_(each_once) {}

  /// `exec` runs the cells of one colour, one after the other: they are not independent.
  template <class Random, class Executor = SerialExec>
  void sub_sweeps(State& state, Random& random, std::uint64_t sweep, disks::StageCounters& stages,
                  Executor&& exec = {}) const {
    const auto colours = shuffled_colours<State::kColours>(random, sweep);
    Arrivals arrivals(state.shape().cells());
    for (std::size_t q = 0; q < colours.size(); ++q)
      exec.for_each_slice(state.cells_of_colour(),
                          [&](std::size_t, std::size_t first, std::size_t last) {
                            for (auto k = static_cast<std::uint32_t>(first); k < last; ++k) {
                              const std::uint32_t cell = state.cell_of_colour(colours[q], k);
                              if (!state.list(cell).empty())
                                update_cell(state, arrivals, random, sweep, cell, q, stages);
                            }
                          });
    for (std::size_t q = 0; q < colours.size(); ++q)
      stages.occupancy[q] += state.occupancy(colours[q]);
    ++stages.sweeps;
  }

 private:
  /// Particles that entered a cell in this sweep: they stand at the end of its list.
  using Arrivals = std::vector<std::size_t>;

  template <class Random>
  void update_cell(State& state, Arrivals& arrivals, Random& random, std::uint64_t sweep,
                   std::uint32_t cell, std::size_t q, disks::StageCounters& stages) const {
    auto stream = state.space().cell_random(random, sweep, cell);
    const std::size_t movable = state.list(cell).size() - (each_once_ ? arrivals[cell] : 0);
    order_list(state.list(cell).first(movable), stream, ListOrder::shuffled);
    const std::size_t trials = each_once_ ? movable : trials_per_cell_;
    for (std::size_t s = 0, next = 0; s < trials && !state.list(cell).empty(); ++s) {
      const std::size_t i = each_once_ ? next : s % state.list(cell).size();
      const std::size_t stage = stages.at(q, stage_index(stages, q, s));
      const std::size_t particles = state.list(cell).size();
      ++stages.trials[stage];
      if (trial(state, arrivals, cell, i, static_cast<unsigned>(s), stream))
        ++stages.accepted[stage];
      if (state.list(cell).size() == particles) ++next;  // else the next one moved up
    }
  }

  /// Trial index; counted up one by one where it would only say how full the cell is.
  std::size_t stage_index(const disks::StageCounters& stages, std::size_t q, std::size_t s) const {
    if (!each_once_) return s;
    std::uint64_t done = 0;
    for (std::size_t k = 0; k < trials_per_cell_; ++k) done += stages.trials[stages.at(q, k)];
    return done % trials_per_cell_;
  }

  template <class Stream>
  static bool trial(State& state, Arrivals& arrivals, std::uint32_t cell, std::size_t i, unsigned s,
                    Stream& stream) {
    const Space& space = state.space();
    const Position moved = space.proposed(state.list(cell)[i], stream, s);
    const disks::CellOffset to = side(space, moved);
    const std::uint32_t target = state.shape().neighbour(cell, to);
    const Position local = space.translated(moved, {-to.x, -to.y});
    if (overlaps(state, target, local, cell, i)) return false;
    if (to == disks::CellOffset{}) {
      state.list(cell)[i] = moved;
      return true;
    }
    const auto list = state.list(cell);
    std::vector<Position> stay(list.begin(), list.end());
    stay.erase(stay.begin() + static_cast<std::ptrdiff_t>(i));
    state.clear(cell);
    for (const Position p : stay) state.append(cell, p);
    state.append(target, local);
    ++arrivals[target];
    return true;
  }

  /// The cell in which a position lies, as an offset from its own.
  static disks::CellOffset side(const Space& space, Position p) {
    if constexpr (std::is_same_v<Position, int>) {
      return {p < 0 ? -1 : (p < space.cell_width() ? 0 : 1), 0};
    } else {
      const auto along = [](auto x, auto width) { return x > 0 ? (x <= width ? 0 : 1) : -1; };
      return {along(p.x, space.cell_width().x), along(p.y, space.cell_width().y)};
    }
  }

  static bool overlaps(const State& state, std::uint32_t cell, Position moved, std::uint32_t home,
                       std::size_t self) {
    for (const disks::CellOffset offset : disks::neighbourhood<Space>()) {
      const std::uint32_t next = state.shape().neighbour(cell, offset);
      const auto others = state.list(next);
      for (std::size_t j = 0; j < others.size(); ++j)
        if (!(next == home && j == self) &&
            state.space().overlap(moved, state.space().translated(others[j], offset)))
          return true;
    }
    return false;
  }

  unsigned trials_per_cell_;
  bool each_once_;
};

}  // namespace touchstone::mutants
