// checkers/mpmc/grid_checks.cpp
// Purpose   Checks grids of cells: how many, how many disks each can hold, what they refuse, and
//           that disks come back from them.
// Source    Anderson et al. 2013, section 3.1 and Figure 3 (cells narrower than sqrt 2);
//           H. Groemer, Math. Z. 73, 285 (1960) (capacity).
// Computes  Grids by trying all even numbers of cells; disks in cells back to where they came from,
//           on edges of cells too.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/mpmc/cell_checks.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

using disks::Box;
using disks::Configuration;
using disks::GridShape;
using disks::Vec;

constexpr double kWidest = std::numbers::sqrt2;
constexpr std::uint64_t kLeastGrids = 300;

/// The smallest even number of cells narrower than sqrt 2, or two fewer where those are narrower
/// than a diameter; 0 if there are none.
std::uint32_t lines_of(double side) {
  std::uint32_t m = 2;
  while (!(side / m < kWidest)) m += 2;
  if (side / m >= 1) return m;
  return m > 2 && side / (m - 2) >= 1 ? m - 2 : 0;
}

bool right_capacity(std::uint32_t capacity, double width, double height) {
  if (width < kWidest && height < kWidest) return capacity == 4;
  const long double most =
      2.0L * width * height / std::numbers::sqrt3_v<long double> + width + height + 1;
  return std::abs(most - std::round(most)) < 1e-6L || capacity == std::floor(most);
}

std::vector<double> sides(PhiloxStream& random) {
  std::vector<double> all;
  for (int k = 2; k <= 20; ++k) all.push_back(k);
  for (int k = 2; k <= 12; ++k)
    for (const double off : {-1e-9, 0.0, 1e-9}) all.push_back(k * kWidest * (1 + off));
  for (int k = 0; k < 100; ++k) all.push_back(2 + 30 * random.uniform());
  return all;
}

template <class Real>
void compare_cells(Findings& findings, const Configuration& c, double tolerance) {
  const std::string where =
      fmt::format("{} disks in {:.4g} x {:.4g}", c.size(), c.box.width, c.box.height);
  auto cells = disks::PlaneCells<Real>::from(c, Real(0.1));
  const GridShape shape = cells.system.shape();
  const double width = c.box.width / shape.columns, height = c.box.height / shape.rows;
  std::size_t particles = 0;
  for (std::uint32_t cell = 0; cell < shape.cells(); ++cell)
    for (const Vec<Real> p : cells.system.list(cell)) {
      ++particles;
      const auto x = static_cast<double>(p.x), y = static_cast<double>(p.y);
      findings.expect(
          x > 0 && x <= width * (1 + tolerance) && y > 0 && y <= height * (1 + tolerance),
          where + ": a disk outside its cell");
    }
  findings.expect(particles == c.size(), where + ": other disks in cells");
  const double step = 0.37;
  for (const Vec<double> shift : {Vec<double>{0, 0}, {step, 0}, {0, -step}}) {
    if (shift.x > 0) cells.move_origin({{1, 0}, Real(step)});
    if (shift.y < 0) {  // the shift before is taken back
      cells.move_origin({{-1, 0}, Real(step)});
      cells.move_origin({{0, -1}, Real(step)});
    }
    const Configuration found = cells.configuration();
    std::set<std::size_t> met;
    for (const Vec<double> p : found.centres)
      for (std::size_t i = 0; i < c.size(); ++i)
        if (std::sqrt(c.box.distance2(p, c.box.wrap(c.centres[i] + shift))) < tolerance)
          met.insert(i);
    findings.expect(met.size() == c.size() && found.size() == c.size() &&
                        found.box.width == c.box.width && found.box.height == c.box.height,
                    where + ": disks that do not come back");
  }
}

/// Disks on edges and corners of cells 1.4 wide, and a hair beside them.
Configuration on_edges() {
  Configuration c{{8.4, 5.6}, {}};
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 6; ++column) {
      const double off[] = {0, 1e-13, -1e-13, 1e-7};
      c.centres.push_back(c.box.wrap({1.4 * column + off[column % 4], 1.4 * row + off[row]}));
    }
  return c;
}

