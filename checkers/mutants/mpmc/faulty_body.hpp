// checkers/mutants/mpmc/faulty_body.hpp
// Purpose   The sub-sweeps of Algorithm 1 with the faults that keep particles in their cells.
// Source    Anderson et al. 2013, Algorithm 1 (line numbers).
// Cost      As the serial reference.
// Not here  Moves out of the cell (leaving_body.hpp), the cell shift (faulty_shift.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "checkers/mutants/mpmc/faults.hpp"
#include "models/core/exec.hpp"
#include "models/disks/cell_system.hpp"
#include "models/disks/stage_counters.hpp"

namespace touchstone::mutants {

/// Lines 1-2.
template <std::size_t kColours = 4, class Random>
std::array<int, kColours> shuffled_colours(Random& random, std::uint64_t sweep) {
  std::array<int, kColours> colours{};
  std::iota(colours.begin(), colours.end(), 0);
  auto stream = random.stream(Purpose::colour_order, sweep, 0);
  for (std::uint32_t k = kColours; k > 1; --k) std::swap(colours[k - 1], colours[stream.below(k)]);
  return colours;
}

/// Line 5, right or wrong.
template <class List, class Stream>
void order_list(List&& list, Stream& stream, ListOrder order) {
  const auto n = static_cast<std::uint32_t>(list.size());
  if (order == ListOrder::kept) return;
  for (std::uint32_t k = n; k > 1; --k) {
    const std::uint32_t choices = order == ListOrder::biased        ? n
                                  : order == ListOrder::one_too_few ? k - 1
                                                                    : k;
    std::swap(list[k - 1], list[stream.below(choices)]);
  }
}

template <class Space>
class FaultyBody {
 public:
  using State = disks::CellSystem<Space>;
  using Position = typename Space::Position;

  FaultyBody(unsigned trials_per_cell, unsigned threads, Faults faults)
      : trials_per_cell_(trials_per_cell), threads_(threads), faults_(faults) {}

  /// Lines 1-14. `exec` runs the cells of one colour.
  template <class Random, class Executor = SerialExec>
  void sub_sweeps(State& state, Random& random, std::uint64_t sweep, disks::StageCounters& stages,
                  Executor&& exec = {}) const {
    const auto colours = shuffled_colours<State::kColours>(random, sweep);
    std::optional<State> at_start;
    if (faults_.neighbours == Neighbours::stale) at_start = state;
    const State& others = at_start ? *at_start : state;
    for (std::size_t q = 0; q < colours.size(); ++q)
      exec.for_each_slice(state.cells_of_colour(),
                          [&](std::size_t, std::size_t first, std::size_t last) {
                            for (auto k = static_cast<std::uint32_t>(first); k < last; ++k) {
                              const std::uint32_t cell = state.cell_of_colour(colours[q], k);
                              auto stream = cell_stream(state, random, sweep, cell, k);
                              update_cell(state, others, cell, stream, q, stages, order(sweep));
                            }
                          });
    for (std::size_t q = 0; q < colours.size(); ++q)
      stages.occupancy[q] += state.occupancy(colours[q]);
    ++stages.sweeps;
  }

 private:
  template <class Random>
  auto cell_stream(const State& state, Random& random, std::uint64_t sweep, std::uint32_t cell,
                   std::uint32_t k) const {
    auto entity = static_cast<std::uint32_t>(last_bits(cell, faults_.cell_bits));
    if (faults_.thread_in_key) entity += (k * threads_ / state.cells_of_colour()) << 20;
    return state.space().cell_random(random, last_bits(sweep, faults_.step_bits), entity);
  }
  ListOrder order(std::uint64_t sweep) const {
    return faults_.order_in_all_sweeps || sweep % 4 >= 2 ? faults_.order : ListOrder::shuffled;
  }
  static std::uint64_t last_bits(std::uint64_t number, unsigned bits) {
    return bits < 64 ? number & ((std::uint64_t{1} << bits) - 1) : number;
  }

  template <class Stream>
  void update_cell(State& state, const State& others, std::uint32_t cell, Stream& stream,
                   std::size_t q, disks::StageCounters& stages, ListOrder order) const {
    const auto particles = state.list(cell);
    if (particles.empty()) {
      if (faults_.counts_empty_cells)
        for (unsigned s = 0; s < trials_per_cell_; ++s) ++stages.trials[stages.at(q, s)];
      return;
    }
    order_list(particles, stream, order);
    for (unsigned s = 0; s < trials_per_cell_; ++s) {
      ++stages.trials[stages.at(q, s)];
      if (trial(state, others, cell, s, stream)) ++stages.accepted[stages.at(q, s)];
    }
  }

