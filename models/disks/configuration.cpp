#include "models/disks/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/core/errors.hpp"
#include "models/disks/neighbour_grid.hpp"

namespace touchstone::disks {

double smallest_distance_all_pairs(const Configuration& c) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      smallest = std::min(smallest, c.box.distance2(c.centres[i], c.centres[j]));
  return std::sqrt(smallest);
}

double smallest_distance(const Configuration& c, double range) {
  const NeighbourGrid grid(c, range);
  double smallest = std::numeric_limits<double>::infinity();
  grid.for_each_pair(c, [&](std::size_t, std::size_t, Vec<double> d) {
    const double distance2 = d.x * d.x + d.y * d.y;
    if (distance2 <= range * range) smallest = std::min(smallest, distance2);
  });
  return std::sqrt(smallest);
}

namespace {
bool is_inside(Vec<double> p, const Box& box) {
  return p.x >= 0 && p.x < box.width && p.y >= 0 && p.y < box.height;  // not for NaN
}
}  // namespace

bool is_legal(const Configuration& c, double tolerance) {
  for (const Vec<double> p : c.centres)
    if (!is_inside(p, c.box)) return false;
  return !(smallest_distance(c) < 1.0 - tolerance);
}

void require_legal_start(const Configuration& c) {
  if (!(c.box.width >= 2) || !(c.box.height >= 2))
    throw input_error("initial configuration", "box", "sides of at least 2 diameters",
                      fmt::format("{:.6g} x {:.6g}", c.box.width, c.box.height));
  if (c.size() == 0)
    throw input_error("initial configuration", "number of disks", "at least 1", "0");
  for (const Vec<double> p : c.centres)
    if (!is_inside(p, c.box))
      throw input_error("initial configuration", "disks overlap or lie outside the box",
                        "centres inside the box", fmt::format("({:.9g}, {:.9g})", p.x, p.y));
  if (!is_legal(c, 1e-6))
    throw input_error("initial configuration", "disks overlap or lie outside the box",
                      "distances of at least 1 diameter",
                      fmt::format("{:.9g}", smallest_distance(c)));
}

}  // namespace touchstone::disks