void refuse_grids(Findings& findings, const CellCode& code) {
  findings.expect_refused("overlapping disks in cells", {"overlap"}, [] {
    disks::PlaneCells<double>::from({{8.4, 5.6}, {{1, 1}, {1.9, 1}}}, 0.1);
  });
  for (const Box& box : {Box{1.999, 8}, Box{8, 1.999}, Box{std::nan(""), 8}})
    findings.expect_refused("a box too small for two cells", {"cell grid", "2 diameters"},
                            [&] { code.grid(box); });
  const Box box{8.4, 5.6};
  const auto chosen = disks::choose_grid(box, 0, 0);
  findings.expect(chosen.columns == 6 && chosen.rows == 4, "no grid by hand");
  const auto given = disks::choose_grid(box, 8, 2);
  findings.expect(
      given.columns == 8 && given.rows == 2 && right_capacity(given.capacity, 1.05, 2.8),
      "a grid by hand");
  findings.expect_refused("columns without rows", {"both"}, [&] { disks::choose_grid(box, 6, 0); });
  findings.expect_refused("rows without columns", {"both"}, [&] { disks::choose_grid(box, 0, 4); });
  findings.expect_refused("narrow cells", {"narrower", "0.7"}, [&] {
    disks::require_wide_cells(box, {12, 4, 4});
  });
  findings.expect_refused("low cells", {"narrower", "0.7"}, [&] {
    disks::require_wide_cells(box, {6, 8, 4});
  });
  findings.expect_refused("a small capacity", {"capacity", "at least 4", "3"}, [&] {
    disks::require_wide_cells(box, {6, 4, 3});
  });
  std::string message;
  try {
    disks::require_wide_cells({4, 8}, {4, 8, 4});
    disks::require_wide_cells(box, {6, 4, 5});
  } catch (const InputError& error) {
    message = error.what();
  }
  findings.expect(message.empty(), "cells as wide as a diameter: " + message);
  for (const double step : {0.0, -0.1, std::nan("")})
    findings.expect_refused("a step", {"step", "positive"}, [&] {
      disks::PlaneCells<double>::from({box, {{1, 1}}}, step);
    });
}

}  // namespace

CheckResult check_grids(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = cell_check_stream(context, 1);
  const std::vector<double> all = sides(random);
  std::uint64_t grids = 0;
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const std::size_t other : {k, (3 * k + 5) % all.size(), (7 * k + 1) % all.size()}) {
      const Box box{all[k], all[other]};
      const std::uint32_t columns = lines_of(box.width), rows = lines_of(box.height);
      const GridShape found = code.grid(box);
      findings.expect(
          found.columns == columns && found.rows == rows &&
              right_capacity(found.capacity, box.width / columns, box.height / rows),
          fmt::format("{:.17g} x {:.17g}: {} x {} cells for {} disks, expected {} x {}", box.width,
                      box.height, found.columns, found.rows, found.capacity, columns, rows));
      ++grids;
    }
  for (const double aspect : {1.0, 0.3, 4.0}) {
    const Configuration c = disks::compressed_start(60, 0.5, {aspect, 1}, part_seed(context, 2));
    compare_cells<double>(findings, c, 1e-9);
    compare_cells<float>(findings, c, 1e-5);
  }
  compare_cells<double>(findings, on_edges(), 1e-9);
  compare_cells<float>(findings, on_edges(), 1e-5);
  for (const double side : all)  // may round to the cell after the last
    compare_cells<double>(
        findings, {{side, side}, {{std::nextafter(side, 0), std::nextafter(side, 0)}}}, 1e-9);
  refuse_grids(findings, code);
  findings.expect(grids >= kLeastGrids, fmt::format("only {} grids", grids));
  return findings.result(grids, fmt::format("{} grids", grids));
}

}  // namespace touchstone
