// gpu/mpmc/register_cell.hpp
// Purpose   The update of one cell with its disks in registers, whose places are chosen by
//           selection instead of addresses; and its neighbour cells, loaded once for all trials.
// Source    Anderson et al. 2013, Algorithm 2, lines 9-33.
// Cost      A trial compares with 35 slots without a branch, 6 instructions each, or with the list
//           of near_list.hpp, and draws a random number by Philox's ten rounds. Memory is read once
//           per cell.
// Not here  Who loads and stores the cells (register_sweep.hpp, tile.hpp).
#pragma once
#include "gpu/mpmc/device_cells.hpp"

namespace touchstone::gpu {

/// Up to four positions, by index, in registers.
template <class Real>
struct RegisterList {
  disks::Vec<Real> at[kSlots];

  TOUCHSTONE_HD disks::Vec<Real> get(int i) const {
    disks::Vec<Real> found = at[0];
    for (int j = 1; j < kSlots; ++j) found = i == j ? at[j] : found;
    return found;
  }
  TOUCHSTONE_HD void set(int i, disks::Vec<Real> position) {
    for (int j = 0; j < kSlots; ++j) at[j] = i == j ? position : at[j];
  }
  TOUCHSTONE_HD void swap(int i, int j) {
    const disks::Vec<Real> first = get(i);
    set(i, get(j));
    set(j, first);
  }
};

/// The slots of the eight neighbours in the coordinates of the cell.
template <class Real>
struct Surroundings {
  disks::Vec<Real> at[8 * kSlots];

  TOUCHSTONE_HD bool overlaps(const disks::PlaneSpace<Real>& space,
                              disks::Vec<Real> position) const {
    bool overlap = false;
    for (int k = 0; k < 8 * kSlots; ++k) overlap = overlap | space.overlap(position, at[k]);
    return overlap;
  }
};

/// `slot(offset, j)` reads slot j of the neighbour at an offset.
template <class Real, class Slot>
TOUCHSTONE_HD Surroundings<Real> load_surroundings(const disks::PlaneSpace<Real>& space,
                                                   Slot slot) {
  Surroundings<Real> around;
  for (int o = 0; o < 8; ++o) {
    const disks::CellOffset offset = neighbour_offset(o);
    for (int j = 0; j < kSlots; ++j)
      around.at[o * kSlots + j] = space.translated(slot(offset, j), offset);
  }
  return around;
}

/// Shuffles the list of `n` disks (empty slots beyond), then tries `trials` moves. `near(position)`
/// tells whether a position in the cell overlaps a disk of its neighbours. Calls tried(s, accepted)
/// for each.
template <class Real, class Near, class Tried>
TOUCHSTONE_HD void update_cell(const disks::PlaneSpace<Real>& space, disks::CellStream& stream,
                               int n, int trials, Near near, RegisterList<Real>& own, Tried tried) {
  shuffle_slots(stream, n, [&](int a, int b) { own.swap(a, b); });  // line 9
  int i = 0;
  for (int s = 0; s < trials; ++s) {
    const disks::Vec<Real> moved = space.proposed(own.get(i), stream, static_cast<unsigned>(s));
    bool overlap = near(moved);
    for (int j = 0; j < kSlots; ++j)
      overlap = overlap | (j != i && space.overlap(moved, own.at[j]));
    const bool accepted = space.inside(moved) && !overlap;
    if (accepted) own.set(i, moved);
    tried(s, accepted);
    if (++i == n) i = 0;
  }
}

}  // namespace touchstone::gpu
