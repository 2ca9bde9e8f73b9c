// checkers/mutants/mpmc/faulty_shift.hpp
// Purpose   The cell shift as a gather, with right and wrong rules for who owns a particle.
// Source    Anderson et al. 2013, Algorithm 4 and the two paragraphs that discuss line 20.
// Cost      As the serial reference.
#pragma once
#include <optional>
#include <type_traits>

#include "checkers/mutants/mpmc/faults.hpp"
#include "models/disks/cell_system.hpp"

namespace touchstone::mutants {

template <class Space>
bool below_far_edge(const Space& space, typename Space::Position p) {
  if constexpr (std::is_same_v<typename Space::Position, int>)
    return p < space.cell_width();
  else
    return p.x < space.cell_width().x && p.y < space.cell_width().y;
}

/// The position in the next cell of a particle `p` of its old cell, if the next cell takes it.
template <class Space>
std::optional<typename Space::Position> taken(const Space& space, typename Space::Position p,
                                              disks::GridShift<typename Space::Coordinate> shift,
                                              ShiftRule rule) {
  const auto local = space.shifted(p, shift);
  const auto moved = space.translated(local, shift.direction);
  switch (rule) {
    case ShiftRule::complement:
      if (!space.inside(local)) return moved;
      break;
    case ShiftRule::moved_closed:
      if (space.inside(moved)) return moved;
      break;
    case ShiftRule::translated_closed: {
      const auto late = space.shifted(space.translated(p, shift.direction), shift);
      if (space.inside(late)) return late;
      break;
    }
    case ShiftRule::moved_open:
      if (space.inside(moved) && below_far_edge(space, moved)) return moved;
      break;
  }
  return std::nullopt;
}

/// Algorithm 4 for all cells of `to`. A full cell drops what does not fit, or throws.
template <class Space>
void shift_cells(const disks::CellSystem<Space>& from, disks::CellSystem<Space>& to,
                 disks::GridShift<typename Space::Coordinate> shift, const Faults& faults) {
  const Space& space = from.space();
  const auto append = [&](std::uint32_t cell, typename Space::Position p) {
    if (faults.overflow_reported || to.list(cell).size() < to.shape().capacity) to.append(cell, p);
  };
  for (std::uint32_t cell = 0; cell < from.shape().cells(); ++cell) {
    to.clear(cell);
    for (const auto p : from.list(cell)) {
      const auto local = space.shifted(p, shift);
      if (space.inside(local)) append(cell, local);
    }
    for (const auto p : from.list(from.shape().neighbour(cell, shift.direction)))
      if (const auto moved = taken(space, p, shift, faults.shift_rule)) append(cell, *moved);
  }
}

}  // namespace touchstone::mutants
