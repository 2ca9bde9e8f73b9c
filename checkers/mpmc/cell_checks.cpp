// checkers/mpmc/cell_checks.cpp
// Purpose   Registers checks of grids of cells, near pairs and ten-bit arithmetic.
// Source    Anderson et al. 2013, section 3.1 and Figure 3 (cells narrower than sqrt 2);
//           H. Groemer, Math. Z. 73, 285 (1960) (capacity); IEEE 754 (nearest, ties to even).
// Computes  Grids by trying all even numbers of cells; disks in cells back to where they came from,
//           on edges of cells too; near pairs, legal and illegal states by all pairs; ten bits by
//           mantissa and exponent.
// Cost      About 0.1 s.
#include "checkers/mpmc/cell_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "checkers/findings.hpp"
#include "checkers/task.hpp"
#include "models/core/random/philox.hpp"
#include "models/disks/neighbour_grid.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

using disks::Box;
using disks::Configuration;
using disks::GridShape;
using disks::Vec;

constexpr double kWidest = std::numbers::sqrt2;
constexpr std::uint64_t kLeastGrids = 300;
constexpr std::uint64_t kLeastPairs = 2000;
constexpr std::uint64_t kLeastNumbers = 20000;

PhiloxStream stream(const CheckContext& context, unsigned part) {
  return Philox(part_seed(context, part)).stream(Purpose::test, 0, 0);
}

// Grids ------------------------------------------------------------------------------------------

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

CheckResult check_grids(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = stream(context, 1);
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

// Near pairs -------------------------------------------------------------------------------------

Vec<double> nearest(const Configuration& c, std::size_t i, std::size_t j) {
  return {std::remainder(c.centres[j].x - c.centres[i].x, c.box.width),
          std::remainder(c.centres[j].y - c.centres[i].y, c.box.height)};
}

/// Some centres lie exactly on the lower borders of the box, or just below the upper ones.
Configuration scattered(std::size_t disks, const Box& box, PhiloxStream& random) {
  Configuration c{box, {}};
  for (std::size_t i = 0; i < disks; ++i) {
    Vec<double> p{random.uniform() * box.width, random.uniform() * box.height};
    if (i % 7 == 0) p.x = 0;
    if (i % 11 == 1) p.y = 0;
    if (i % 13 == 2) p.x = std::nextafter(box.width, 0);
    if (i % 17 == 3) p.y = std::nextafter(box.height, 0);
    c.centres.push_back(p);
  }
  return c;
}

std::uint64_t compare_pairs(Findings& findings, const CellCode& code, const Configuration& c,
                            double range) {
  const std::string where = fmt::format("{} disks in {:.4g} x {:.4g}, range {}", c.size(),
                                        c.box.width, c.box.height, range);
  std::set<std::pair<std::size_t, std::size_t>> found;
  for (const CellCode::Pair& pair : code.near_pairs(c, range)) {
    const Vec<double> apart = nearest(c, pair.i, pair.j);
    findings.expect(pair.i < pair.j && found.insert({pair.i, pair.j}).second,
                    where + ": a pair twice, or in the wrong order");
    findings.expect(std::abs(std::abs(pair.apart.x) - std::abs(apart.x)) < 1e-9 &&
                        std::abs(std::abs(pair.apart.y) - std::abs(apart.y)) < 1e-9 &&
                        (std::hypot(apart.x, apart.y) >= range ||
                         (pair.apart.x * apart.x >= 0 && pair.apart.y * apart.y >= 0)),
                    where + ": a pair by another image");
  }
  std::uint64_t near = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = i + 1; j < c.size(); ++j) {
      const Vec<double> apart = nearest(c, i, j);
      const double distance = std::hypot(apart.x, apart.y);
      smallest = std::min(smallest, distance);
      if (distance > range * (1 - 1e-12)) continue;
      ++near;
      findings.expect(found.count({i, j}) == 1, where + ": a pair that is not found");
    }
  const double by_cells = disks::smallest_distance(c, range);
  findings.expect(smallest < range ? std::abs(by_cells - smallest) < 1e-9 : !(by_cells < range),
                  where + ": another smallest distance");
  const double by_pairs = disks::smallest_distance_all_pairs(c);
  findings.expect(by_pairs == smallest || std::abs(by_pairs - smallest) < 1e-9,
                  where + ": another smallest distance by all pairs");
  return near;
}

bool refused(const Configuration& c) {
  try {
    disks::require_legal_start(c);
    return false;
  } catch (const InputError&) {
    return true;
  }
}

