// models/disks/plane_cells.hpp
// Purpose   From a configuration of disks to a cell system and back: the choice of the grid, its
//           capacity, and the origin that the shifts move.
// Source    Anderson et al. 2013, section 3.1; the rounding of m is corrected (an m rounded to a
//           multiple of 64 can leave cells slightly wider than sqrt(2), see choose_grid).
#pragma once
#include "models/core/rounded.hpp"
#include "models/disks/cell_system.hpp"
#include "models/disks/configuration.hpp"

namespace touchstone::disks {

/// The grid for a box: the smallest even number of cells with width < sqrt(2) in each direction,
/// so that no cell can hold five disks (Figure 3). The paper rounds floor(L / sqrt 2) up to a
/// multiple of 64, which at its benchmark density gives cells 1e-4 too wide for that argument.
/// Boxes 2.83 to 4, or 5.66 to 6, diameters wide get wider cells and a larger capacity. Throws
/// InputError when cells would be narrower than the range 1.
GridShape choose_grid(const Box& box);

/// choose_grid(), or the grid given by hand when `columns` and `rows` are not 0.
GridShape choose_grid(const Box& box, std::uint32_t columns, std::uint32_t rows);

/// An upper bound for the number of disk centres in a closed width x height cell: 4 when both
/// are below sqrt(2), else the number of disks of the densest packing in the cell widened by one
/// radius on each side (Groemer's inequality for a convex domain).
std::uint32_t cell_capacity(double width, double height);

/// Checks that a grid given by hand is legal for a box; throws InputError.
void require_wide_cells(const Box& box, const GridShape& shape);

/// A cell system of the plane with its place in the box.
template <class Real>
struct PlaneCells {
  CellSystem<PlaneSpace<Real>> system;
  Box box;
  Vec<double> origin;  ///< lower left corner of cell (0, 0) in the box

  /// Sorts a configuration into cells. Throws InputError when the configuration is not legal or
  /// a cell would be narrower than the range.
  static PlaneCells from(const Configuration& configuration, Real max_displacement);
  static PlaneCells from(const Configuration& configuration, Real max_displacement,
                         GridShape shape);

  /// All centres, in box coordinates, cell by cell.
  Configuration configuration() const;

  /// Follows a shift of the grid.
  void move_origin(GridShift<Real> shift) {
    origin = box.wrap(
        {origin.x + static_cast<double>(shift.direction.x) * static_cast<double>(shift.distance),
         origin.y + static_cast<double>(shift.direction.y) * static_cast<double>(shift.distance)});
  }
};

extern template struct PlaneCells<float>;
extern template struct PlaneCells<double>;
extern template struct PlaneCells<TenBits>;

}  // namespace touchstone::disks
