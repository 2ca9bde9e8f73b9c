// gpu/mpmc/register_cell.hpp
// Purpose   The update of one cell with all disks in registers: its own list, whose places are
//           chosen by selection instead of addresses, and its neighbour cells, loaded once for all
//           trials.
// Source    Anderson et al. 2013, Algorithm 2, lines 9-33.
// Cost      A trial compares with 35 slots without a branch: 5 operations each, and about 60 for
//           its random numbers. Lower bound: those instructions; memory is read once per cell.
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

/// The slots of the eight neighbours in the coordinates of the cell.
template <class Real>
struct Surroundings {
  disks::Vec<Real> at[8 * kSlots];
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

/// Shuffles the list of `n` disks (empty slots beyond), then tries `trials` moves. Calls
/// tried(s, accepted) for each.
template <class Real, class Tried>
TOUCHSTONE_HD void update_cell(const disks::PlaneSpace<Real>& space, disks::CellStream& stream,
                               int n, int trials, const Surroundings<Real>& around,
                               RegisterList<Real>& own, Tried tried) {
  shuffle_slots(stream, n, [&](int a, int b) { own.swap(a, b); });  // line 9
  int i = 0;
  for (int s = 0; s < trials; ++s) {
    const disks::Vec<Real> moved = space.proposed(own.get(i), stream, static_cast<unsigned>(s));
    bool overlap = false;
    for (int j = 0; j < kSlots; ++j)
      overlap = overlap | (j != i && space.overlap(moved, own.at[j]));
    for (int k = 0; k < 8 * kSlots; ++k) overlap = overlap | space.overlap(moved, around.at[k]);
    const bool accepted = space.inside(moved) && !overlap;
    if (accepted) own.set(i, moved);
    tried(s, accepted);
    if (++i == n) i = 0;
  }
}

}  // namespace touchstone::gpu