/// Two disks so far apart, beside each other or one above the other, across the border or not.
void compare_legality(Findings& findings) {
  const Box box{8, 6};
  for (const bool upright : {false, true})
    for (const double first : {0.0, 3.0, upright ? 5.5 : 7.5})
      for (const auto& [distance, legal, start] : {std::tuple{1.0, true, true},
                                                   {1 - 1e-9, false, true},
                                                   {1 - 5e-7, false, true},
                                                   {1 - 2e-6, false, false},
                                                   {1 + 1e-9, true, true}}) {
        const double other = first + distance;
        const Vec<double> a = upright ? Vec<double>{2, first} : Vec<double>{first, 2};
        const Vec<double> b = upright ? Vec<double>{2, other} : Vec<double>{other, 2};
        const Configuration c{box, {a, box.wrap(b)}};
        const bool rounded = distance == 1.0 && first > 0;  // the border is a matter of rounding
        findings.expect(rounded || disks::is_legal(c) == legal, "legal or not");
        findings.expect(disks::is_legal(c, 1e-6) == start && refused(c) == !start,
                        "a legal start or not");
      }
  for (const Vec<double> p : {Vec<double>{8, 1},
                              {1, 6},
                              {-1e-12, 1},
                              {1, -1e-12},
                              {std::nan(""), 1},
                              {1, std::nan("")}}) {
    const Configuration c{box, {{4, 4}, p}};
    findings.expect(!disks::is_legal(c) && refused(c), "a centre outside the box");
  }
  findings.expect(disks::is_legal({box, {{0, 0}}}) && !refused({box, {{0, 0}}}),
                  "a centre in the corner");
  findings.expect(!refused({{2, 2}, {{1, 1}}}), "the smallest box");
  findings.expect(refused({{1.999, 2}, {{1, 1}}}) && refused({{2, 1.999}, {{1, 1}}}),
                  "a box narrower than two diameters");
  findings.expect(refused({box, {}}), "no disks");
}

CheckResult check_near_pairs(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = stream(context, 3);
  std::uint64_t near = 0;
  for (const Box& box : {Box{2, 2}, Box{2.9, 3.1}, Box{3, 9}, Box{17.3, 2.2}, Box{2.2, 17.3},
                         Box{8, 8}, Box{12.1, 9.7}})
    for (const std::size_t disks : {1u, 2u, 30u, 150u})
      for (const double range : {1.0, 1.005, 1.7, 2.9})
        near += compare_pairs(findings, code, scattered(disks, box, random), range);
  compare_legality(findings);
  findings.expect(near >= kLeastPairs, fmt::format("only {} pairs", near));
  return findings.result(near, fmt::format("{} near pairs", near));
}

// Ten bits ---------------------------------------------------------------------------------------

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // in [1/2, 1): eleven bits are kept
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
}

/// Distance to the next number away from zero.
double last_place(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1, exponent - 11);
}

CheckResult check_ten_bits(const CellCode& code, const CheckContext& context) {
  Findings findings;
  PhiloxStream random = stream(context, 4);
  std::uint64_t numbers = 0;
  const auto compare = [&](double found, double expected, const char* what) {
    ++numbers;
    findings.expect(found == expected || (std::isnan(found) && std::isnan(expected)),
                    fmt::format("{}: {:.17g}, expected {:.17g}", what, found, expected));
  };
  for (int k = 0; k < 3000; ++k) {
    const double a = std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(20)) - 10);
    const double b = std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(20)) - 10);
    const double tie = std::ldexp(2049 + 2.0 * random.below(1024), -7);  // between two numbers
    for (const double value : {a, tie, -tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)})
      compare(code.in_ten_bits(value), rounded(value), "a number");
    const TenBits x(a), y(b);
    const double p = rounded(a), q = rounded(b);
    compare(double(x + y), rounded(p + q), "a sum");
    compare(double(x - y), rounded(p - q), "a difference");
    compare(double(x * y), rounded(p * q), "a product");
    compare(double(-x), -p, "minus");
    compare(double(sqrt(TenBits(std::abs(a)))), rounded(std::sqrt(std::abs(p))), "a square root");
    if (p > 0) compare(double(x.next_up()), p + last_place(p), "the next number");
    findings.expect((x < y) == (p < q) && (x > y) == (p > q) && (x <= y) == (p <= q) &&
                        (x >= y) == (p >= q) && (x == y) == (p == q) && x == x && x <= x && x >= x,
                    "a comparison");
  }
  for (const double special : {0.0, HUGE_VAL, -HUGE_VAL, std::nan(""), 1.0, -2.0})
    compare(code.in_ten_bits(special), special, "a number that stays");
  findings.expect(numbers >= kLeastNumbers, fmt::format("only {} numbers", numbers));
  return findings.result(numbers, fmt::format("{} numbers", numbers));
}

const bool registered = register_cell_code(plane_cells("mpmc/plane-cells"));

}  // namespace

CellCode plane_cells(const std::string& name) {
  return {.name = name,
          .grid = [](const Box& box) { return disks::choose_grid(box); },
          .near_pairs =
              [](const Configuration& c, double range) {
                std::vector<CellCode::Pair> pairs;
                disks::NeighbourGrid(c, range).for_each_pair(
                    c, [&](std::size_t i, std::size_t j, Vec<double> apart) {
                      pairs.push_back({i, j, apart});
                    });
                return pairs;
              },
          .in_ten_bits = [](double value) { return double(TenBits(value)); }};
}

bool register_cell_code(const CellCode& code, const std::optional<std::string>& killed_by,
                        const std::string& origin) {
  const auto add = [&](const char* check,
                       CheckResult (*run)(const CellCode&, const CheckContext&)) {
    register_task({.family = "mpmc",
                   .scheme = code.name,
                   .check = check,
                   .run =
                       [code, run](const CheckContext& context) {
                         return timed(context, [&](const CheckContext& c) { return run(code, c); });
                       },
                   .mutant = killed_by.has_value(),
                   .expected = killed_by == check,
                   .origin = origin});
  };
  add(kGrids, check_grids);
  add(kNearPairs, check_near_pairs);
  add(kTenBits, check_ten_bits);
  return true;
}

}  // namespace touchstone
