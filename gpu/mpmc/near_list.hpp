// gpu/mpmc/near_list.hpp
// Purpose   The disks of the eight neighbours that a disk of the cell can overlap, side by side in
//           shared memory: a list for each thread, made once for all trials of its cell.
// Computes  The decisions that all slots of the neighbours give. A disk is left out when the point
//           of the cell that is next to it does not overlap it, by the expression that decides:
//           rounding keeps order, so no point of the cell, all of which are further away, does.
// Cost      At density rho and cell width w, rho (4 w + pi) disks stay, 8 of 14 at the paper's; 10
//           operations for each slot that holds a disk, once per cell.
#pragma once
#include "gpu/mpmc/device_cells.hpp"

namespace touchstone::gpu {

/// `Array`: shared memory of the block with `room` positions for each thread, a multiple of
/// kTogether. Cells that have more disks near them look at all slots.
template <class Real, class Array>
class NearList {
 public:
  static constexpr int kTogether = 4;  // loads that do not wait for each other

  TOUCHSTONE_HD NearList(const Array& array, int room, int thread, int threads)
      : array_(array), room_(room), thread_(thread), threads_(threads) {}

  /// Reads the neighbours by `count(offset)` and `slot(offset, j)`.
  template <class Count, class Slot>
  TOUCHSTONE_HD void collect(const disks::PlaneSpace<Real>& space, Count count, Slot slot) {
    size_ = 0;
    for (int o = 0; o < 8; ++o) {
      const disks::CellOffset offset = neighbour_offset(o);
      const int disks = count(offset);
      for (int j = 0; j < kSlots; ++j)  // a constant number of times: nothing is computed for it
        if (j < disks) add(space, space.translated(slot(offset, j), offset));
    }
    for (; size_ < room_ && size_ % kTogether != 0; ++size_)
      array_.store(at(size_), empty_slot<Real>());
  }
  /// Whether all disks had room.
  TOUCHSTONE_HD bool complete() const { return size_ <= room_; }

  /// Whether a position in the cell overlaps a disk of the list; of a complete one.
  TOUCHSTONE_HD bool overlaps(const disks::PlaneSpace<Real>& space,
                              disks::Vec<Real> position) const {
    bool overlap = false;
    for (int k = 0; k < size_; k += kTogether)
      for (int j = 0; j < kTogether; ++j)
        overlap = overlap | space.overlap(position, array_.load(at(k + j)));
    return overlap;
  }

 private:
  TOUCHSTONE_HD int at(int k) const { return k * threads_ + thread_; }
  TOUCHSTONE_HD void add(const disks::PlaneSpace<Real>& space, disks::Vec<Real> disk) {
    const disks::Vec<Real> width = space.cell_width();
    const disks::Vec<Real> next{nearest(disk.x, width.x), nearest(disk.y, width.y)};
    if (!space.overlap(next, disk)) return;
    if (size_ < room_) array_.store(at(size_), disk);
    ++size_;
  }
  /// The coordinate in [0, width] that is next to x.
  TOUCHSTONE_HD static Real nearest(Real x, Real width) {
    const Real zero(0.0f);
    return x < zero ? zero : (width < x ? width : x);
  }

  Array array_;
  int room_;
  int thread_;
  int threads_;
  int size_ = 0;
};

/// Whether a position overlaps any disk of the neighbours; `slot` as in NearList::collect().
template <class Real, class Slot>
TOUCHSTONE_HD bool overlaps_neighbours(const disks::PlaneSpace<Real>& space,
                                       disks::Vec<Real> position, Slot slot) {
  bool overlap = false;
  for (int o = 0; o < 8; ++o) {
    const disks::CellOffset offset = neighbour_offset(o);
    for (int j = 0; j < kSlots; ++j)
      overlap = overlap | space.overlap(position, space.translated(slot(offset, j), offset));
  }
  return overlap;
}

}  // namespace touchstone::gpu
