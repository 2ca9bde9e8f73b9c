#include "models/disks/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::disks {
namespace {

/// Reads and removes a number at the front; 1 when there is none.
double take_number(std::string& text, bool& found) {
  double value = 1;  // stays so where there is none
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  found = error == std::errc();
  if (found) text.erase(0, static_cast<std::size_t>(end - text.data()));
  return value;
}

/// One side: [number] [sqrt3] [/ number]; NaN when it is not of that form.
double parse_side(std::string text) {
  bool number = false;
  double value = take_number(text, number);
  const bool root = text.rfind("sqrt3", 0) == 0;
  if (root) {
    value *= std::numbers::sqrt3;
    text.erase(0, 5);
  }
  bool divisor = true;
  if (!text.empty() && text[0] == '/') {
    text.erase(0, 1);
    value /= take_number(text, divisor);
  }
  const bool good =
      (number || root) && divisor && text.empty() && value > 0 && std::isfinite(value);
  return good ? value : std::numeric_limits<double>::quiet_NaN();
}

/// Rows of `columns` sites, each row moved by `stagger` / rows of a site spacing against the last.
struct RowLattice {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stagger = 0;
  bool upright = false;  ///< rows run along y
  double distance = 0;
};

/// Length of the shortest vector of the lattice spanned by (a, 0) and (t, h): Lagrange reduction.
double shortest(double a, double t, double h) {
  Vec<double> u{a, 0};
  Vec<double> v{t, h};
  for (;;) {
    const double u2 = u.x * u.x + u.y * u.y;
    const double turns = std::round((u.x * v.x + u.y * v.y) / u2);
    v = {v.x - turns * u.x, v.y - turns * u.y};
    const double v2 = v.x * v.x + v.y * v.y;
    if (!(v2 < u2)) return std::sqrt(u2);
    std::swap(u, v);
  }
}

void improve(RowLattice& best, const Box& box, std::size_t disks, bool upright) {
  const double length = upright ? box.height : box.width;  // along the rows
  const double depth = upright ? box.width : box.height;
  // Rows closer than half a diameter bring disks two rows apart too close, unless the stagger is
  // not a half: those lattices are tried for few disks only.
  const bool all = disks <= 1024;
  const std::size_t most = all ? disks : std::min(disks, static_cast<std::size_t>(2 * depth) + 1);
  for (std::size_t rows = 1; rows <= most; ++rows) {
    const std::size_t columns = (disks + rows - 1) / rows;
    const double spacing = length / static_cast<double>(columns);
    const double height = depth / static_cast<double>(rows);
    for (std::size_t s = all ? 0 : rows / 2; s <= (rows + 1) / 2; ++s) {
      const double shift = spacing * static_cast<double>(s) / static_cast<double>(rows);
      const double distance = shortest(spacing, shift, height);
      if (distance > best.distance) best = {rows, columns, s, upright, distance};
    }
  }
}

Configuration filled(const RowLattice& lattice, const Box& box, std::size_t disks) {
  const double length = lattice.upright ? box.height : box.width;
  const double depth = lattice.upright ? box.width : box.height;
  const double spacing = length / static_cast<double>(lattice.columns);
  const double height = depth / static_cast<double>(lattice.rows);
  const std::size_t sites = lattice.rows * lattice.columns;
  Configuration c{box, {}};
  c.centres.reserve(disks);
  for (std::size_t site = 0; site < sites; ++site) {
    if ((site + 1) * disks / sites == site * disks / sites) continue;  // a vacancy
    const std::size_t row = site / lattice.columns;
    const auto turned = static_cast<double>(row * lattice.stagger % lattice.rows);
    const double along = spacing * (static_cast<double>(site % lattice.columns) + 0.25 +
                                    turned / static_cast<double>(lattice.rows));
    const double across = height * (static_cast<double>(row) + 0.5);
    c.centres.push_back(
        box.wrap(lattice.upright ? Vec<double>{across, along} : Vec<double>{along, across}));
  }
  return c;
}

}  // namespace

Aspect parse_aspect(const std::string& text) {
  std::string plain;
  for (const char c : text)
    if (std::string(" ()\\{}\t").find(c) == std::string::npos) plain += c;
  const std::size_t colon = plain.find(':');
  Aspect aspect{0, 0};
  if (colon != std::string::npos)
    aspect = {parse_side(plain.substr(0, colon)), parse_side(plain.substr(colon + 1))};
  if (!(aspect.width > 0) || !(aspect.height > 0))
    throw input_error("aspect", "shape of the box", "width : height, such as \"(9 : 8 sqrt3/2)\"",
                      "'" + text + "'");
  return aspect;
}

Box box_for(std::size_t disks, double packing_fraction, Aspect aspect) {
  if (disks == 0) throw input_error("box", "number of disks", "at least 1", "0");
  if (!(packing_fraction > 0) || !std::isfinite(packing_fraction))
    throw input_error("box", "packing fraction", "a positive number",
                      fmt::format("{}", packing_fraction));
  const double ratio = aspect.width / aspect.height;
  if (!(aspect.width > 0) || !(ratio > 0) || !std::isfinite(ratio))
    throw input_error("box", "aspect", "two positive numbers",
                      fmt::format("{} : {}", aspect.width, aspect.height));
  const double area = static_cast<double>(disks) * std::numbers::pi / 4 / packing_fraction;
  return {std::sqrt(area * ratio), std::sqrt(area / ratio)};
}

Configuration hexagonal_start(std::size_t disks, double packing_fraction, Aspect aspect) {
  const Box box = box_for(disks, packing_fraction, aspect);
  if (packing_fraction > kClosePacking)
    throw input_error("lattice start", "packing fraction above close packing",
                      fmt::format("at most pi / sqrt(12) = {:.6f}", kClosePacking),
                      fmt::format("{:.6f}", packing_fraction));
  RowLattice best;
  improve(best, box, disks, false);
  improve(best, box, disks, true);
  // Coordinates are rounded at the scale of the box.
  if (best.distance < 1 + 1e-15 * (box.width + box.height))
    throw input_error(
        "lattice start",
        fmt::format("{} disks do not fit on a lattice in this box of {:.6g} x {:.6g} diameters",
                    disks, box.width, box.height),
        "a lattice with distances of at least 1 diameter",
        fmt::format("{:.9g} at best (packing fraction {:.6f}; try a lower one or another aspect)",
                    best.distance, packing_fraction));
  return filled(best, box, disks);
}

}  // namespace touchstone::disks
