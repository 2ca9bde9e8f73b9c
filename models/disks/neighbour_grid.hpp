// models/disks/neighbour_grid.hpp
// Purpose   Finds all pairs of a configuration closer than a range, for estimators and oracles
//           that look at a frozen configuration.
// Cost      O(N) time and memory (counting sort by cell).
// Not here  The cell lists that schemes move particles in (cell_system.hpp).
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/disks/cell_lines.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

class NeighbourGrid {
 public:
  /// Cells at least `range` wide. Boxes narrower than three cells in a direction fall back to one
  /// cell there, so that each pair is still seen once, with its nearest image.
  NeighbourGrid(const Configuration& c, double range)
      : columns_(count(cell_lines(c.box.width, c.box.height, range, c.size()))),
        rows_(count(cell_lines(c.box.height, c.box.width, range, c.size()))),
        box_(c.box) {
    first_.assign(columns_ * rows_ + 1, 0);
    for (const Vec<double> p : c.centres) ++first_[cell(p) + 1];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    member_.resize(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) member_[next[cell(c.centres[i])]++] = i;
  }

  /// visit(j, centre_j - point by the nearest image) for every disk in the cells around `point`.
  template <class Visit>
  void for_each_near(const Configuration& c, Vec<double> point, Visit&& visit) const {
    const std::size_t x = column(point.x);
    const std::size_t y = row(point.y);
    for_each_line(y, rows_, [&](std::size_t ny) {
      for_each_line(x, columns_, [&](std::size_t nx) {
        const std::size_t k = ny * columns_ + nx;
        for (std::size_t m = first_[k]; m < first_[k + 1]; ++m)
          visit(member_[m], c.box.nearest(point, c.centres[member_[m]]));
      });
    });
  }

  /// visit(i, j, centre_j - centre_i) once for every pair i < j in neighbouring cells; every pair
  /// closer than the range is among them.
  template <class Visit>
  void for_each_pair(const Configuration& c, Visit&& visit) const {
    for (std::size_t i = 0; i < c.size(); ++i)
      for_each_near(c, c.centres[i], [&](std::size_t j, Vec<double> d) {
        if (j > i) visit(i, j, d);
      });
  }

 private:
  static std::size_t count(std::size_t cells) { return cells < 3 ? 1 : cells; }
  template <class Visit>
  static void for_each_line(std::size_t k, std::size_t lines, Visit&& visit) {
    if (lines == 1) return visit(std::size_t{0});
    visit(k == 0 ? lines - 1 : k - 1);
    visit(k);
    visit(k + 1 == lines ? 0 : k + 1);
  }
  static std::size_t line(double x, double side, std::size_t lines) {
    return std::min(lines - 1, static_cast<std::size_t>(x / side * static_cast<double>(lines)));
  }
  std::size_t column(double x) const { return line(x, box_.width, columns_); }
  std::size_t row(double y) const { return line(y, box_.height, rows_); }
  std::size_t cell(Vec<double> p) const { return row(p.y) * columns_ + column(p.x); }

  std::size_t columns_;
  std::size_t rows_;
  Box box_;
  std::vector<std::size_t> first_;
  std::vector<std::size_t> member_;
};

}  // namespace touchstone::disks
