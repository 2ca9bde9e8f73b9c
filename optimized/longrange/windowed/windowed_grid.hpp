// optimized/longrange/windowed/windowed_grid.hpp
// Purpose   Tables and arrays of one plan of windowed_kernel.hpp.
#pragma once
#include <vector>

#include "optimized/longrange/windowed/windowed_kernel.hpp"

namespace touchstone::optimized {

struct WindowedGravity::Grid {
  Grid(const WindowedPlan& plan, double softening, const SpreadingKernel& kernel);
  std::size_t bytes() const;

  std::size_t stride;             ///< distance of rows of the fields
  std::vector<double> potential;  ///< modes of the potential, both wave numbers at least 0
  std::vector<double> factor;     ///< factor of a wave number: undoes spreading twice
  std::vector<double> column_energy;
  TransformArray<double> field_x;  ///< sources, later forces, at the band of the grid
  TransformArray<double> field_y;
  TransformArray<Complex> spectrum_x;  ///< waves along x of each row of the band
  TransformArray<Complex> spectrum_y;
  Transform rows_forward;
  Transform rows_backward;
  Transform columns_forward;
  Transform columns_backward;
};

/// Modes (kx, ky), both from 0 to modes - 1, of the windowed potential, row by row.
std::vector<double> windowed_potential(const WindowedPlan& plan, double softening);

}  // namespace touchstone::optimized
