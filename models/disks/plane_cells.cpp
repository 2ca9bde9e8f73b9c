#include "models/disks/plane_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace touchstone::disks {
namespace {

constexpr double kMostSlots = 0x1p31;  ///< indices of slots are 32-bit numbers

void require_countable(double slots) {
  if (!(slots <= kMostSlots))
    throw input_error("cell grid", "slots for disks, of all cells", "at most 2^31",
                      fmt::format("{:.6g}", slots));
}

void require_countable(const GridShape& shape) {
  require_countable(static_cast<double>(shape.columns) * shape.rows * shape.capacity);
}

/// Cells along one side; 0 when no even number fits.
std::uint32_t lines(double side) {
  if (!(side >= 2)) return 0;
  require_countable(side);
  auto m = static_cast<std::uint32_t>(std::ceil(side / std::numbers::sqrt2));
  m += m % 2;
  while (m > 0 && !(side / m < std::numbers::sqrt2)) m += 2;  // side / sqrt 2 itself even
  if (side / m >= 1) return m;
  return side / (m - 2) >= 1 && m > 2 ? m - 2 : 0;
}

/// Positions in a cell are rounded to its width times half an epsilon, which must not become
/// overlaps beyond the tolerance 1e-5 of schemes in single precision. TenBits is coarse on purpose.
template <class Real>
void require_fine_cells(Vec<Real> cell) {
  if constexpr (std::is_floating_point_v<Real>) {
    const double widest = static_cast<double>(std::max(cell.x, cell.y));
    constexpr double kMost = 8e-6 / static_cast<double>(std::numeric_limits<Real>::epsilon());
    if (!(widest <= kMost))
      throw input_error("cell grid", "cells too wide for the precision of positions",
                        fmt::format("cell sides of at most {:.6g} diameters", kMost),
                        fmt::format("{:.6g}", widest));
  }
}

/// Column of x and position in (0, width]; a coordinate on the lower edge belongs to the cell
/// before, as in Algorithm 4.
template <class Real>
std::pair<std::uint32_t, Real> locate(double x, double width, Real width_in_cell,
                                      std::uint32_t count) {
  auto k = static_cast<std::uint32_t>(x / width);
  if (k >= count) k = count - 1;
  const Real local = static_cast<Real>(x - k * width);
  if (!(local > 0)) return {k == 0 ? count - 1 : k - 1, width_in_cell};
  return {k, local > width_in_cell ? width_in_cell : local};
}

}  // namespace

std::uint32_t cell_capacity(double width, double height) {
  if (width < std::numbers::sqrt2 && height < std::numbers::sqrt2) return 4;
  // Groemer (1960): n centres with mutual distance >= 1 in a convex set of area A, perimeter P
  // satisfy n <= 2 A / sqrt(3) + P / 2 + 1.
  const double most =
      std::floor(2 * width * height / std::numbers::sqrt3 + width + height + 1 + 1e-9);
  require_countable(most);
  return static_cast<std::uint32_t>(most);
}

GridShape choose_grid(const Box& box) {
  const std::uint32_t columns = lines(box.width);
  const std::uint32_t rows = lines(box.height);
  if (columns == 0 || rows == 0)
    throw input_error(
        "cell grid", "box too small for two cells per side, each as wide as the range",
        "sides of at least 2 diameters", fmt::format("{:.6g} x {:.6g}", box.width, box.height));
  const GridShape shape{columns, rows, cell_capacity(box.width / columns, box.height / rows)};
  require_countable(shape);
  return shape;
}

GridShape choose_grid(const Box& box, std::uint32_t columns, std::uint32_t rows) {
  if (columns == 0 && rows == 0) return choose_grid(box);
  if (columns == 0 || rows == 0)
    throw input_error("cell grid", "number of cells", "both columns and rows, or neither",
                      fmt::format("{} x {}", columns, rows));
  const GridShape shape{columns, rows, cell_capacity(box.width / columns, box.height / rows)};
  require_countable(shape);
  return shape;
}

void require_wide_cells(const Box& box, const GridShape& shape) {
  require_countable(shape);
  const double width = box.width / shape.columns;
  const double height = box.height / shape.rows;
  if (!(width >= 1) || !(height >= 1))
    throw input_error(
        "cell grid", "cells narrower than the interaction range",
        "cell sides of at least 1 diameter",
        fmt::format("{:.6g} x {:.6g} ({} x {} cells)", width, height, shape.columns, shape.rows));
  if (shape.capacity < cell_capacity(width, height))
    throw input_error("cell grid", "capacity too small for the cell size",
                      fmt::format("at least {}", cell_capacity(width, height)),
                      fmt::format("{}", shape.capacity));
}

template <class Real>
PlaneCells<Real> PlaneCells<Real>::from(const Configuration& c, Real max_displacement) {
  return from(c, max_displacement, choose_grid(c.box));
}

template <class Real>
PlaneCells<Real> PlaneCells<Real>::from(const Configuration& c, Real max_displacement,
                                        GridShape shape) {
  require_wide_cells(c.box, shape);
  if (!(max_displacement > 0))
    throw input_error("max_displacement", "step size", "a positive number",
                      fmt::format("{}", static_cast<double>(max_displacement)));
  require_legal_start(c);
  const Vec<double> width{c.box.width / shape.columns, c.box.height / shape.rows};
  const Vec<Real> cell{static_cast<Real>(width.x), static_cast<Real>(width.y)};
  require_fine_cells(cell);
  PlaneCells cells{{PlaneSpace<Real>(cell, max_displacement), shape}, c.box, {0, 0}};
  for (const Vec<double> p : c.centres) {
    const auto [column, x] = locate<Real>(p.x, width.x, cell.x, shape.columns);
    const auto [row, y] = locate<Real>(p.y, width.y, cell.y, shape.rows);
    cells.system.append(shape.cell(column, row), {x, y});
  }
  return cells;
}

template <class Real>
Configuration PlaneCells<Real>::configuration() const {
  const GridShape& shape = system.shape();
  Configuration c{box, {}};
  c.centres.reserve(system.particles());
  for (std::uint32_t cell = 0; cell < shape.cells(); ++cell)
    for (const Vec<Real> p : system.list(cell))
      c.centres.push_back(box.wrap(
          {origin.x + cell % shape.columns * (box.width / shape.columns) + static_cast<double>(p.x),
           origin.y + cell / shape.columns * (box.height / shape.rows) +
               static_cast<double>(p.y)}));
  return c;
}

template struct PlaneCells<float>;
template struct PlaneCells<double>;
template struct PlaneCells<TenBits>;

}  // namespace touchstone::disks