  /// Lines 7-11.
  template <class Stream>
  bool trial(State& state, const State& others, std::uint32_t cell, unsigned s,
             Stream& stream) const {
    const auto particles = state.list(cell);
    Position& particle = particles[s % particles.size()];
    const unsigned attempts = faults_.rejection == Rejection::retried ? faults_.most_retries : 1;
    for (unsigned attempt = 0; attempt < attempts; ++attempt) {
      const Position moved =
          proposed(state.space(), particle, stream, s + attempt * trials_per_cell_);
      const bool inside = state.space().inside(moved) || on_low_border(state.space(), moved);
      if (inside && !overlaps(state, others, cell, &particle, moved)) {
        if (faults_.moves_stored) particle = moved;
        return true;
      }
      if (inside && faults_.rejection == Rejection::kept) particle = moved;
    }
    return false;
  }

  template <class Stream>
  Position proposed(const Space& space, Position p, Stream& stream, unsigned s) const {
    const Position moved = space.proposed(p, stream, s);
    using Real = typename Space::Coordinate;
    if constexpr (std::is_same_v<Position, int>) {  // on a ring: no step at all from the edge
      return faults_.steps_shrink_at_edge && (p == 0 || p == space.cell_width() - 1) ? p : moved;
    } else {
      if constexpr (std::is_floating_point_v<Real>)
        if (faults_.drift != 0 || faults_.step_values > 0) return wrong_step(space, p, moved);
      if (!faults_.steps_shrink_at_edge) return moved;
      const auto w = space.cell_width();
      const Real margin = std::min(std::min(p.x, w.x - p.x), std::min(p.y, w.y - p.y));
      const Real factor = std::min(Real(1), Real(0.1) + margin * Real(2));
      return {p.x + (moved.x - p.x) * factor, p.y + (moved.y - p.y) * factor};
    }
  }

  bool on_low_border(const Space& space, Position p) const {
    if constexpr (std::is_floating_point_v<typename Space::Coordinate>) {
      const auto w = space.cell_width();
      return faults_.low_borders_inside && (p.x == 0 || p.y == 0) && p.x >= 0 && p.y >= 0 &&
             p.x <= w.x && p.y <= w.y;
    }
    return false;
  }

  Position wrong_step(const Space& space, Position p, Position moved) const {
    using Real = typename Space::Coordinate;
    const Real longest = space.max_displacement();
    const auto coarse = [&](Real step) {
      if (faults_.step_values == 0) return step;
      const Real unit = 2 * longest / static_cast<Real>(faults_.step_values);
      return (std::floor(step / unit) + Real(0.5)) * unit;
    };
    return {p.x + coarse(moved.x - p.x) + static_cast<Real>(faults_.drift) * longest,
            p.y + coarse(moved.y - p.y)};
  }

  bool touch(const Space& space, Position a, Position b, bool within) const {
    if constexpr (!std::is_same_v<Position, int>) {
      const double contact = faults_.contact * (within ? faults_.contact_within : 1);
      if (contact != 1) {
        const auto dx = static_cast<double>(a.x - b.x), dy = static_cast<double>(a.y - b.y);
        return std::hypot(dx, dy) < contact;
      }
      using Real = typename Space::Coordinate;
      if (faults_.expanded_squares)
        return Real(2) * (a.x * b.x + a.y * b.y) - (b.x * b.x + b.y * b.y) >
               a.x * a.x + a.y * a.y - Real(1);
    }
    return space.overlap(a, b);
  }

  bool overlaps(const State& state, const State& others, std::uint32_t cell, const Position* self,
                Position moved) const {
    for (const disks::CellOffset offset : disks::neighbourhood<Space>()) {
      if (faults_.neighbours == Neighbours::without_diagonal && offset == disks::CellOffset{1, 1})
        continue;
      const std::uint32_t next = state.shape().neighbour(cell, offset);
      for (const Position& p : (offset == disks::CellOffset{} ? state : others).list(next))
        if (!(offset == disks::CellOffset{} && &p == self) &&
            touch(state.space(), moved, state.space().translated(p, offset),
                  offset == disks::CellOffset{}))
          return true;
    }
    return false;
  }

  unsigned trials_per_cell_;
  unsigned threads_;
  Faults faults_;
};

}  // namespace touchstone::mutants
