// models/disks/chains/fixed_grid.hpp
// Purpose   Finds the disks near a disk in a configuration with fixed-point coordinates.
// Cost      O(N) time and memory (counting sort by cell).
// Not here  Configurations in diameters (neighbour_grid.hpp); disks ahead (fixed_bands.hpp).
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/disks/cell_lines.hpp"
#include "models/disks/chains/fixed_point.hpp"

namespace touchstone::disks {

/// Cells at least a diameter wide and high; a single column or row where fewer than three fit.
class FixedGrid {
 public:
  explicit FixedGrid(const FixedConfiguration& c)
      : columns_(lines(c.box.width, c.box.height, c.size())),
        rows_(lines(c.box.height, c.box.width, c.size())) {
    first_.assign(columns_ * rows_ + 1, 0);
    for (std::size_t i = 0; i < c.size(); ++i) ++first_[cell(column(c.x[i]), row(c.y[i])) + 1];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    member_.resize(c.size());
    for (std::size_t i = 0; i < c.size(); ++i)
      member_[next[cell(column(c.x[i]), row(c.y[i]))]++] = static_cast<DiskIndex>(i);
  }

  /// visit(j) for every disk that may be closer than a diameter to (x, y).
  template <class Visit>
  void for_each_near(FixedCoordinate x, FixedCoordinate y, Visit&& visit) const {
    const std::size_t column_here = column(x);
    const std::size_t row_here = row(y);
    for (std::size_t k = 0; k < std::min<std::size_t>(rows_, 3); ++k)
      for (std::size_t m = 0; m < std::min<std::size_t>(columns_, 3); ++m) {
        const std::size_t c =
            cell((column_here + columns_ - 1 + m) % columns_, (row_here + rows_ - 1 + k) % rows_);
        for (std::size_t at = first_[c]; at < first_[c + 1]; ++at) visit(member_[at]);
      }
  }

 private:
  static std::size_t lines(double side, double other_side, std::size_t disks) {
    // A cell may be a tick narrower than side / lines.
    const std::size_t cells = cell_lines(side * (1 - 1e-6), other_side, 1, disks);
    return cells < 3 ? 1 : cells;
  }
  std::size_t column(FixedCoordinate x) const {
    return static_cast<std::size_t>(x * columns_ >> 32);
  }
  std::size_t row(FixedCoordinate y) const { return static_cast<std::size_t>(y * rows_ >> 32); }
  std::size_t cell(std::size_t column, std::size_t row) const { return row * columns_ + column; }

  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::size_t> first_;
  std::vector<DiskIndex> member_;
};

}  // namespace touchstone::disks
