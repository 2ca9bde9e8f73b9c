// gpu/mpmc/register_cell.hpp
// Purpose   The update of one cell with all disks in registers: its own list, whose places are
//           chosen by selection instead of addresses, and its neighbour cells, loaded once for all
//           trials.
// Source    Anderson et al. 2013, Algorithm 2, lines 9-33.
// Cost      A trial screens the 24 slots around it, with two multiply-adds and a minimum each, and
//           compares with the three others of its own cell; it draws its random numbers by half of
//           Philox's ten rounds. Memory is read once per cell. A disk so near that the screen's
//           rounding could decide, and the fourth slot of a neighbour, which is nearly always
//           empty, cost a branch.
// Not here  Who loads and stores the cells (register_sweep.hpp, tile_sweep.hpp).
#pragma once
#include <limits>

#include "gpu/exec/multiply_add.hpp"
#include "gpu/exec/unroll.hpp"
#include "gpu/mpmc/device_cells.hpp"

namespace touchstone::gpu {

/// Up to four positions, by index, in registers.
template <class Real>
struct RegisterList {
  disks::Vec<Real> at[kSlots];

  TOUCHSTONE_HD disks::Vec<Real> get(int i) const {
    disks::Vec<Real> found = at[0];
    TOUCHSTONE_UNROLL
    for (int j = 1; j < kSlots; ++j)
      if (i == j) found = at[j];
    return found;
  }
  TOUCHSTONE_HD void set(int i, disks::Vec<Real> position) {
    TOUCHSTONE_UNROLL
    for (int j = 0; j < kSlots; ++j)
      if (i == j) at[j] = position;
  }
  TOUCHSTONE_HD void swap(int i, int j) {
    const disks::Vec<Real> first = get(i);
    set(i, get(j));
    set(j, first);
  }
};

/// Slots of a neighbour that are kept in registers. Four disks fit into a cell only in its corners.
inline constexpr int kNearSlots = kSlots - 1;

/// The first slots of the eight neighbours in the coordinates of the cell.
template <class Real>
struct Surroundings {
  disks::Vec<Real> at[8 * kNearSlots];
  Real square[8 * kNearSlots];  ///< squared distances from the corner of the cell, but for rounding
  bool full = false;            ///< a neighbour has a fourth disk
};

/// Square of the distance of a place from the corner of its cell, but for rounding.
template <class Real>
TOUCHSTONE_HD Real square_of(disks::Vec<Real> p) {
  return multiply_add(p.x, p.x, p.y * p.y);
}

/// `count(offset)` and `slot(offset, j)` read the neighbour at an offset.
template <class Real, class Count, class Slot>
TOUCHSTONE_HD Surroundings<Real> load_surroundings(const disks::PlaneSpace<Real>& space,
                                                   Count count, Slot slot) {
  Surroundings<Real> around;
  TOUCHSTONE_UNROLL
  for (int o = 0; o < 8; ++o) {
    const disks::CellOffset offset = neighbour_offset(o);
    for (int j = 0; j < kNearSlots; ++j) {
      const int k = o * kNearSlots + j;
      around.at[k] = space.translated(slot(offset, j), offset);
      around.square[k] = square_of(around.at[k]);
    }
    around.full = around.full | (count(offset) > kNearSlots);
  }
  return around;
}

/// Square of the distance from `position` to the nearest slot around the cell, but for rounding:
/// |a|^2 + min_b (|b|^2 - 2 a b). Four minima side by side, none of which waits for another.
template <class Real>
TOUCHSTONE_HD Real nearest_square(disks::Vec<Real> position, const Surroundings<Real>& around) {
  constexpr int kSideBySide = 4;
  const Real x = -2 * position.x, y = -2 * position.y;
  const auto term = [&](int k) {
    return multiply_add(x, around.at[k].x, multiply_add(y, around.at[k].y, around.square[k]));
  };
  Real least[kSideBySide] = {term(0), term(1), term(2), term(3)};
  TOUCHSTONE_UNROLL
  for (int k = kSideBySide; k < 8 * kNearSlots; ++k)
    least[k % kSideBySide] = lesser(least[k % kSideBySide], term(k));
  return square_of(position) + lesser(lesser(least[0], least[1]), lesser(least[2], least[3]));
}

/// Most that nearest_square() of a position inside the cell and the square of
/// PlaneSpace::overlap() differ by where either is near 1. With the cell width w and the unit of
/// rounding u: |a| <= sqrt(2) w and |b| <= 2 sqrt(2) w, so that all terms together are below
/// (|a| + |b|)^2 = 18 w^2, and each is rounded at most six times; overlap() rounds five times.
template <class Real>
TOUCHSTONE_HD Real margin_of_squares(const disks::PlaneSpace<Real>& space) {
  const disks::Vec<Real> width = space.cell_width();
  const Real widest = width.x < width.y ? width.y : width.x;
  return std::numeric_limits<Real>::epsilon() * Real(0.5) * (8 + 128 * widest * widest);
}

/// Whether a position inside the cell overlaps with a slot around it: by overlap() of each
/// where the nearest is too near to a contact for the screen.
template <class Real>
TOUCHSTONE_HD bool overlaps_near(const disks::PlaneSpace<Real>& space, disks::Vec<Real> position,
                                 const Surroundings<Real>& around) {
  const Real square = nearest_square(position, around);
  const Real margin = margin_of_squares(space);
  bool overlap = square < 1;
  if (square > 1 - margin && square < 1 + margin) {
    overlap = false;
    TOUCHSTONE_UNROLL
    for (int k = 0; k < 8 * kNearSlots; ++k)
      overlap = overlap | space.overlap(position, around.at[k]);
  }
  return overlap;
}

/// Whether a position overlaps with the fourth disk of a neighbour.
template <class Real, class Slot>
TOUCHSTONE_HD bool overlaps_fourth(const disks::PlaneSpace<Real>& space, disks::Vec<Real> position,
                                   Slot slot) {
  bool overlap = false;
  TOUCHSTONE_UNROLL
  for (int o = 0; o < 8; ++o) {
    const disks::CellOffset offset = neighbour_offset(o);
    overlap = overlap | space.overlap(position, space.translated(slot(offset, kNearSlots), offset));
  }
  return overlap;
}

/// Shuffles the list of `n` disks (empty slots beyond), then tries `trials` moves. Calls
/// tried(s, accepted) for each. `slot` as in load_surroundings().
template <class Real, class Slot, class Tried>
TOUCHSTONE_HD void update_cell(const disks::PlaneSpace<Real>& space, disks::CellStream& stream,
                               int n, int trials, const Surroundings<Real>& around, Slot slot,
                               RegisterList<Real>& own, Tried tried) {
  shuffle_slots(stream, n, [&](int a, int b) { own.swap(a, b); });  // line 9
  int i = 0;
  for (int s = 0; s < trials; ++s) {
    const disks::Vec<Real> moved = space.proposed(own.get(i), stream, static_cast<unsigned>(s));
    bool overlap = false;
    TOUCHSTONE_UNROLL
    for (int j = 0; j < kSlots; ++j)
      overlap = overlap | ((j != i) & space.overlap(moved, own.at[j]));
    overlap = overlap | overlaps_near(space, moved, around);
    if (around.full) overlap = overlap | overlaps_fourth(space, moved, slot);
    const bool accepted = space.inside(moved) & !overlap;
    if (accepted) own.set(i, moved);
    tried(s, accepted);
    if (++i == n) i = 0;
  }
}

}  // namespace touchstone::gpu
