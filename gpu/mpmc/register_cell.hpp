// gpu/mpmc/register_cell.hpp
// Purpose   The update of one cell with all disks in registers: its own list, whose places are
//           chosen by selection instead of addresses, and its neighbour cells, loaded once for all
//           trials.
// Source    Anderson et al. 2013, Algorithm 2, lines 9-33.
// Cost      A trial compares with 27 slots without a branch, three additions, two products and a
//           comparison each, and draws its random numbers by Philox's ten rounds. Memory is read
//           once per cell. The fourth slot of a neighbour, which is nearly always empty, costs a
//           branch.
// Not here  Who loads and stores the cells (register_sweep.hpp, tile_sweep.hpp).
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

/// Slots of a neighbour that are kept in registers. Four disks fit into a cell only in its corners.
inline constexpr int kNearSlots = kSlots - 1;

/// The first slots of the eight neighbours in the coordinates of the cell.
template <class Real>
struct Surroundings {
  disks::Vec<Real> at[8 * kNearSlots];
  bool full = false;  ///< a neighbour has a fourth disk
};

/// `count(offset)` and `slot(offset, j)` read the neighbour at an offset.
template <class Real, class Count, class Slot>
TOUCHSTONE_HD Surroundings<Real> load_surroundings(const disks::PlaneSpace<Real>& space,
                                                   Count count, Slot slot) {
  Surroundings<Real> around;
  for (int o = 0; o < 8; ++o) {
    const disks::CellOffset offset = neighbour_offset(o);
    for (int j = 0; j < kNearSlots; ++j)
      around.at[o * kNearSlots + j] = space.translated(slot(offset, j), offset);
    around.full = around.full | (count(offset) > kNearSlots);
  }
  return around;
}

/// Whether a position overlaps with the fourth disk of a neighbour.
template <class Real, class Slot>
TOUCHSTONE_HD bool overlaps_fourth(const disks::PlaneSpace<Real>& space, disks::Vec<Real> position,
                                   Slot slot) {
  bool overlap = false;
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
    for (int j = 0; j < kSlots; ++j)
      overlap = overlap | (j != i && space.overlap(moved, own.at[j]));
    for (int k = 0; k < 8 * kNearSlots; ++k) overlap = overlap | space.overlap(moved, around.at[k]);
    if (around.full) overlap = overlap | overlaps_fourth(space, moved, slot);
    const bool accepted = space.inside(moved) && !overlap;
    if (accepted) own.set(i, moved);
    tried(s, accepted);
    if (++i == n) i = 0;
  }
}

}  // namespace touchstone::gpu
