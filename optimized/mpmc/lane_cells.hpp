// optimized/mpmc/lane_cells.hpp
// Purpose   The paper's sparse cell data for vector lanes: neighbouring lanes are cells of one
//           colour, and every load is contiguous.
// Source    Anderson et al. 2013, section 3.1 and Algorithm 3: slot slowest, then y, then x with
//           even columns before odd ones; empty slots at (-10, -10).
// Cost      4 slots x 8 bytes + 1 byte per cell, plus 16 lanes of padding per half row. The padding
//           holds copies of the cells across the periodic boundary, so no load wraps. One buffer:
//           the shift replaces row by row, and downwards it moves the grid by a row instead.
// Not here  Moves (lane_kernels.hpp).
#pragma once
#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cstdint>

#include "models/disks/plane_cells.hpp"

namespace touchstone::optimized {

inline constexpr int kSlots = 4;
inline constexpr float kEmptySlot = -10.0f;
inline constexpr std::size_t kPad = 16;  ///< lanes of the widest vector

/// An array that starts on a cache line, so that a vector of active cells never straddles two.
template <class T>
class Lanes {
 public:
  Lanes(std::size_t size, T value) : size_(size), data_(hwy::AllocateAligned<T>(size)) {
    std::fill_n(data_.get(), size, value);
  }
  T& operator[](std::size_t i) { return data_[i]; }
  T operator[](std::size_t i) const { return data_[i]; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  std::size_t size_;
  hwy::AlignedFreeUniquePtr<T[]> data_;
};

class LaneCells {
 public:
  /// An empty grid with `copies` rows more. Throws InputError for cells that could hold more than
  /// four disks.
  LaneCells(const disks::GridShape& shape, disks::Vec<float> cell_width, std::size_t copies = 0);

  std::size_t columns() const { return half_ * 2; }
  std::size_t half() const { return half_; }  ///< cells of one parity in a row
  std::size_t rows() const { return rows_; }
  disks::Vec<float> cell_width() const { return width_; }

  /// Row of the grid that lies in row `row` of memory, by which all else here counts rows.
  std::size_t grid_row(std::size_t row) const { return (row + turned_) % rows_; }
  /// Renumbers the rows of the grid: each is one higher.
  void turn() { turned_ = grid_row(1); }

  /// Algorithm 3 with a padded stride: the first cell of a half row. [-1] and [half()] are the
  /// copies across the boundary.
  float* x(std::size_t slot, std::size_t row, std::size_t parity) {
    return &x_[slot * slot_stride_ + offset(row, parity)];
  }
  float* y(std::size_t slot, std::size_t row, std::size_t parity) {
    return &y_[slot * slot_stride_ + offset(row, parity)];
  }
  std::uint8_t* count(std::size_t row, std::size_t parity) { return &count_[offset(row, parity)]; }
  std::size_t slot_stride() const { return slot_stride_; }

  /// Renews the copies across the periodic boundary of one half row.
  void copy_across(std::size_t row, std::size_t parity, bool counts);
  /// Keeps a row in copy number `copy`, which is row rows() + copy from now on.
  void keep(std::size_t copy, std::size_t row);

  void load(const disks::CellSystem<disks::PlaneSpace<float>>& cells);
  /// Writes all lists into a system of the same shape.
  void store(disks::CellSystem<disks::PlaneSpace<float>>& cells) const;

  std::size_t bytes_per_row() const {
    return 2 * half_stride_ * (kSlots * 2 * sizeof(float) + sizeof(std::uint8_t));
  }
  std::size_t memory_bytes() const { return x_.bytes() + y_.bytes() + count_.bytes(); }

 private:
  std::size_t offset(std::size_t row, std::size_t parity) const {
    return (row * 2 + parity) * half_stride_ + kPad;
  }
  std::size_t half_;
  std::size_t rows_;
  std::size_t turned_ = 0;
  std::size_t half_stride_;
  std::size_t slot_stride_;
  disks::Vec<float> width_;
  Lanes<float> x_;
  Lanes<float> y_;
  Lanes<std::uint8_t> count_;
};

}  // namespace touchstone::optimized
