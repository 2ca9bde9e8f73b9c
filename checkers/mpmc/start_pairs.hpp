// checkers/mpmc/start_pairs.hpp
// Purpose   Faults of a start of disks, found by all pairs of them.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "models/disks/direct_sampling.hpp"

namespace touchstone::starts {

/// Distance of two coordinates, by the nearest image if there are no walls.
inline double apart(double d, double side, disks::Walls walls) {
  return walls == disks::Walls::periodic ? d - side * std::round(d / side) : d;
}

inline double distance(const disks::Configuration& c, std::size_t i, std::size_t j,
                       disks::Walls walls) {
  return std::hypot(apart(c.centres[i].x - c.centres[j].x, c.box.width, walls),
                    apart(c.centres[i].y - c.centres[j].y, c.box.height, walls));
}

inline double smallest(const disks::Configuration& c, disks::Walls walls) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, distance(c, i, j, walls));
  return least;
}

inline std::string wrong_with(const disks::Configuration& c, std::size_t disks,
                              const disks::Box& box, disks::Walls walls) {
  if (c.size() != disks) return fmt::format("{} disks of {}", c.size(), disks);
  if (!(std::abs(c.box.width / box.width - 1) < 1e-12) ||
      !(std::abs(c.box.height / box.height - 1) < 1e-12))
    return fmt::format("a box of {:.9g} x {:.9g}", c.box.width, c.box.height);
  const double wall = walls == disks::Walls::hard ? 0.5 : 0;
  for (const disks::Vec<double> r : c.centres)
    if (!(r.x >= wall && r.x <= box.width - wall && r.y >= wall && r.y <= box.height - wall))
      return fmt::format("a disk at ({:.9g}, {:.9g})", r.x, r.y);
  if (!(smallest(c, walls) >= 1)) return fmt::format("a distance of {:.9g}", smallest(c, walls));
  return {};
}

/// Box of so many disks at a packing fraction; aspect: width over height.
inline disks::Box box_of(std::size_t disks, double packing, double aspect) {
  const double area = static_cast<double>(disks) * std::numbers::pi / 4 / packing;
  return {std::sqrt(area * aspect), std::sqrt(area / aspect)};
}

}  // namespace touchstone::starts
