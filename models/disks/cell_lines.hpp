// models/disks/cell_lines.hpp
// Purpose   Numbers of cells for grids whose cells may be wider than the range of a search.
// Not here  Grids whose cells must stay narrow (plane_cells.hpp).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace touchstone::disks {

/// Columns at least `range` wide along `side` (rows: sides exchanged). The box of a dilute system
/// could have far more than disks, more than memory or an integer holds: there they are wider.
inline std::size_t cell_lines(double side, double other_side, double range, std::size_t disks) {
  const auto n = static_cast<double>(disks);
  const double most = std::min(4 * n, 4 * std::sqrt(n * (side / other_side))) + 64;
  return static_cast<std::size_t>(std::min({side / range, most, 1e9}));
}

}  // namespace touchstone::disks
